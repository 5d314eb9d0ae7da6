import { createCanvas, type Canvas } from '@napi-rs/canvas';
import type { PDFPageProxy, PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box } from '../domain/auth-checks/extraction.ts';
import type { Annotation, PageLayout, Widget, Word } from './document-layout.ts';
import { maskOf, measureInk, roundBox, tiltOf, whiten, type Picture } from './ink.mts';
import type { Recognizer } from './recognition/recognizer.mts';

/** Enough to recognize handwriting; a Letter page then has 1.9 million pixels. */
const inkPixelsPerPoint = 2;
/** 200 dpi, which recognition needs for small print. */
const recognitionPixelsPerPoint = 200 / 72;
/** A poster is rendered more coarsely. */
const pixelsMax = 8_000_000;
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
const fieldsMax = 1_000;
const fieldTextMax = 1_000;

/** The parts of a text item that pdf.js guarantees. */
interface TextRun {
  readonly str: string;
  readonly width: number;
  readonly height: number;
  readonly transform: readonly number[];
}

/** Returns a box on the shown page from two corners in the page's own coordinates. */
function shownBox(viewport: PageViewport, corners: readonly number[]): Box {
  const [left = 0, bottom = 0, right = 0, top = 0] = corners;
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom) as number[];
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top) as number[];
  return roundBox({
    x: Math.min(x1, x2),
    y: Math.min(y1, y2),
    width: Math.abs(x2 - x1),
    height: Math.abs(y2 - y1),
  });
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

/** The used parts of pdf.js's annotations; each may be missing or of another type. */
interface RawAnnotation {
  readonly [key: string]: unknown;
}

function textOf(value: unknown): string {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return texts
    .filter(entry => typeof entry === 'string')
    .join(', ')
    .slice(0, fieldTextMax);
}

function widgetOf(raw: RawAnnotation, box: Box): Widget | undefined {
  const {
    fieldType,
    checkBox,
    radioButton,
    fieldValue,
    fieldName,
    alternativeText,
    exportValue,
    buttonValue,
  } = raw;
  const common = { name: textOf(fieldName), tooltip: textOf(alternativeText), box };
  if (fieldType === 'Sig') return { ...common, kind: 'signature', value: '', isOn: false };
  if (fieldType === 'Tx') return { ...common, kind: 'text', value: textOf(fieldValue).trim(), isOn: false };
  if (fieldType === 'Ch') return { ...common, kind: 'choice', value: textOf(fieldValue), isOn: false };
  if (fieldType === 'Btn' && (checkBox === true || radioButton === true)) {
    const own = checkBox === true ? exportValue : buttonValue;
    const isOn = typeof fieldValue === 'string' && fieldValue !== 'Off' && fieldValue === own;
    return { ...common, kind: 'checkbox', value: '', isOn };
  }
  return undefined;
}

const annotationKinds: Readonly<Record<string, Annotation['kind']>> = {
  Ink: 'ink',
  Stamp: 'stamp',
  FreeText: 'freeText',
};

/** Returns what an annotation says: its text, or the name of its stamp. */
function noteOf({ contentsObj, name }: RawAnnotation): string {
  const contents =
    typeof contentsObj === 'object' && contentsObj !== null && 'str' in contentsObj ? contentsObj.str : '';
  return textOf([contents, name].filter(value => value !== '')).trim();
}

async function fieldsOf(
  page: PDFPageProxy,
  viewport: PageViewport,
): Promise<Pick<PageLayout, 'widgets' | 'annotations'>> {
  const widgets: Widget[] = [];
  const annotations: Annotation[] = [];
  const raws = (await page.getAnnotations()) as RawAnnotation[];
  for (const raw of raws.slice(0, fieldsMax)) {
    const { rect, subtype } = raw;
    if (!Array.isArray(rect)) continue;
    const box = shownBox(viewport, rect as number[]);
    const widget = subtype === 'Widget' ? widgetOf(raw, box) : undefined;
    if (widget !== undefined) widgets.push(widget);
    const kind = typeof subtype === 'string' ? annotationKinds[subtype] : undefined;
    if (kind !== undefined) {
      const text = noteOf(raw);
      annotations.push({ kind, box, ...(text === '' ? {} : { text }) });
    }
  }
  return { widgets, annotations };
}

/** Renders a page; a scale that would need too many pixels is reduced. */
async function draw(page: PDFPageProxy, wishedScale: number) {
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(wishedScale, Math.sqrt(pixelsMax / Math.max(1, width * height)));
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(
    Math.max(1, Math.min(pixelsMax, Math.floor(viewport.width))),
    Math.max(1, Math.floor(viewport.height)),
  );
  await page.render({ canvas: canvas as never, viewport }).promise;
  return { canvas, scale };
}

function pictureOf(canvas: Canvas): Picture {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return { data, width: canvas.width, height: canvas.height };
}

/** Straightens a scanned page: tilted lines are neither read as lines nor recognized as rules. */
function setUpright(canvas: Canvas): Canvas {
  const { width, height } = canvas;
  const degrees = tiltOf(maskOf(pictureOf(canvas)), width, height);
  if (degrees === 0) return canvas;
  const upright = createCanvas(width, height);
  const paper = upright.getContext('2d');
  paper.fillStyle = '#ffffff';
  paper.fillRect(0, 0, width, height);
  paper.translate(width / 2, height / 2);
  paper.rotate((-degrees * Math.PI) / 180);
  paper.drawImage(canvas, -width / 2, -height / 2);
  return upright;
}

/** Removes the page's frames and handwriting, which make the words around them hard to read. */
function withoutPixels(canvas: Canvas, pixels: Uint8Array): Canvas {
  const { width, height } = canvas;
  const image = canvas.getContext('2d').getImageData(0, 0, width, height);
  whiten(image, pixels);
  const cleaned = createCanvas(width, height);
  cleaned.getContext('2d').putImageData(image, 0, 0);
  return cleaned;
}

/** The words of a page without recognition. */
export interface PageWords {
  readonly words: Word[];
  /** Whether they are a real text layer. */
  readonly isText: boolean;
}

/** Returns the words of a page's text layer. */
export async function wordsOn(page: PDFPageProxy, viewport: PageViewport): Promise<PageWords> {
  const content = await page.getTextContent({ disableNormalization: false });
  const words = content.items
    .flatMap(item => ('str' in item ? wordsOf(item as TextRun, viewport) : []))
    .slice(0, wordsMax);
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return { words, isText: letters >= lettersLeast };
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

/** Renders one page as it is read: found places are places on this image, a straightened one for a scan. */
export async function drawPage(page: PDFPageProxy): Promise<Buffer> {
  const { isText } = await wordsOn(page, page.getViewport({ scale: 1 }));
  // A scan is straightened with the same pixels that it is read from: others might give another angle.
  const { canvas } = await draw(page, isText ? inkPixelsPerPoint : recognitionPixelsPerPoint);
  return (isText ? canvas : setUpright(canvas)).toBuffer('image/png');
}

/** Reads one page; recognizes one without a text layer. */
export async function readPage(
  page: PDFPageProxy,
  openRecognizer: () => Promise<Recognizer>,
): Promise<PageLayout> {
  const viewport = page.getViewport({ scale: 1 });
  const { words, isText } = await wordsOn(page, viewport);
  const drawn = await draw(page, isText ? inkPixelsPerPoint : recognitionPixelsPerPoint);
  const { scale } = drawn;
  const canvas = isText ? drawn.canvas : setUpright(drawn.canvas);
  const measured = measureInk(pictureOf(canvas), scale);
  const base = {
    number: page.pageNumber,
    width: viewport.width,
    height: viewport.height,
    ...(await fieldsOf(page, viewport)),
  };
  if (isText && !hasUnreadPrint(measured.letters, words, viewport))
    return { ...base, ink: measured.ink, source: 'text', confidence: null, words };
  // The words of the text layer are where they are, so such a page isn't straightened.
  const finer = isText ? await draw(page, recognitionPixelsPerPoint) : { canvas, scale };
  const { ink, notPrint, print } = isText ? measureInk(pictureOf(finer.canvas), finer.scale) : measured;
  const recognizer = await openRecognizer();
  const cleaned = withoutPixels(finer.canvas, notPrint);
  const recognized = await recognizer.recognize(
    { canvas: finer.canvas, cleaned, print, taken: notPrint },
    finer.scale,
  );
  return {
    ...base,
    ink,
    source: 'recognition',
    confidence: recognized.confidence,
    words: [...wordsBeside(recognized.words.slice(0, wordsMax), words), ...words],
  };
}
