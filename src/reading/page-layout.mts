import type { PDFPageProxy, PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box, QuarterTurn } from '../domain/auth-checks/extraction.ts';
import type { PageLayout, SmallMark, Word } from './document-layout.ts';
import type { SmallPart } from './connected-parts.mts';
import { measureInk } from './ink.mts';
import { draw, pictureOf, release, setUpright, withoutPixels, type Drawn } from './page-canvas.mts';
import { fieldsOf, shownBox } from './page-fields.mts';
import type { Recognition, Recognizer } from './recognition/recognizer.mts';
import {
  drawScanned,
  placeOn,
  recognitionPixelsPerPoint,
  sheetOn,
  shownOf,
  type SheetPicture,
  type Shown,
} from './scanned-page.mts';

/** Enough to recognize handwriting; a Letter page then has 1.9 million pixels. */
const inkPixelsPerPoint = 2;
/** A page with fewer letters than this has no real text layer: a scan with a stamp or a page number. */
const lettersLeast = 40;
/**
 * A page whose text layer has fewer than three of four printed letters, and misses this many, is the
 * picture of a form with typed values on it, and is recognized, too. A logo and handwriting have fewer
 * letters.
 */
const unreadLeast = 300;
const unreadShareLeast = 0.25;
/** Three times as many as a page of small print has. */
const wordsMax = 3_000;

/** The parts of a text item that pdf.js guarantees. */
interface TextRun {
  readonly str: string;
  readonly width: number;
  readonly height: number;
  readonly transform: readonly number[];
}

/**
 * Returns the words of a run; each gets its share of the run's width. Text that isn't horizontal keeps one
 * box.
 */
function wordsOf(run: TextRun, viewport: PageViewport): Word[] {
  const [a = 1, b = 0, , , x = 0, y = 0] = run.transform;
  const length = Math.hypot(a, b) || 1;
  const height = run.height === 0 ? length : run.height;
  const share = run.str.length === 0 ? 0 : run.width / run.str.length;
  const place = (from: number, to: number): Box => {
    const [dx, dy] = [a / length, b / length];
    return shownBox(viewport, [
      x + dx * from * share,
      y + dy * from * share - height * 0.2,
      x + dx * to * share - dy * height,
      y + dy * to * share + dx * height * 0.8,
    ]);
  };
  return [...run.str.matchAll(/\S+/gu)].map(({ 0: text, index }) => ({
    text,
    box: place(index, index + text.length),
  }));
}

/** The words of a page without recognition. */
export interface PageWords {
  readonly words: Word[];
  /** Whether they are a real text layer. */
  readonly isText: boolean;
  /** By how much most of them must be turned clockwise to be upright. */
  readonly degrees: QuarterTurn;
}

const quarterTurns: readonly QuarterTurn[] = [0, 90, 180, 270];
/** A page is turned if this share of its letters is: a table may have column heads that run upward. */
const turnedShareLeast = 0.7;

/** Returns by how much text must be turned to be upright. */
function turnOf(runs: readonly TextRun[], { transform: [a = 1, b = 0, c = 0, d = 1] }: PageViewport) {
  const letters = [0, 0, 0, 0];
  for (const { str, transform } of runs) {
    const [x = 1, y = 0] = transform;
    const clockwise = Math.atan2(b * x + d * y, a * x + c * y);
    const quarters = (4 - Math.round(clockwise / (Math.PI / 2))) % 4;
    letters[quarters] = (letters[quarters] ?? 0) + str.replaceAll(/\s/g, '').length;
  }
  const sum = letters.reduce((total, count) => total + count, 0);
  return quarterTurns.find((_, quarters) => (letters[quarters] ?? 0) > sum * turnedShareLeast) ?? 0;
}

/** Returns the words of a page's text layer. */
export async function wordsOn(page: PDFPageProxy, viewport: PageViewport): Promise<PageWords> {
  const content = await page.getTextContent({ disableNormalization: false });
  const runs = content.items.flatMap(item => ('str' in item ? [item as TextRun] : []));
  const words = runs.flatMap(run => wordsOf(run, viewport)).slice(0, wordsMax);
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return { words, isText: letters >= lettersLeast, degrees: turnOf(runs, viewport) };
}

/** Whether much of what is printed on a page isn't in its text layer. */
function hasUnreadPrint(letters: readonly number[], words: readonly Word[], viewport: PageViewport): boolean {
  const width = Math.ceil(viewport.width);
  const isRead = new Uint8Array(width * Math.ceil(viewport.height));
  for (const { box } of words)
    for (let y = Math.max(0, Math.floor(box.y - 1)); y <= box.y + box.height + 1; y += 1)
      isRead.fill(
        1,
        y * width + Math.max(0, Math.floor(box.x - 1)),
        y * width + Math.min(width, Math.max(0, Math.ceil(box.x + box.width + 1))),
      );
  let unread = 0;
  for (let index = 0; index < letters.length; index += 2)
    if (isRead[Math.floor(letters[index + 1] ?? 0) * width + Math.floor(letters[index] ?? 0)] !== 1)
      unread += 1;
  return unread >= unreadLeast && unread >= (letters.length / 2) * unreadShareLeast;
}

/** A form has fewer check marks and boxes. */
const marksMax = 300;
/** A word that starts with a sign may start with a printed box. */
const startsWithSign = /^[^\p{L}\d]/u;

/** A frame has ink along its four sides; letters have gaps, or aren't square. In points. */
const frame = { edge: 0.93, least: 5.5, skew: 2 } as const;

function isFrame({ box: { width, height }, edge }: SmallPart): boolean {
  return edge > frame.edge && Math.min(width, height) > frame.least && Math.abs(width - height) < frame.skew;
}

/**
 * Returns the small parts that aren't letters. A single letter may be a printed box, or stand in one;
 * recognition puts a box into the word behind it.
 */
function marksAmong(small: readonly SmallPart[], words: readonly Word[]): SmallMark[] {
  const lettered = words
    .filter(({ text }) => text.length > 1)
    .map(({ text, box }) => {
      const left = startsWithSign.test(text) ? box.x + box.width / text.length : box.x;
      return { left, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
    })
    .toSorted((a, b) => a.top - b.top);
  return small
    .map(part => ({ box: part.box, isFrame: isFrame(part), inner: part.inner }))
    .filter(mark => {
      if (mark.isFrame) return true;
      const { box } = mark;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      for (const word of lettered) {
        if (word.top > y) break;
        if (y < word.bottom && x > word.left && x < word.right) return false;
      }
      return true;
    })
    .slice(0, marksMax);
}

/** Returns the recognized words that the text layer doesn't have. */
function wordsBeside(recognized: readonly Word[], words: readonly Word[]): Word[] {
  const isTaken = ({ box: { x, y, width, height } }: Word): boolean =>
    words.some(
      ({ box }) =>
        Math.min(x + width, box.x + box.width) - Math.max(x, box.x) > width * 0.4 &&
        Math.min(y + height, box.y + box.height) - Math.max(y, box.y) > height * 0.4,
    );
  return recognized.filter(word => !isTaken(word));
}

/**
 * Renders one page as it is read: found places are places on this image.
 * @param shown how it was read; without it, as it is in the file, a scan straightened
 */
export async function drawPage(page: PDFPageProxy, shown?: Shown): Promise<Buffer> {
  const { isText } = await wordsOn(page, page.getViewport({ scale: 1 }));
  const canvas = isText
    ? (await draw(page, inkPixelsPerPoint, shown?.degrees)).canvas
    : // A scan is straightened with the same pixels that it is read from: others might give another angle.
      await drawScanned(page, shown);
  return canvas.toBuffer('image/png');
}

/**
 * Below this confidence, a page whose direction isn't clear may be upside down or sideways: those that are
 * have less.
 */
const doubtfulBelow = 80;

/** What is recognized on an image: its ink, and its words. */
interface Recognized extends Recognition {
  readonly ink: PageLayout['ink'];
}

async function recognizedOn({ canvas, scale }: Drawn, recognizer: Recognizer): Promise<Recognized> {
  const picture = pictureOf(canvas);
  const { ink, small, notPrint, print } = measureInk(picture, scale);
  const cleaned = withoutPixels(picture, notPrint);
  const recognized = await recognizer.recognize({ canvas, cleaned, print, taken: notPrint }, scale);
  release(cleaned);
  return { ...recognized, ink: { ...ink, marks: marksAmong(small, recognized.words) } };
}

/**
 * Recognizes a sheet in the direction in which it is read, and returns by how much it is turned for it. Its
 * image isn't needed any more afterward.
 */
async function recognizedUpright(
  { canvas, scale }: SheetPicture,
  recognizer: Recognizer,
): Promise<Recognized & { readonly degrees: QuarterTurn }> {
  const recognize = async (degrees: QuarterTurn, isLast: boolean) => {
    const upright = setUpright(canvas, degrees);
    if (isLast && upright !== canvas) release(canvas);
    const recognized = await recognizedOn({ canvas: upright, scale }, recognizer);
    if (isLast || upright !== canvas) release(upright);
    return { ...recognized, degrees };
  };
  const clear = await recognizer.clearTurnOf(canvas);
  if (clear !== undefined) return recognize(clear, true);
  const first = await recognize(0, false);
  const degrees = first.confidence < doubtfulBelow ? await recognizer.quarterTurnOf(canvas) : 0;
  if (degrees !== 0) return recognize(degrees, true);
  release(canvas);
  return first;
}

/** Reads a page with a text layer; recognizes one that shows more print than that. */
async function readText(
  page: PDFPageProxy,
  openRecognizer: () => Promise<Recognizer>,
  degrees: QuarterTurn,
): Promise<PageLayout> {
  const viewport = page.getViewport({ scale: 1, rotation: (page.rotate + degrees) % 360 });
  const { words } = await wordsOn(page, viewport);
  const { canvas, scale } = await draw(page, inkPixelsPerPoint, degrees);
  const { ink, small, letters } = measureInk(pictureOf(canvas), scale);
  release(canvas);
  const { width, height } = viewport;
  const base = {
    number: page.pageNumber,
    width,
    height,
    ...(await fieldsOf(page, viewport)),
    ...(degrees === 0 ? {} : { shown: { degrees, width, height } }),
  };
  if (!hasUnreadPrint(letters, words, viewport))
    return {
      ...base,
      ink: { ...ink, marks: marksAmong(small, words) },
      source: 'text',
      confidence: null,
      words,
    };
  // The words of the text layer are where they are, so such a page isn't straightened.
  const finer = await draw(page, recognitionPixelsPerPoint, degrees);
  const recognized = await recognizedOn(finer, await openRecognizer());
  release(finer.canvas);
  return {
    ...base,
    ink: recognized.ink,
    source: 'recognition',
    confidence: recognized.confidence,
    words: [...wordsBeside(recognized.words.slice(0, wordsMax), words), ...words],
  };
}

/** Reads a page without a text layer: a scan, or a photo, which is cut and evened first. */
async function readScanned(
  page: PDFPageProxy,
  openRecognizer: () => Promise<Recognizer>,
  stamped: readonly Word[],
): Promise<PageLayout> {
  const sheet = await sheetOn(page);
  const { ink, confidence, words, degrees } = await recognizedUpright(sheet, await openRecognizer());
  const shown = shownOf(sheet, degrees);
  const place = placeOn(sheet, degrees);
  const { widgets, annotations } = await fieldsOf(page, page.getViewport({ scale: 1 }));
  const placed = <Thing extends { readonly box: Box }>(things: readonly Thing[]): Thing[] =>
    things.map(thing => ({ ...thing, box: place(thing.box) }));
  const kept = placed(stamped);
  return {
    number: page.pageNumber,
    width: shown?.width ?? sheet.width,
    height: shown?.height ?? sheet.height,
    widgets: placed(widgets),
    annotations: placed(annotations),
    ink,
    source: 'recognition',
    confidence,
    words: [...wordsBeside(words.slice(0, wordsMax), kept), ...kept],
    ...(shown === undefined ? {} : { shown }),
  };
}

/** Reads one page; recognizes one without a text layer. */
export async function readPage(
  page: PDFPageProxy,
  openRecognizer: () => Promise<Recognizer>,
): Promise<PageLayout> {
  const { words, isText, degrees } = await wordsOn(page, page.getViewport({ scale: 1 }));
  return isText ? readText(page, openRecognizer, degrees) : readScanned(page, openRecognizer, words);
}
