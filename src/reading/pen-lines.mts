/** Straight lines through handwriting, as people draw them through what no longer counts. */
import type { Box } from '../domain/auth-checks/extraction.ts';
import type { PenLine } from './document-layout.ts';

/** The dark pixels of a page: 1 where it is dark. */
interface Mask {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly pixelsPerPoint: number;
}

/** The dark pixels of a part of a page; `left` and `top` are its place on the page. */
interface Grid {
  readonly dark: Uint8Array;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A line across a grid that may be bent a little: the row it has in each column from `first` to `last`. */
interface Course {
  readonly first: number;
  readonly last: number;
  readonly rowAt: (column: number) => number;
}

/** Handwriting is neither smaller nor larger. In points. */
const sizes = { width: [26, 400], height: [6, 75] } as const;
/** Parts this near to each other are one piece of handwriting. In points. */
const gap = { across: 16, down: 5 } as const;
/** A part that is narrower or lower is a speck. In points. */
const partLeast = 3;
/** A rule that crosses handwriting out ends this near to it; the form's own goes on. In points. */
const ruleReach = 15;
/** A form has fewer pieces of handwriting. */
const piecesMax = 60;
/** So many lines are looked for in one piece: the form's own, and the two of a cross. */
const linesMax = 3;
/** How far the middle of a line is bent up or down. In points. */
const bends = [0, -1, 1] as const;
/** The most that a line rises or falls, as a share of its width. */
const slopeMost = 0.6;
/** The dark share of a line: a pen skips on rough paper. */
const darkLeast = 0.95;
/** How much of the ink's width may be left over at the left and at the right of a line. */
const leftovers = [
  [0, 0],
  [0.1, 0],
  [0.05, 0.05],
  [0, 0.1],
] as const;
/** The least share of the ink's width that a line covers. */
const coverLeast = 0.9;
/** So many columns show whether a line is dark. */
const samplesMost = 120;
/** So many courses that pass in those columns are measured in all of them. */
const coursesMost = 12;
/** Where the middle of a line is in the height of the ink: flourishes are lower. */
const middle = { least: 0.2, most: 0.75 } as const;
/** The share of the other ink that is above the line, and below it; letters in a row make short lines. */
const sideLeast = { short: 0.15, long: 0.05 } as const;
/** In points. */
const shortBelow = 60;
/** A line that goes on this far beyond the other ink is the form's, in points. */
const beyondMost = 30;
/** Ink nearer to a line is a part of it. In points. */
const nearby = 1.5;

// `around` of the extraction's text-segments.ts, which an ES module that Node runs directly can't import.
const around = (boxes: readonly Box[]): Box => {
  const [x, y] = [Math.min(...boxes.map(box => box.x)), Math.min(...boxes.map(box => box.y))];
  const width = Math.max(...boxes.map(box => box.x + box.width)) - x;
  return { x, y, width, height: Math.max(...boxes.map(box => box.y + box.height)) - y };
};

const isNear = (a: Box, b: Box, across: number, down: number): boolean =>
  a.x < b.x + b.width + across &&
  a.x + a.width > b.x - across &&
  a.y < b.y + b.height + down &&
  a.y + a.height > b.y - down;

/** Returns where a page has handwriting that a line may run through, with the rules that end at its sides. */
function piecesOf(strokes: readonly Box[], rules: readonly Box[]): Box[] {
  const low = strokes.filter(({ height }) => height <= sizes.height[1]);
  let pieces: Box[][] = [];
  for (const box of low) {
    if (box.width < partLeast || box.height < partLeast) continue;
    const { touching = [], others = [] } = Object.groupBy(pieces, piece =>
      piece.some(part => isNear(part, box, gap.across, gap.down)) ? 'touching' : 'others',
    );
    pieces = [...others, [box, ...touching.flat()]];
  }
  const ruled = rules.flatMap(rule => {
    const crossed = rule.width > rule.height ? low.filter(box => isNear(box, rule, 0, partLeast)) : [];
    if (crossed.length === 0) return [];
    const ink = around(crossed);
    const isLonger = ink.x - rule.x > ruleReach || rule.x + rule.width - ink.x - ink.width > ruleReach;
    return isLonger ? [] : [around([ink, rule])];
  });
  return [...pieces.map(around), ...ruled]
    .filter(
      ({ width, height }) =>
        width >= sizes.width[0] &&
        width <= sizes.width[1] &&
        height >= sizes.height[0] &&
        height <= sizes.height[1],
    )
    .slice(0, piecesMax);
}

function gridOf({ pixels, width: pageWidth, pixelsPerPoint }: Mask, box: Box): Grid {
  const [left, top] = [Math.floor(box.x * pixelsPerPoint), Math.floor(box.y * pixelsPerPoint)];
  const width = Math.min(pageWidth - left, Math.ceil(box.width * pixelsPerPoint));
  const height = Math.min(pixels.length / pageWidth - top, Math.ceil(box.height * pixelsPerPoint));
  const dark = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const start = (top + row) * pageWidth + left;
    dark.set(pixels.subarray(start, start + width), row * width);
  }
  return { dark, left, top, width, height };
}

/** Returns the first and the last column with ink; the last one is before the first if there is none. */
function extentOf({ dark, width }: Grid): readonly [first: number, last: number] {
  let [first, last] = [width, -1];
  for (let index = dark.indexOf(1); index >= 0; index = dark.indexOf(1, index + 1)) {
    first = Math.min(first, index % width);
    last = Math.max(last, index % width);
  }
  return [first, last];
}

/** How far a pen strays from its line, half a point, in pixels. */
const wobbleOf = (pixelsPerPoint: number): number => Math.round(pixelsPerPoint / 2);

/** Returns the ink made thicker upward and downward, because no hand draws quite straight. */
function thickened({ dark, width }: Grid, by: number): Uint8Array {
  const thick = dark.slice();
  for (let index = dark.indexOf(1); index >= 0; index = dark.indexOf(1, index + 1))
    for (let rows = 1; rows <= by; rows += 1) {
      if (index >= rows * width) thick[index - rows * width] = 1;
      if (index + rows * width < thick.length) thick[index + rows * width] = 1;
    }
  return thick;
}

/** Returns the numbers below `count`, neighbors far apart in the order, so that the first few say much. */
function farApart(count: number): number[] {
  const rank = (index: number): number => (index * 0.618) % 1;
  return Array.from({ length: count }, (_, index) => index).toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the darkest line from side to side of a grid's ink; `undefined` if there is none. */
function darkestLine(grid: Grid, pixelsPerPoint: number): Course | undefined {
  const { width, height } = grid;
  const [start, end] = extentOf(grid);
  const span = end - start + 1;
  if (span < sizes.width[0] * pixelsPerPoint) return undefined;
  const thick = thickened(grid, wobbleOf(pixelsPerPoint));
  const courseOf =
    (from: number, to: number, bend: number) =>
    (column: number): number => {
      const share = (column - start) / (span - 1);
      return Math.round(from + (to - from) * share + 4 * bend * pixelsPerPoint * share * (1 - share));
    };
  const isDark = (column: number, row: number): boolean =>
    row >= 0 && row < height && thick[row * width + column] === 1;
  const count = Math.min(span, samplesMost);
  const samples = farApart(count).map(index => start + Math.round((index * (span - 1)) / (count - 1)));
  const missesMost = count * (1 - coverLeast * darkLeast);
  const passing: Array<{ readonly misses: number; readonly rowAt: Course['rowAt'] }> = [];
  for (const bend of bends)
    for (let from = 0; from < height; from += 2)
      for (let to = 0; to < height; to += 2) {
        if (Math.abs(from - to) > span * slopeMost) continue;
        const rowAt = courseOf(from, to, bend);
        let misses = 0;
        for (const column of samples) {
          if (!isDark(column, rowAt(column))) misses += 1;
          if (misses > missesMost) break;
        }
        if (misses <= missesMost) passing.push({ misses: misses + Math.abs(bend), rowAt });
      }
  let best: (Course & { readonly score: number }) | undefined;
  for (const { rowAt } of passing.toSorted((a, b) => a.misses - b.misses).slice(0, coursesMost)) {
    const darkBefore = new Uint32Array(span + 1);
    for (let index = 0; index < span; index += 1)
      darkBefore[index + 1] = (darkBefore[index] ?? 0) + Number(isDark(start + index, rowAt(start + index)));
    for (const [left, right] of leftovers) {
      const [first, last] = [Math.round(span * left), Math.round(span * (1 - right)) - 1];
      const share = ((darkBefore[last + 1] ?? 0) - (darkBefore[first] ?? 0)) / (last - first + 1);
      const score = share * (1 - left - right);
      if (share >= darkLeast && score > (best?.score ?? 0))
        best = { first: start + first, last: start + last, rowAt, score };
    }
  }
  return best;
}

/** Removes a line from a grid, except where other ink crosses it. */
function erase({ dark, width, height }: Grid, { first, last, rowAt }: Course, reach: number): void {
  const isDark = (column: number, row: number): boolean =>
    row >= 0 && row < height && dark[row * width + column] === 1;
  const runs: Array<{ readonly column: number; readonly top: number; readonly bottom: number }> = [];
  for (let column = first; column <= last; column += 1) {
    const row = rowAt(column);
    const near = Array.from({ length: 2 * reach + 1 }, (_, index) => row - reach + index);
    let top = near.find(at => isDark(column, at));
    if (top === undefined) continue;
    let bottom = top;
    while (isDark(column, top - 1)) top -= 1;
    while (isDark(column, bottom + 1)) bottom += 1;
    runs.push({ column, top, bottom });
  }
  const heights = runs.map(({ top, bottom }) => bottom - top + 1).toSorted((a, b) => a - b);
  const thickness = heights[Math.floor(heights.length * 0.3)] ?? 1;
  for (const { column, top, bottom } of runs)
    if (bottom - top < 2 * thickness + 2)
      for (let row = top; row <= bottom; row += 1) dark[row * width + column] = 0;
}

/** Returns the lines through a piece of handwriting that have other ink above and below them. */
function linesThrough(mask: Mask, box: Box): PenLine[] {
  const { pixelsPerPoint } = mask;
  const grid = gridOf(mask, box);
  const lines: Course[] = [];
  while (lines.length < linesMax) {
    const line = darkestLine(grid, pixelsPerPoint);
    if (line === undefined) break;
    lines.push(line);
    erase(grid, line, wobbleOf(pixelsPerPoint));
  }
  const others = grid.dark.reduce((sum, one) => sum + one, 0);
  const [start, end] = extentOf(grid);
  const isThrough = ({ first, last, rowAt }: Course): boolean => {
    if (Math.max(start - first, last - end) > beyondMost * pixelsPerPoint) return false;
    const at = rowAt(Math.round((first + last) / 2)) / grid.height;
    if (at < middle.least || at > middle.most) return false;
    let [above, below] = [0, 0];
    for (let column = first; column <= last; column += 1)
      for (let row = 0; row < grid.height; row += 1) {
        if (grid.dark[row * grid.width + column] !== 1) continue;
        if (row < rowAt(column) - nearby * pixelsPerPoint) above += 1;
        else if (row > rowAt(column) + nearby * pixelsPerPoint) below += 1;
      }
    const isShort = last - first < shortBelow * pixelsPerPoint;
    const least = others * (isShort ? sideLeast.short : sideLeast.long);
    return above > least && below > least;
  };
  const inPoints = (pixels: number): number => Math.round((pixels / pixelsPerPoint) * 100) / 100;
  return lines
    .filter(isThrough)
    .map(({ first, last, rowAt }) => ({
      left: { x: inPoints(grid.left + first), y: inPoints(grid.top + rowAt(first)) },
      right: { x: inPoints(grid.left + last), y: inPoints(grid.top + rowAt(last)) },
    }));
}

/**
 * Returns the straight lines that run through handwriting from side to side; the form's own rules are among
 * them.
 * @param mask the page's dark pixels with its rules
 * @param strokes what is drawn on the page without rules, in points
 * @param rules in points
 */
export function penLinesOf(mask: Mask, strokes: readonly Box[], rules: readonly Box[]): PenLine[] {
  return piecesOf(strokes, rules).flatMap(box => linesThrough(mask, box));
}
