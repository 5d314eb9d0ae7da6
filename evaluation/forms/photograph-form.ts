/** Simulates a form that was photographed with a telephone: at an angle, on a table, in uneven light. */
import { PDFDocument, degrees } from '@cantoo/pdf-lib';
import { randomStream, type RandomStream } from '../../src/sandbox/random-stream';
import { askWorker } from './ask-worker';

/** The circumstances of a photo. */
export interface PhotoCondition {
  /** Pixels along the shorter and the longer side; a page that lies sideways has a photo that does. */
  readonly shorter: number;
  readonly longer: number;
  /** Where the corners of the sheet are, as shares of the photo: clockwise from the top left. */
  readonly corners: ReadonlyArray<readonly [number, number]>;
  /** The table's color. */
  readonly table: readonly [number, number, number];
  /** A lamp on one side: by how much the light falls off, and in which direction. */
  readonly light: { readonly fall: number; readonly across: number; readonly down: number };
  /** A shadow beyond a line: how dark, and where. */
  readonly shadow: {
    readonly depth: number;
    readonly across: number;
    readonly down: number;
    readonly from: number;
  };
  /** The largest deviation of a pixel, of 255. */
  readonly noise: number;
  /** 0 to 100. */
  readonly jpegQuality: number;
  readonly seed: number;
}

const tables = [
  [92, 62, 40],
  [48, 46, 50],
  [120, 84, 52],
  [70, 82, 74],
] as const;

/** Draws realistic circumstances, the same ones for the same stream. */
export function photoCondition(stream: RandomStream): PhotoCondition {
  const near = (value: number): number => value + (stream.next() - 0.5) * 0.07;
  const lean = (stream.next() - 0.5) * 0.12;
  const hasShadow = stream.chance(0.5);
  return {
    shorter: 1_890,
    longer: 2_520,
    corners: [
      [near(0.1) + lean, near(0.08) + lean / 2],
      [near(0.9) + lean, near(0.08) - lean / 2],
      [near(0.92) - lean, near(0.93) - lean / 2],
      [near(0.08) - lean, near(0.93) + lean / 2],
    ],
    table: stream.pick(tables),
    light: { fall: 0.3 * stream.next(), across: stream.next(), down: stream.next() * 0.6 },
    shadow: {
      depth: hasShadow ? 0.15 + 0.2 * stream.next() : 0,
      across: stream.next(),
      down: stream.next(),
      from: 0.5 + 0.4 * stream.next(),
    },
    noise: 14 * stream.next(),
    jpegQuality: stream.int(65, 88),
    seed: stream.int(1, 2 ** 30),
  };
}

/** Returns the pages of a PDF as pictures. */
function picturesOf(pdf: Uint8Array, pixelsPerPoint: number): Promise<readonly Uint8Array[]> {
  return askWorker<readonly Uint8Array[]>('render-worker.mts', { bytes: pdf, pixelsPerPoint });
}

/** Returns a PDF with photos of the pages. The same seed gives the same photos, but for what is given. */
export async function photographForm(
  pdf: Uint8Array,
  seed: string,
  given: Partial<PhotoCondition> = {},
): Promise<Uint8Array> {
  const condition = { ...photoCondition(randomStream('photo', seed)), ...given };
  const pictures = await picturesOf(pdf, 220 / 72);
  const photos = await askWorker<readonly Uint8Array[]>('photograph-worker.mts', { pictures, condition });
  const document = await PDFDocument.create({ updateMetadata: false });
  for (const photo of photos) {
    const image = await document.embedJpg(photo);
    const [width, height] = image.width > image.height ? [816, 612] : [612, 816];
    document.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height });
  }
  return document.save();
}

/** Returns a PDF whose pages are turned on the paper: the page's own rotation stays 0. */
export async function turnPages(pdf: Uint8Array, quarter: 90 | 180 | 270): Promise<Uint8Array> {
  const [source, document] = [
    await PDFDocument.load(pdf),
    await PDFDocument.create({ updateMetadata: false }),
  ];
  for (const page of await document.embedPdf(source, source.getPageIndices())) {
    const { width, height } = page;
    const isSideways = quarter !== 180;
    const sheet = document.addPage(isSideways ? [height, width] : [width, height]);
    const places = {
      90: { x: 0, y: width },
      180: { x: width, y: height },
      270: { x: height, y: 0 },
    } as const;
    // Clockwise, as a person sees it.
    sheet.drawPage(page, { ...places[quarter], rotate: degrees(-quarter) });
  }
  return document.save();
}
