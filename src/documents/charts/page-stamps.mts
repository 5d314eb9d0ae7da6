import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFObject,
  type PDFPageLeaf,
} from '@cantoo/pdf-lib';
import { bytesOfStream } from './stream-bytes.mts';

const name = {
  contents: PDFName.of('Contents'),
  crop: PDFName.of('CropBox'),
  media: PDFName.of('MediaBox'),
  objects: PDFName.of('XObject'),
  resources: PDFName.of('Resources'),
  rotate: PDFName.of('Rotate'),
  unit: PDFName.of('UserUnit'),
} as const;

/** A page whose stamp is placed, but not yet drawn. */
export interface StampedPage {
  /** Refers to the object that draws the stamp. */
  readonly draw: (object: number) => void;
}

/** Corners in the page's own coordinates. */
interface Area {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

const letter: Area = { left: 0, bottom: 0, right: 612, top: 792 };
/** From the right edge and the bottom of a Letter page, in points. */
const inset = { right: 22, bottom: 11 } as const;
const letterWidth = 612;
/** On a narrower page the stamp shrinks, in points. */
const leastWidth = 130;
/** A page's content beyond this isn't searched for states that it leaves open. */
const contentBytesMax = 32 * 1024 * 1024;

function numberOf(object: PDFObject | undefined): number | undefined {
  return object instanceof PDFNumber && Number.isFinite(object.asNumber()) ? object.asNumber() : undefined;
}

function areaOf(box: PDFObject | undefined): Area | undefined {
  if (!(box instanceof PDFArray) || box.size() !== 4) return undefined;
  const [a, b, c, d] = [0, 1, 2, 3].map(at => numberOf(box.lookup(at)));
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  const area = { left: Math.min(a, c), bottom: Math.min(b, d), right: Math.max(a, c), top: Math.max(b, d) };
  return area.right > area.left && area.top > area.bottom ? area : undefined;
}

/** Returns the part of a page that readers show (ISO 32000-1, 14.11.2). */
function shownArea(page: PDFPageLeaf): Area {
  const media = areaOf(page.lookup(name.media)) ?? letter;
  const crop = areaOf(page.lookup(name.crop)) ?? media;
  const area = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  };
  return area.right > area.left && area.top > area.bottom ? area : media;
}

/** Returns the matrix that brings a stamp, which ends at its origin, to the bottom right as read. */
function matrixOf(page: PDFPageLeaf): readonly number[] {
  const { left, bottom, right, top } = shownArea(page);
  const turn = (((Math.round((numberOf(page.lookup(name.rotate)) ?? 0) / 90) * 90) % 360) + 360) % 360;
  const unit = Math.max(numberOf(page.lookup(name.unit)) ?? 1, 0.01);
  const side = Math.min(right - left, top - bottom);
  // As large as on a Letter page; larger on a poster, and small enough for a label.
  const scale = side * unit > letterWidth ? side / letterWidth : Math.min(1 / unit, side / leastWidth);
  const [across, up] = [inset.right * scale, inset.bottom * scale];
  switch (turn) {
    case 90:
      return [0, scale, -scale, 0, right - up, top - across];
    case 180:
      return [-scale, 0, 0, -scale, left + across, top - up];
    case 270:
      return [0, -scale, scale, 0, left + up, bottom + across];
    default:
      return [scale, 0, 0, scale, right - across, bottom + up];
  }
}

const white = new Set([0, 9, 10, 12, 13, 32]);
const delimiters = new Set(Array.from('()<>[]{}/%').map(character => character.charCodeAt(0)));
const code = { backslash: 92, close: 41, hash: 37, less: 60, more: 62, open: 40 } as const;

/** Returns where a string ends that starts here. */
function afterString(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === code.backslash) at += 1;
    else if (byte === code.open) depth += 1;
    else if (byte === code.close) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return bytes.length;
}

/** Returns where an inline image ends, from its data on. */
function afterImage(bytes: Uint8Array, start: number): number {
  for (let at = start; at + 2 < bytes.length; at += 1)
    if (
      white.has(bytes[at] ?? 0) &&
      bytes[at + 1] === 0x45 &&
      bytes[at + 2] === 0x49 &&
      (at + 3 >= bytes.length || white.has(bytes[at + 3] ?? 0))
    )
      return at + 3;
  return bytes.length;
}

/** Returns the operators of a content stream that save and restore the graphics state. */
function* statesOf(bytes: Uint8Array): Generator<'q' | 'Q'> {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === code.open) at = afterString(bytes, at);
    else if (byte === code.hash) while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
    else if (byte === code.less && bytes[at + 1] !== code.less)
      while (at < bytes.length && bytes[at] !== code.more) at += 1;
    else if (white.has(byte) || (delimiters.has(byte) && byte !== 47)) at += 1;
    else {
      const from = at;
      at += 1;
      while (at < bytes.length && !white.has(bytes[at] ?? 0) && !delimiters.has(bytes[at] ?? 0)) at += 1;
      const length = at - from;
      if (length === 1 && byte === 0x71) yield 'q';
      else if (length === 1 && byte === 0x51) yield 'Q';
      else if (length === 2 && byte === 0x49 && bytes[from + 1] === 0x44) at = afterImage(bytes, at);
    }
  }
}

/** Returns how many saved graphics states a page leaves open, so that its coordinates aren't its own. */
export function openStates(content: Uint8Array): number {
  let open = 0;
  for (const state of statesOf(content)) open = state === 'q' ? open + 1 : Math.max(0, open - 1);
  return open;
}

/** Returns the parts of a page's content; those that can't be read are empty. */
function contentOf(parts: readonly PDFObject[], context: PDFContext): Uint8Array {
  const found: Uint8Array[] = [];
  let left = contentBytesMax;
  for (const part of parts) {
    try {
      const bytes = bytesOfStream(context.lookup(part), left) ?? new Uint8Array();
      left -= bytes.length;
      found.push(bytes, Uint8Array.of(10));
    } catch {
      return new Uint8Array();
    }
  }
  return Buffer.concat(found);
}

/** Returns a dictionary under a key; a new one if there is none. */
function dictionaryIn(holder: PDFDict, key: PDFName): PDFDict {
  const found = holder.lookup(key);
  if (found instanceof PDFDict) return found;
  const made = holder.context.obj({});
  holder.set(key, made);
  return made;
}

/** Returns a new content stream. */
export function streamOf(context: PDFContext, text: string): PDFRef {
  return context.register(PDFRawStream.of(context.obj({}), new Uint8Array(Buffer.from(text, 'latin1'))));
}

/**
 * Draws over the content of a page, in its own coordinates.
 * @param save a stream that saves the graphics state
 */
export function drawOver(page: PDFPageLeaf, context: PDFContext, save: PDFRef, operators: string): void {
  const held = page.get(name.contents);
  const value = held === undefined ? undefined : context.lookup(held);
  const parts =
    value instanceof PDFArray ? value.asArray() : value instanceof PDFStream && held ? [held] : [];
  const restore = 'Q '.repeat(openStates(contentOf(parts, context)) + 1);
  const drawn = streamOf(context, `\n${restore}${operators}\n`);
  page.set(name.contents, context.obj([save, ...parts, drawn]));
}

/** Starts the stamps of pages in one document. */
export function createStamper(context: PDFContext): (page: PDFPageLeaf, index: number) => StampedPage {
  let save: PDFRef | undefined;
  return (page, index) => {
    const matrix = matrixOf(page).map(number => String(Number(number.toFixed(4))));
    const key = `RecordwellPage${index}`;
    save ??= streamOf(context, 'q\n');
    drawOver(page, context, save, `q ${matrix.join(' ')} cm /${key} Do Q`);
    const objects = dictionaryIn(dictionaryIn(page, name.resources), name.objects);
    return { draw: object => objects.set(PDFName.of(key), PDFRef.of(object)) };
  };
}
