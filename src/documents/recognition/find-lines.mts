/** Finds where lines of print stand on a page: a network says of each pixel how likely it is of a line, and what hangs together is one. */
import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import type { Box } from '../../domain/auth-checks/document-layout.ts';

/** The longer side of the picture that is looked at, in pixels: print of 8 points has 11 of them on a letter page. At 960 lines are missed; at 1,600 none is found that is not at 1,120, in twice the time. */
const longerSide = 1_120;
/** The network halves its picture five times. */
const sideStep = 32;
/** A pixel that is likelier than this is of a line. */
const isLineFrom = 0.3;
/** What hangs together is a line where its pixels are as likely as this. */
const lineLeast = 0.6;
/** Fewer pixels, along or down, are a speck. */
const pixelsLeast = 3;
/** The network sees a line thinner than it is, by so much of its area over its girth. */
const thinning = 1.5;
/** A page of print has fewer. */
const linesMax = 1_000;

// What the network was taught with, blue first.
const [means, deviations] = [
  [0.406, 0.456, 0.485],
  [0.225, 0.224, 0.229],
] as const;

/** Part of a picture, drawn in another size. @returns four bytes a pixel */
export function drawnAs(canvas: Canvas, from: Box, width: number, height: number): Uint8ClampedArray {
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, from.x, from.y, from.width, from.height, 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data;
}

/** The colours of a picture as a network takes them: one plane each, blue first. */
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

/** A picture as a network takes it. */
export interface Planes {
  readonly planes: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** A page as its lines are looked for. */
export function pageAsLookedAt(page: Canvas): Planes {
  const scale = Math.min(1, longerSide / Math.max(page.width, page.height));
  const sideOf = (pixels: number): number =>
    Math.max(sideStep, Math.round((pixels * scale) / sideStep) * sideStep);
  const [width, height] = [sideOf(page.width), sideOf(page.height)];
  const pixels = drawnAs(page, { x: 0, y: 0, width: page.width, height: page.height }, width, height);
  return {
    planes: planesOf(pixels, (part, plane) => (part - means[plane]) / deviations[plane]),
    width,
    height,
  };
}

/** How likely each pixel is of a line. */
interface Likelihood {
  readonly values: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** A part that hangs together. */
interface Part {
  left: number;
  right: number;
  top: number;
  bottom: number;
  sum: number;
  count: number;
}

/** Takes the part in which a pixel lies, and marks its pixels as seen. */
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

/** The box of a part on the page, as thick as the line is; `undefined` for what is no line. */
function lineOf(
  { left, right, top, bottom, sum, count }: Part,
  { width, height }: Likelihood,
  page: Pick<Canvas, 'width' | 'height'>,
): Box | undefined {
  const [across, down] = [right - left + 1, bottom - top + 1];
  if (Math.min(across, down) < pixelsLeast || sum / count < lineLeast) return undefined;
  const more = (across * down * thinning) / (2 * (across + down));
  const [wider, higher] = [page.width / width, page.height / height];
  const x = Math.max(0, (left - more) * wider);
  const y = Math.max(0, (top - more) * higher);
  return {
    x,
    y,
    width: Math.min(page.width, (right + 1 + more) * wider) - x,
    height: Math.min(page.height, (bottom + 1 + more) * higher) - y,
  };
}

async function likelihoodOf(detector: InferenceSession, page: Canvas): Promise<Likelihood> {
  const { planes, width, height } = pageAsLookedAt(page);
  const [input = ''] = detector.inputNames;
  const [output = ''] = detector.outputNames;
  const found = await detector.run({ [input]: new Tensor('float32', planes, [1, 3, height, width]) });
  const values = found[output]?.data;
  if (!(values instanceof Float32Array)) throw new TypeError('the detector of lines answers otherwise');
  return { values, width, height };
}

/** The lines of a page that is upright, in pixels, from the top; at most 1,000. */
export async function findLines(detector: InferenceSession, page: Canvas): Promise<readonly Box[]> {
  const likelihood = await likelihoodOf(detector, page);
  const seen = new Uint8Array(likelihood.values.length);
  const lines: Box[] = [];
  for (let at = 0; at < seen.length && lines.length < linesMax; at += 1) {
    if (seen[at] === 1 || (likelihood.values[at] ?? 0) < isLineFrom) continue;
    const line = lineOf(takePart(likelihood, seen, at), likelihood, page);
    if (line !== undefined) lines.push(line);
  }
  return lines;
}
