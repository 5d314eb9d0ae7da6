/** The pages of a real form as a describer sees them: picture, text, form fields, rules, and check boxes. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { loadImage, createCanvas, type Image } from '@napi-rs/canvas';
import { askWorker } from '../forms/ask-worker';
import { findLines, findSquares, type Corners, type DrawnLines } from './drawn-lines';

/** Small check boxes and hairlines are measured at this scale. */
export const pixelsPerPoint = 3;

/** A line of text. */
export interface TextLine {
  readonly text: string;
  readonly box: Corners;
}

/** A place of a form field. */
export interface FormField {
  readonly name: string;
  readonly kind: 'text' | 'choice' | 'signature' | 'checkbox' | 'radio' | 'button' | 'unknown';
  readonly tooltip: string;
  /** The export value that it has when it's on; empty except for check boxes and radio buttons. */
  readonly option: string;
  readonly value: string;
  readonly isReadOnly: boolean;
  readonly isHidden: boolean;
  /** The number of boxes for one letter each; `null` if it isn't divided. */
  readonly cells: number | null;
  readonly box: Corners;
}

/** A page as shown: lengths are points from its top left corner. */
export interface FormPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** Degrees by which the page is turned before it's shown. */
  readonly rotation: number;
  readonly lines: readonly TextLine[];
  readonly fields: readonly FormField[];
  /** Straight lines, including runs of underscores. */
  readonly drawn: DrawnLines;
  /** Empty squares of the size of a check box. */
  readonly squares: readonly Corners[];
  readonly picture: Image;
}

/** A form with its pages. */
export interface FormPages {
  readonly sha256: string;
  readonly hasXfa: boolean;
  readonly pages: readonly FormPage[];
}

interface DrawnPage extends Omit<FormPage, 'lines' | 'drawn' | 'squares' | 'picture'> {
  readonly runs: readonly TextLine[];
  readonly png: Uint8Array;
}

/** Joins the runs that follow each other on one line; a gap of two letters starts another line. */
function linesOf(runs: readonly TextLine[]): TextLine[] {
  const lines: { text: string; box: Corners }[] = [];
  for (const run of runs.toSorted((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0])) {
    const [left, top, right, bottom] = run.box;
    const height = bottom - top;
    const line = lines.find(
      ({ box }) =>
        Math.abs(box[3] - bottom) < height * 0.4 &&
        left - box[2] < height * 1.2 &&
        left - box[2] > -height * 0.6,
    );
    if (line === undefined) {
      lines.push({ text: run.text, box: run.box });
      continue;
    }
    const gap = left - line.box[2] > height * 0.15 && !/\s$/.test(line.text) ? ' ' : '';
    line.text += gap + run.text;
    line.box = [
      line.box[0],
      Math.min(line.box[1], top),
      Math.max(line.box[2], right),
      Math.max(line.box[3], bottom),
    ];
  }
  return lines.toSorted((a, b) => a.box[3] - b.box[3] || a.box[0] - b.box[0]);
}

/**
 * Reads a form.
 * @throws Error if it isn't a PDF that can be opened without a password
 */
export async function readFormPages(path: string): Promise<FormPages> {
  const bytes = await readFile(path);
  const { pages, hasXfa } = await askWorker<{ pages: readonly DrawnPage[]; hasXfa: boolean }>(
    '../real-forms/page-worker.mts',
    { bytes: new Uint8Array(bytes), pixelsPerPoint },
  );
  const read: FormPage[] = [];
  for (const { runs, png, ...page } of pages) {
    const picture = await loadImage(Buffer.from(png));
    const canvas = createCanvas(picture.width, picture.height);
    const paper = canvas.getContext('2d');
    paper.drawImage(picture, 0, 0);
    const { data } = paper.getImageData(0, 0, picture.width, picture.height);
    const shape = { data, width: picture.width, height: picture.height, pixelsPerPoint };
    read.push({
      ...page,
      lines: linesOf(runs),
      drawn: findLines(shape),
      squares: findSquares(shape),
      picture,
    });
  }
  return { sha256: createHash('sha256').update(bytes).digest('hex'), hasXfa, pages: read };
}
