/** Signs a form like a patient with a pen, prints and scans it, and sends it by fax. */
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { askWorker } from '../../evaluation/forms/ask-worker';
import { signatureStrokes } from '../../evaluation/forms/pen';
import { Paper } from '../../evaluation/real-forms/paper';
import { randomStream } from '../../src/sandbox/random-stream';
import { formDate } from '../../src/pdf/wording';
import { layoutOf } from './read-layout';

/** What the signer writes. */
export interface Signing {
  readonly name: string;
  /** `YYYY-MM-DD`. */
  readonly on: string;
  /** The words that the labels of the lines start with. */
  readonly labels: { readonly signature: string; readonly date: string; readonly name: string };
}

const black = [0, 0, 0] as const;
const penHeight = 26;

/** Returns a form with a signature, a date, and a printed name drawn on the lines above their labels. */
export async function signForm(pdf: Uint8Array, { name, on, labels }: Signing): Promise<Uint8Array> {
  const { pages } = await layoutOf(pdf.slice());
  const last = pages.at(-1);
  const lineOf = (label: string): { readonly x: number; readonly y: number } => {
    // A heading has the same word, but its section comes first.
    const words = last?.words.filter(({ text }) => text === label) ?? [];
    const place = words.at(-1)?.box;
    if (place === undefined) throw new Error(`the last page of the form has no label ${label}`);
    return { x: place.x, y: place.y - 2 };
  };
  const document = await PDFDocument.load(pdf);
  const paper = new Paper(document.getPage(pages.length - 1));
  const typing = { font: await document.embedFont(StandardFonts.Helvetica), size: 14, color: black };
  const type = (text: string, { x, y }: { readonly x: number; readonly y: number }): void => {
    paper.type([text], [x, y - 20, x + 160, y], typing, { baseline: undefined, indent: 0.1, lift: 3 });
  };
  const { x, y } = lineOf(labels.signature);
  const strokes = signatureStrokes(randomStream('signed form', name), 150, penHeight);
  paper.draw({
    strokes: strokes.map(points => points.map(([px, py]) => [x + 20 + px, y - penHeight + py] as const)),
    color: black,
    thickness: 1.3,
    pressure: 0,
    kind: 'strokes',
  });
  type(formDate(on), lineOf(labels.date));
  type(name, lineOf(labels.name));
  return document.save();
}

/** How paper becomes a picture. */
export interface Scanner {
  readonly across: number;
  readonly down: number;
  /** Whether a dot is black or white. */
  readonly isFax: boolean;
}

/** A page of an office scanner, in dots per inch. */
export const officeScan: Scanner = { across: 200, down: 200, isFax: false };
/** A page sent by fax in standard resolution. */
export const standardFax: Scanner = { across: 204, down: 98, isFax: true };

/** Returns the pages of a PDF as pictures, as a scanner or a fax machine makes them. */
export async function scanned(pdf: Uint8Array, { across, down, isFax }: Scanner): Promise<Uint8Array> {
  const scan = await PDFDocument.create();
  const pages = await askWorker<readonly Uint8Array[]>('render-worker.mts', {
    bytes: pdf.slice(),
    pixelsPerPoint: across / 72,
  });
  for (const page of pages) {
    const canvas = createCanvas(Math.round(8.5 * across), Math.round(11 * down));
    const paper = canvas.getContext('2d');
    paper.fillStyle = '#ffffff';
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(await loadImage(Buffer.from(page)), 0, 0, canvas.width, canvas.height);
    if (isFax) {
      const pixels = paper.getImageData(0, 0, canvas.width, canvas.height);
      for (let index = 0; index < pixels.data.length; index += 4)
        pixels.data.fill((pixels.data[index] ?? 0) < 128 ? 0 : 255, index, index + 3);
      paper.putImageData(pixels, 0, 0);
    }
    const image = await scan.embedPng(canvas.toBuffer('image/png'));
    scan.addPage([612, 792]).drawImage(image, { x: 0, y: 0, width: 612, height: 792 });
  }
  return scan.save();
}
