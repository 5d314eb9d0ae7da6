/**
 * Finds the lines of print on a page: for each pixel, a network estimates how likely it belongs to a line,
 * and connected pixels form one.
 */
import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import type { Box } from '../../domain/auth-checks/extraction.ts';
import { release } from '../page-canvas.mts';

/**
 * The longer side of the scanned image, in pixels: 8-point print is 11 pixels high on a letter page. At 960
 * lines are missed; at 1,600 nothing more is found than at 1,120, in twice the time.
 */
const longerSide = 1_120;
/** The network halves its image five times. */
const sideStep = 32;
/** A pixel above this likelihood belongs to a line. */
const isLineFrom = 0.3;
/** Connected pixels are a line if their average likelihood is at least this. */
const lineLeast = 0.6;
/** Fewer pixels, in either direction, are a speck. */
const pixelsLeast = 3;
/** The network sees a line thinner than it is, by this multiple of its area over its perimeter. */
const thinning = 1.5;
/** A page of print has fewer. */
const linesMax = 1_000;

/** A page is scanned up to where nothing is darker than its paper by this much of 255. */
const darkerLeast = 32;
/**
 * Margins are detected in squares of this many pixels a side; a square counts if this many of its pixels are
 * darker: a single digit's are, dust isn't.
 */
const squareSide = 16;
const darkerPixelsLeast = 6;

// The normalization of the network's training, blue first.
const [means, deviations] = [
  [0.406, 0.456, 0.485],
  [0.225, 0.224, 0.229],
] as const;

/** Renders part of an image in another size. @returns four bytes per pixel */
export function drawnAs(canvas: Canvas, from: Box, width: number, height: number): Uint8ClampedArray {
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, from.x, from.y, from.width, from.height, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  release(context.canvas);
  return data;
}

/** Returns the colors of an image for a network: one plane each, blue first. */
export function planesOf(
  pixels: Uint8ClampedArray,
  valueOf: (part: number, plane: 0 | 1 | 2) => number,
): Float32Array {
  const size = pixels.length / 4;
  const planes = new Float32Array(3 * size);
  for (const plane of [0, 1, 2] as const) {
    // Calculated once for each of 256 bytes, not for each of millions of pixels.
    const values = Float32Array.from({ length: 256 }, (_, byte) => valueOf(byte / 255, plane));
    for (let index = 0; index < size; index += 1)
      planes[plane * size + index] = values[pixels[index * 4 + 2 - plane] ?? 255] ?? 0;
  }
  return planes;
}

/** An image for a network. */
export interface Planes {
  readonly planes: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** The scanned part of a page, in another size than the page's. */
export interface Looked extends Planes {
  /** Its position in the whole. */
  readonly left: number;
  readonly top: number;
  /** How many pixels of the page make one of its own. */
  readonly across: number;
  readonly down: number;
}

/** An image of four bytes per pixel. */
interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Returns the brightness at which at most half of the pixels are darker: most of a page is paper. */
function paperOf(counts: Uint32Array, pixels: number): number {
  let [brightness, darker] = [0, counts[0] ?? 0];
  while (darker * 2 < pixels) {
    brightness += 1;
    darker += counts[brightness] ?? 0;
  }
  return brightness;
}

/** Returns the first and last of numbers, plus one at each side; `undefined` for none. */
function spanOf(numbers: ReadonlySet<number>, count: number): { first: number; last: number } | undefined {
  if (numbers.size === 0) return undefined;
  return {
    first: Math.max(0, Math.min(...numbers) - 1),
    last: Math.min(count - 1, Math.max(...numbers) + 1),
  };
}

/**
 * Returns a stretch long enough for the network to halve, from its start or, at the image's end, starting
 * earlier.
 */
function stretched({ first, last }: { first: number; last: number }, side: number) {
  const length = Math.ceil(((last - first + 1) * squareSide) / sideStep) * sideStep;
  return { from: Math.min(first * squareSide, side - length), length };
}

/** Returns the part of an image with content, and some paper around it: a quarter of a page is margin. */
function inkedPart({ data, width, height }: Pixels): Box {
  // Green contributes most to brightness.
  const counts = new Uint32Array(256);
  for (let at = 1; at < data.length; at += 4) {
    const green = data[at] ?? 255;
    counts[green] = (counts[green] ?? 0) + 1;
  }
  const darkerThan = paperOf(counts, width * height) - darkerLeast;
  const [columns, rows] = [width / squareSide, height / squareSide];
  const darker = new Uint16Array(columns * rows);
  for (let y = 0, at = 1; y < height; y += 1) {
    const first = Math.floor(y / squareSide) * columns;
    for (let x = 0; x < width; x += 1, at += 4)
      if ((data[at] ?? 255) < darkerThan) {
        const square = first + Math.floor(x / squareSide);
        darker[square] = (darker[square] ?? 0) + 1;
      }
  }
  const [inked, inkedRows] = [new Set<number>(), new Set<number>()];
  for (const [square, count] of darker.entries()) {
    if (count < darkerPixelsLeast) continue;
    inked.add(square % columns);
    inkedRows.add(Math.floor(square / columns));
  }
  const [across, down] = [spanOf(inked, columns), spanOf(inkedRows, rows)];
  if (across === undefined || down === undefined) return { x: 0, y: 0, width, height };
  const [wide, high] = [stretched(across, width), stretched(down, height)];
  return { x: wide.from, y: high.from, width: wide.length, height: high.length };
}

/** Returns the part of a page that is scanned for lines, without margins. @param side its longer side */
export function pageAsLookedAt(page: Canvas, side = longerSide): Looked {
  const scale = Math.min(1, side / Math.max(page.width, page.height));
  const sideOf = (pixels: number): number =>
    Math.max(sideStep, Math.round((pixels * scale) / sideStep) * sideStep);
  const [width, height] = [sideOf(page.width), sideOf(page.height)];
  const data = drawnAs(page, { x: 0, y: 0, width: page.width, height: page.height }, width, height);
  const part = inkedPart({ data, width, height });
  const cut = new Uint8ClampedArray(part.width * part.height * 4);
  for (let row = 0; row < part.height; row += 1) {
    const from = ((part.y + row) * width + part.x) * 4;
    cut.set(data.subarray(from, from + part.width * 4), row * part.width * 4);
  }
  return {
    planes: planesOf(cut, (value, plane) => (value - means[plane]) / deviations[plane]),
    width: part.width,
    height: part.height,
    left: part.x,
    top: part.y,
    across: page.width / width,
    down: page.height / height,
  };
}

/** How likely each pixel belongs to a line. */
interface Likelihood extends Omit<Looked, 'planes'> {
  readonly values: Float32Array;
}

/** A connected part. */
interface Part {
  left: number;
  right: number;
  top: number;
  bottom: number;
  sum: number;
  count: number;
}

/** Takes the part that contains a pixel, and marks its pixels as seen. */
function takePart({ values, width, height }: Likelihood, seen: Uint8Array, start: number): Part {
  const part: Part = { left: width, right: 0, top: height, bottom: 0, sum: 0, count: 0 };
  const waiting = [start];
  seen[start] = 1;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const x = at % width;
    const y = (at - x) / width;
    part.left = Math.min(part.left, x);
    part.right = Math.max(part.right, x);
    part.top = Math.min(part.top, y);
    part.bottom = Math.max(part.bottom, y);
    part.sum += values[at] ?? 0;
    part.count += 1;
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        const next = row * width + column;
        if (seen[next] === 1 || (values[next] ?? 0) < isLineFrom) continue;
        seen[next] = 1;
        waiting.push(next);
      }
  }
  return part;
}

/** Returns the box of a part on the page, as thick as the line; `undefined` if it isn't a line. */
function lineOf(
  { left, right, top, bottom, sum, count }: Part,
  looked: Likelihood,
  page: Pick<Canvas, 'width' | 'height'>,
): Box | undefined {
  const [width, height] = [right - left + 1, bottom - top + 1];
  if (Math.min(width, height) < pixelsLeast || sum / count < lineLeast) return undefined;
  const more = (width * height * thinning) / (2 * (width + height));
  const x = Math.max(0, (looked.left + left - more) * looked.across);
  const y = Math.max(0, (looked.top + top - more) * looked.down);
  return {
    x,
    y,
    width: Math.min(page.width, (looked.left + right + 1 + more) * looked.across) - x,
    height: Math.min(page.height, (looked.top + bottom + 1 + more) * looked.down) - y,
  };
}

async function likelihoodOf(detector: InferenceSession, page: Canvas, side?: number): Promise<Likelihood> {
  const { planes, ...looked } = pageAsLookedAt(page, side);
  const [input = ''] = detector.inputNames;
  const [output = ''] = detector.outputNames;
  const found = await detector.run({
    [input]: new Tensor('float32', planes, [1, 3, looked.height, looked.width]),
  });
  const values = found[output]?.data;
  if (!(values instanceof Float32Array)) throw new TypeError('the detector of lines answers otherwise');
  return { ...looked, values };
}

/**
 * Returns the lines of an upright page, in pixels, from the top; at most 1,000.
 * @param side the longer side of the image in which they are looked for, in pixels
 */
export async function findLines(
  detector: InferenceSession,
  page: Canvas,
  side?: number,
): Promise<readonly Box[]> {
  const likelihood = await likelihoodOf(detector, page, side);
  const seen = new Uint8Array(likelihood.values.length);
  const lines: Box[] = [];
  for (let at = 0; at < seen.length && lines.length < linesMax; at += 1) {
    if (seen[at] === 1 || (likelihood.values[at] ?? 0) < isLineFrom) continue;
    const line = lineOf(takePart(likelihood, seen, at), likelihood, page);
    if (line !== undefined) lines.push(line);
  }
  return lines;
}
