/**
 * Reads one line of print: for each narrow strip, a network decides which character it belongs to, or none.
 */
import type { Canvas } from '@napi-rs/canvas';
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import type { Box } from '../../domain/auth-checks/extraction.ts';
import { drawnAs, planesOf, type Planes } from './find-lines.mts';

/** The height that the network reads, in pixels. */
const lineHeight = 48;
/** The width of a strip, in pixels. */
const stripWidth = 8;
/**
 * A line across a letter page in 6-point print; a longer one is squeezed. Lines squeezed to three quarters
 * lose their spaces in small print.
 */
const lineWidthMax = 3_200;

/** A recognized character. */
export interface ReadCharacter {
  readonly text: string;
  /** The position of its middle in the line, from 0 at the left to 1. */
  readonly at: number;
  /** The network's confidence, 0 to 1. */
  readonly sureness: number;
}

/** Returns a line in the form that the network reads. */
export function lineAsRead(page: Canvas, line: Box): Planes {
  const strips = Math.ceil(((line.width / line.height) * lineHeight) / stripWidth);
  const width = Math.min(lineWidthMax, Math.max(2, strips) * stripWidth);
  const planes = planesOf(drawnAs(page, line, width, lineHeight), part => part * 2 - 1);
  return { planes, width, height: lineHeight };
}

/** Returns the most likely class of a strip. */
function likeliest(values: Float32Array, from: number, classes: number): number {
  let best = 0;
  for (let index = 1; index < classes; index += 1)
    if ((values[from + index] ?? 0) > (values[from + best] ?? 0)) best = index;
  return best;
}

/**
 * Returns the characters of a line, from the left. @param characters in the order of the network's classes,
 * the first of which is none
 */
export async function readLine(
  reader: InferenceSession,
  characters: readonly string[],
  page: Canvas,
  line: Box,
): Promise<readonly ReadCharacter[]> {
  const { planes, width, height } = lineAsRead(page, line);
  const [input = ''] = reader.inputNames;
  const [output = ''] = reader.outputNames;
  const found = (await reader.run({ [input]: new Tensor('float32', planes, [1, 3, height, width]) }))[output];
  const values = found?.data;
  const [, steps = 0, classes = 0] = found?.dims ?? [];
  if (!(values instanceof Float32Array) || classes !== characters.length + 1)
    throw new TypeError('the reader of lines answers otherwise');
  const read: ReadCharacter[] = [];
  for (let step = 0, before = 0; step < steps; step += 1) {
    const from = step * classes;
    const best = likeliest(values, from, classes);
    // The same class twice is a character wider than a strip; repeated characters have a none between them.
    if (best !== 0 && best !== before)
      read.push({
        text: characters[best - 1] ?? '',
        at: (step + 0.5) / steps,
        sureness: values[from + best] ?? 0,
      });
    before = best;
  }
  return read;
}
