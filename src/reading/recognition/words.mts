/**
 * Splits recognized text into words, by its spaces and by gaps in the ink, in boxes as wide as the ink and as
 * high as the line.
 */
import type { Canvas } from '@napi-rs/canvas';
import type { Box } from '../../domain/auth-checks/extraction.ts';
import type { Word } from '../document-layout.ts';
import type { ReadCharacter } from './read-line.mts';

/** A straightened page. */
export interface UprightPage {
  readonly canvas: Canvas;
  /** The same without frames and handwriting. */
  readonly cleaned: Canvas;
  /** 1 for the removed pixels, else 0. */
  readonly taken: Uint8Array;
  /** 1 for its dark pixels without rules and frames, else 0. */
  readonly print: Uint8Array;
}

/**
 * A gap without ink of this share of a line's height is a space, whether it was read as one or not, if the
 * characters around it are farther apart than others: a value may be close to its label.
 */
const gapLeast = 0.3;
/** The minimum ratio for being farther apart. */
const apartLeast = 1.4;
/**
 * Gray print has ink gaps that aren't spaces; where a value starts, a capital or a digit follows something
 * else.
 */
const isBeginning = /^(?:[^\p{Lu}\s]\p{Lu}|[\p{L}):]\d|[):]\p{L})$/u;
/** Fewer dark pixels in a row or a column are dust, as are fewer in a row than this share of its length. */
const inkLeast = 2;
const inkShareLeast = 0.004;
/**
 * This share of a line's height, in its middle, always belongs to its words: letters without descenders would
 * otherwise get too little.
 */
const middle = 0.7;

/** A character with its place in pixels of the page. */
interface Placed extends ReadCharacter {
  readonly x: number;
}

/** A stretch along a line, in whole pixels; `to` is exclusive. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Returns the number of dark pixels in a column of a line. */
function inkIn({ canvas: { width }, print }: UprightPage, x: number, top: number, bottom: number): number {
  let count = 0;
  for (let y = top; y < bottom; y += 1) count += print[y * width + x] ?? 0;
  return count;
}

/** Returns the stretches of a line with ink, joining those closer than a gap. */
function inkedStretches(page: UprightPage, line: Box, { from, to }: Stretch): Stretch[] {
  const [top, bottom] = [Math.round(line.y), Math.round(line.y + line.height)];
  const stretches: Stretch[] = [];
  for (let x = from; x < to; x += 1) {
    if (inkIn(page, x, top, bottom) < inkLeast) continue;
    const last = stretches.at(-1);
    if (last !== undefined && x - last.to < gapLeast * line.height)
      stretches[stretches.length - 1] = { from: last.from, to: x + 1 };
    else stretches.push({ from: x, to: x + 1 });
  }
  return stretches;
}

/** Returns the rows of a line from the first to the last with ink; the whole line if there are none. */
function rowsOf({ canvas: { width }, print }: UprightPage, line: Box): Stretch {
  const [top, bottom] = [Math.round(line.y), Math.round(line.y + line.height)];
  const [left, right] = [Math.round(line.x), Math.round(line.x + line.width)];
  const least = Math.max(inkLeast, (right - left) * inkShareLeast);
  const isInked = (y: number): boolean => {
    let count = 0;
    for (let x = left; x < right; x += 1) count += print[y * width + x] ?? 0;
    return count >= least;
  };
  let [first, last] = [top, bottom - 1];
  while (first < last && !isInked(first)) first += 1;
  while (last > first && !isInked(last)) last -= 1;
  if (first === last) return { from: top, to: bottom };
  const aside = Math.round((line.height * (1 - middle)) / 2);
  return { from: Math.min(first, top + aside), to: Math.max(last + 1, bottom - aside) };
}

function wordOf(run: readonly Placed[], across: Stretch, rows: Stretch): Word {
  const box = { x: across.from, y: rows.from, width: across.to - across.from, height: rows.to - rows.from };
  const sureness = run.reduce((sum, character) => sum + character.sureness, 0) / run.length;
  return { text: run.map(({ text }) => text).join(''), confidence: Math.round(sureness * 100), box };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Joins stretches whose characters aren't farther apart than elsewhere. */
function joined(stretches: readonly Stretch[], run: readonly Placed[]): Stretch[] {
  const steps = run.slice(1).map(({ x }, index) => x - (run[index]?.x ?? x));
  const isApart = (gap: number): boolean => {
    const after = run.findIndex(({ x }) => x > gap);
    const around = `${run[after - 1]?.text ?? ''}${run[after]?.text ?? ''}`;
    return after > 0 && isBeginning.test(around) && (steps[after - 1] ?? 0) >= apartLeast * median(steps);
  };
  const kept: Stretch[] = [];
  for (const stretch of stretches) {
    const last = kept.at(-1);
    if (last === undefined || isApart((last.to + stretch.from) / 2)) kept.push(stretch);
    else kept[kept.length - 1] = { from: last.from, to: stretch.to };
  }
  return kept;
}

/** Where a run that was read without a space may have ink. */
interface Place {
  readonly line: Box;
  /**
   * The rows of the line: all of its words have the same height, so that a comma is on the line of what
   * precedes it.
   */
  readonly rows: Stretch;
  readonly within: Stretch;
}

/** Returns the words of a run that was read without a space. */
function wordsOfRun(run: readonly Placed[], page: UprightPage, { line, rows, within }: Place): Word[] {
  const stretches = joined(inkedStretches(page, line, within), run);
  const nearest = (x: number): number => {
    const distance = ({ from, to }: Stretch): number => Math.max(from - x, x - to, 0);
    return stretches.reduce(
      (best, stretch, index) => (distance(stretch) < distance(stretches[best] ?? stretch) ? index : best),
      0,
    );
  };
  const parts = stretches.map((): Placed[] => []);
  for (const character of run) parts[nearest(character.x)]?.push(character);
  if (stretches.length === 0) return [wordOf(run, within, rows)];
  return stretches.flatMap((stretch, index) => {
    const own = parts[index] ?? [];
    return own.length === 0 ? [] : [wordOf(own, stretch, rows)];
  });
}

/** Returns the words of a line, in pixels, from the left. */
export function wordsOf(read: readonly ReadCharacter[], line: Box, page: UprightPage): Word[] {
  const placed = read.map(character => ({ ...character, x: line.x + character.at * line.width }));
  const rows = rowsOf(page, line);
  const words: Word[] = [];
  let run: Placed[] = [];
  let from = Math.max(0, Math.floor(line.x));
  const close = (to: number): void => {
    if (run.length > 0)
      words.push(...wordsOfRun(run, page, { line, rows, within: { from, to: Math.ceil(to) } }));
    run = [];
  };
  for (const character of placed) {
    if (character.text === ' ') {
      close(character.x);
      from = Math.floor(character.x);
    } else run.push(character);
  }
  close(Math.min(page.canvas.width, line.x + line.width));
  return words;
}

/** Whether something was removed from the page at a line. */
export function isTouched(line: Box, { canvas: { width }, taken }: UprightPage): boolean {
  for (let y = Math.round(line.y); y < line.y + line.height; y += 1)
    for (let x = Math.round(line.x); x < line.x + line.width; x += 1)
      if (taken[y * width + x] === 1) return true;
  return false;
}
