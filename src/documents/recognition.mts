import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { createWorker, OEM } from 'tesseract.js';
import type { Word } from '../domain/auth-checks/document-layout.ts';
import { roundBox } from './ink.mts';

const require = createRequire(import.meta.url);

/** What was recognised on a picture. */
export interface Recognition {
  readonly words: readonly Word[];
  /** 0 to 100. */
  readonly confidence: number;
}

/** Reads words in pictures. */
export interface Recogniser {
  /** Reads a picture (PNG) whose scale is given. */
  readonly recognise: (png: Buffer, pixelsPerPoint: number) => Promise<Recognition>;
}

/** Opens the recogniser for English, from the data that is installed: nothing is fetched, nothing is kept. */
export async function openRecogniser(): Promise<Recogniser> {
  const dataPath = join(dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int');
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: dataPath,
    gzip: true,
    cacheMethod: 'none',
    // Its default throws in a thread of its own, where nobody catches.
    errorHandler: () => undefined,
  });
  return {
    recognise: async (png, pixelsPerPoint) => {
      const { data } = await worker.recognize(png, {}, { blocks: true, text: false });
      const words = (data.blocks ?? []).flatMap(({ paragraphs }) =>
        paragraphs.flatMap(({ lines }) => lines.flatMap(line => line.words)),
      );
      return {
        confidence: data.confidence,
        words: words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
          text,
          confidence: Math.round(confidence),
          box: roundBox({
            x: x0 / pixelsPerPoint,
            y: y0 / pixelsPerPoint,
            width: (x1 - x0) / pixelsPerPoint,
            height: (y1 - y0) / pixelsPerPoint,
          }),
        })),
      };
    },
  };
}
