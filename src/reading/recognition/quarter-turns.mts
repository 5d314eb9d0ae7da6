/**
 * Finds out whether a page is upside down or sideways: its lines are read both ways, and the surer way wins.
 */
import type { Canvas } from '@napi-rs/canvas';
import type { Box, QuarterTurn } from '../../domain/auth-checks/extraction.ts';
import { turned } from '../page-canvas.mts';

/** This many of the longest lines are read in both directions. */
const linesRead = 8;
/** A line of print is longer than high by this ratio; shorter ones don't say in which direction they run. */
const longLeast = 3;
/** A turn must be surer than the page as it is by this much, of 1. */
const surerLeast = 0.08;

/** Reads lines of a page. */
export interface LineReading {
  readonly findLines: (page: Canvas) => Promise<readonly Box[]>;
  /** Returns the confidence of each character in a line, 0 to 1. */
  readonly surenessIn: (page: Canvas, line: Box) => Promise<readonly number[]>;
}

async function surenessOf({ surenessIn }: LineReading, page: Canvas, lines: readonly Box[]): Promise<number> {
  let [sum, count] = [0, 0];
  for (const line of lines)
    for (const sureness of await surenessIn(page, line)) [sum, count] = [sum + sureness, count + 1];
  return count === 0 ? 0 : sum / count;
}

/** Returns by how much a page must be turned clockwise to be read; 0 if nothing speaks for a turn. */
export async function quarterTurnOf(reading: LineReading, page: Canvas): Promise<QuarterTurn> {
  const found = await reading.findLines(page);
  const lengthOf = (lines: readonly Box[], isAlong: ({ width, height }: Box) => boolean): number =>
    lines.filter(isAlong).reduce((sum, { width, height }) => sum + Math.max(width, height), 0);
  const across = lengthOf(found, ({ width, height }) => width > height * longLeast);
  const down = lengthOf(found, ({ width, height }) => height > width * longLeast);
  const isSideways = down > across;
  const base = isSideways ? turned(page, 90) : page;
  const lines = (isSideways ? await reading.findLines(base) : found)
    .filter(({ width, height }) => width > height * longLeast)
    .toSorted((a, b) => b.width - a.width)
    .slice(0, linesRead);
  const flipped = lines.map(({ x, y, width, height }) => ({
    x: base.width - x - width,
    y: base.height - y - height,
    width,
    height,
  }));
  const asIs = await surenessOf(reading, base, lines);
  const reversed = await surenessOf(reading, turned(base, 180), flipped);
  if (isSideways) return reversed > asIs ? 270 : 90;
  return reversed > asIs + surerLeast ? 180 : 0;
}
