/**
 * Reads a PDF as a reader does, and counts what it takes: how often pages are recognized, and how many pixels
 * of images are held. See turned-pages.test.ts.
 */
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Canvas } from '@napi-rs/canvas';

const bytes: unknown = workerData;
if (!(bytes instanceof Uint8Array)) throw new Error('the worker wants the bytes of a PDF');

const library = createRequire(import.meta.url)('@napi-rs/canvas') as {
  createCanvas: (width: number, height: number) => Canvas;
};
const { createCanvas } = library;
const created: Canvas[] = [];
let pixelsAtMost = 0;
const pixels = (): number => created.reduce((sum, { width, height }) => sum + width * height, 0);
// Replaced before anything that draws is loaded.
library.createCanvas = (width, height) => {
  const canvas = createCanvas(width, height);
  created.push(canvas);
  pixelsAtMost = Math.max(pixelsAtMost, pixels());
  return canvas;
};

const { openDocument } = await import('../../src/reading/open-document.mts');
const { readPage } = await import('../../src/reading/page-layout.mts');
const { openRecognizer } = await import('../../src/reading/recognition/recognizer.mts');
const recognizer = await openRecognizer();
const document = await openDocument(bytes);
if (typeof document === 'string') throw new Error(`refused: ${document}`);
const turns: number[] = [];
let [recognized, looks] = [0, 0];
for (let number = 1; number <= document.numPages; number += 1) {
  const layout = await readPage(await document.getPage(number), () =>
    Promise.resolve({
      ...recognizer,
      recognize: (page, scale) => {
        recognized += 1;
        return recognizer.recognize(page, scale);
      },
      quarterTurnOf: page => {
        looks += 1;
        return recognizer.quarterTurnOf(page);
      },
    }),
  );
  turns.push(layout.shown?.degrees ?? 0);
}
parentPort?.postMessage({ turns, recognized, looks, pixelsAtMost, pixelsAfter: pixels() }); // oxlint-disable-line unicorn/require-post-message-target-origin -- threads have no origin
