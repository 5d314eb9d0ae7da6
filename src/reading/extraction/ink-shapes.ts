/** What a stroke's drawing shows: a cross or a straight line. */
import type { InkStroke } from '../document-layout';

/** A straight line across a drawing, from side to side. */
interface LineAcross {
  /** Its height at both sides, 0 at the top, 1 at the bottom. */
  readonly from: number;
  readonly to: number;
  /** How much of it is dark, 0 to 1. */
  readonly dark: number;
}

/** A mark is a stroke that isn't a signature. */
export type Mark = 'cross' | 'line';

type Drawing = readonly string[];

/** A drawing needs this many rows before a line through it differs from the drawing. */
const rowsLeast = 5;
const lineDark = 0.88;
/** A cross that marks a place is about as high as it is wide. */
const crossSizes = { least: 5, most: 45, ratio: 3 } as const;
/** Below this a stroke is a line, whatever it is wide. */
const lineHeight = 4;

function darkAlong(drawing: Drawing, from: number, to: number): number {
  const columns = drawing[0]?.length ?? 0;
  const last = drawing.length - 1;
  let dark = 0;
  for (let column = 0; column < columns; column += 1) {
    const share = columns === 1 ? 0 : column / (columns - 1);
    const row = Math.round((from + (to - from) * share) * last);
    if (drawing[row]?.[column] === '#') dark += 1;
  }
  return columns === 0 ? 0 : dark / columns;
}

/** Returns the darkest straight line from the left to the right side within two ranges of heights. */
function darkest(
  drawing: Drawing,
  [fromLeast, fromMost]: readonly [number, number],
  [toLeast, toMost]: readonly [number, number],
): LineAcross {
  const rows = Math.max(2, drawing.length);
  let best: LineAcross = { from: 0, to: 0, dark: 0 };
  for (let from = fromLeast; from <= fromMost + 1e-9; from += 1 / (rows - 1))
    for (let to = toLeast; to <= toMost + 1e-9; to += 1 / (rows - 1)) {
      const dark = darkAlong(drawing, from, to);
      if (dark > best.dark) best = { from, to, dark };
    }
  return best;
}

/** The share of a drawing's dark cells that are near a line. */
function shareNear(drawing: Drawing, lines: readonly LineAcross[]): number {
  const last = Math.max(1, drawing.length - 1);
  const columns = drawing[0]?.length ?? 0;
  let [near, all] = [0, 0];
  drawing.forEach((row, y) => {
    for (let column = 0; column < columns; column += 1) {
      if (row[column] !== '#') continue;
      all += 1;
      const share = columns === 1 ? 0 : column / (columns - 1);
      const isNear = lines.some(
        ({ from, to }) => Math.abs((from + (to - from) * share) * last - y) <= Math.max(1.6, last * 0.14),
      );
      if (isNear) near += 1;
    }
  });
  return all === 0 ? 0 : near / all;
}

function diagonalsOf(drawing: Drawing): readonly [LineAcross, LineAcross] {
  return [darkest(drawing, [0, 0.3], [0.7, 1]), darkest(drawing, [0.7, 1], [0, 0.3])];
}

/** Returns the mark that a stroke is, if it is only that: a cross, or a straight line. */
export function markOf({ box, drawing }: InkStroke): Mark | undefined {
  if (box.height <= lineHeight) return 'line';
  if (drawing === undefined || drawing.length < rowsLeast) return undefined;
  const [down, up] = diagonalsOf(drawing);
  const isCrossSize =
    box.width >= crossSizes.least &&
    box.width <= crossSizes.most &&
    box.height <= crossSizes.most &&
    box.width < box.height * crossSizes.ratio &&
    box.height < box.width * crossSizes.ratio;
  if (isCrossSize && down.dark >= 0.8 && up.dark >= 0.8 && shareNear(drawing, [down, up]) > 0.85)
    return 'cross';
  if (box.width < 40) return undefined;
  const across = darkest(drawing, [0, 1], [0, 1]);
  return across.dark >= lineDark && shareNear(drawing, [across]) > 0.9 ? 'line' : undefined;
}
