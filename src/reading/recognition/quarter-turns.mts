/**
 * Finds out whether a page is upside down or sideways: some of its lines are read both ways, and the surer
 * way wins.
 */
import { createCanvas, type Canvas } from '@napi-rs/canvas';
import type { Box, QuarterTurn } from '../../domain/auth-checks/extraction.ts';
import { release, turned } from '../page-canvas.mts';

/** The longer side of the picture in which lines are looked for first, in pixels: half of the usual one. */
const smallSide = 576;
/** A line that is longer than high by this ratio has some words; the shortest ones are read soonest. */
const wordsLeast = 5;
/** This many of them are read first. */
const linesTried = 5;
/** Fewer characters say nothing clearly. */
const charactersLeast = 20;
/** Print is read with more confidence than this, of 1, and print that is upside down with less. */
const clearFrom = 0.9;
/** A page is sideways if this share of its lines is, by their length; and upright or upside down likewise. */
const shareLeast = 0.7;

/** This many of the longest lines are read if the short ones leave a doubt. */
const linesRead = 8;
/** A line of print is longer than high by this ratio; shorter ones don't say in which direction they run. */
const longLeast = 3;
/** A turn must be surer than the page as it is by this much, of 1. */
const surerLeast = 0.08;

/** Reads lines of a page. */
export interface LineReading {
  /** Returns the lines of a page, looked for in a picture of a given size in pixels, or of the usual one. */
  readonly findLines: (page: Canvas, longerSide?: number) => Promise<readonly Box[]>;
  /** Returns the confidence of each character in a line, 0 to 1. */
  readonly surenessIn: (page: Canvas, line: Box) => Promise<readonly number[]>;
}

/** Lines in the direction of a page's rows, and in the direction of its columns. */
interface Directions {
  readonly across: readonly Box[];
  readonly down: readonly Box[];
}

function directionsOf(found: readonly Box[]): Directions {
  return {
    across: found.filter(({ width, height }) => width > height * longLeast),
    down: found.filter(({ width, height }) => height > width * longLeast),
  };
}

function lengthOf(lines: readonly Box[]): number {
  return lines.reduce((sum, { width, height }) => sum + Math.max(width, height), 0);
}

/** Returns the confidence in characters, 0 to 1; 0 for none. */
function averageOf(sureness: readonly number[]): number {
  return sureness.reduce((sum, value) => sum + value, 0) / Math.max(1, sureness.length);
}

/** Returns the confidence in the characters of lines, 0 to 1. */
async function surenessOf({ surenessIn }: LineReading, page: Canvas, lines: readonly Box[]): Promise<number> {
  const read: number[] = [];
  for (const line of lines) read.push(...(await surenessIn(page, line)));
  return averageOf(read);
}

/**
 * Returns the confidence in the characters of lines when each of them is turned clockwise, 0 to 1: that of
 * the middle one, because a line may be handwriting or a stain. 0 for too few characters.
 */
async function surenessTurned(
  { surenessIn }: LineReading,
  page: Canvas,
  lines: readonly Box[],
  degrees: QuarterTurn,
): Promise<number> {
  const averages: number[] = [];
  let characters = 0;
  for (const { x, y, width, height } of lines) {
    const line = createCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
    line.getContext('2d').drawImage(page, x, y, width, height, 0, 0, line.width, line.height);
    const facing = turned(line, degrees);
    const read = await surenessIn(facing, { x: 0, y: 0, width: facing.width, height: facing.height });
    averages.push(averageOf(read));
    characters += read.length;
    release(line);
    release(facing);
    // Most lines are sure: the others can't change that.
    const sure = averages.filter(average => average >= clearFrom).length;
    if (sure > linesTried / 2 && characters >= charactersLeast) break;
  }
  const middle = averages.toSorted((a, b) => a - b)[Math.floor(averages.length / 2)] ?? 0;
  return characters < charactersLeast ? 0 : middle;
}

/**
 * Returns by how much a page must be turned clockwise to be read, from a few short lines that are found in a
 * small picture of it; `undefined` if they don't say it clearly.
 */
export async function clearTurnOf(reading: LineReading, page: Canvas): Promise<QuarterTurn | undefined> {
  const { across, down } = directionsOf(await reading.findLines(page, smallSide));
  const share = lengthOf(down) / Math.max(1, lengthOf(across) + lengthOf(down));
  if (Math.max(share, 1 - share) < shareLeast) return undefined;
  const isSideways = share >= shareLeast;
  const ratioOf = ({ width, height }: Box): number => (isSideways ? height / width : width / height);
  const lines = (isSideways ? down : across)
    .filter(line => ratioOf(line) >= wordsLeast)
    .toSorted((a, b) => ratioOf(a) - ratioOf(b))
    .slice(0, linesTried);
  const [one, other] = isSideways ? ([90, 270] as const) : ([0, 180] as const);
  const asOne = await surenessTurned(reading, page, lines, one);
  if (asOne >= clearFrom) return one;
  const asOther = await surenessTurned(reading, page, lines, other);
  return asOther >= clearFrom && asOther > asOne + surerLeast ? other : undefined;
}

/** Returns by how much a page must be turned clockwise to be read; 0 if nothing speaks for a turn. */
export async function quarterTurnOf(reading: LineReading, page: Canvas): Promise<QuarterTurn> {
  const found = await reading.findLines(page);
  const { across, down } = directionsOf(found);
  const isSideways = lengthOf(down) > lengthOf(across);
  const base = isSideways ? turned(page, 90) : page;
  const lines = directionsOf(isSideways ? await reading.findLines(base) : found)
    .across.toSorted((a, b) => b.width - a.width)
    .slice(0, linesRead);
  const flipped = lines.map(({ x, y, width, height }) => ({
    x: base.width - x - width,
    y: base.height - y - height,
    width,
    height,
  }));
  const asIs = await surenessOf(reading, base, lines);
  const upended = turned(base, 180);
  const reversed = await surenessOf(reading, upended, flipped);
  release(upended);
  if (isSideways) release(base);
  if (isSideways) return reversed > asIs ? 270 : 90;
  return reversed > asIs + surerLeast ? 180 : 0;
}
