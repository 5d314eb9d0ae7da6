/** The connected dark parts of a page's image: letters, pen strokes, images. */
import type { Box } from '../domain/auth-checks/extraction.ts';

/** Smaller is a letter, a check mark, or a speck. */
const strokeLeastPoints = 9;
/** Smaller is a dot or a speck, and no check mark. */
const smallLeastPoints = 4;
/** A page of small print has as many letters. */
const smallMax = 8_000;
/** How far from its edges ink is at them, and its middle begins, as shares of its sides. */
const [ring, inset] = [0.15, 0.28];
/** Handwriting is neither smaller nor larger; only such parts get a drawing. */
const drawnPoints = { width: [7, 340], height: [3, 80] } as const;
/** A larger part is drawn more coarsely, so that the drawings of a page stay small. */
const drawnCellsMost = { width: 160, height: 40 } as const;

/** The sizes of a printed letter. */
const letterPoints = { width: [0.8, 14], height: [3, 14] } as const;

const isWithin = (length: number, [least, most]: readonly [number, number]): boolean =>
  length >= least && length <= most;

/** Whether a connected part isn't a line of print: what is next to it is read better without it. */
function isLargerThanPrint(widthPoints: number, heightPoints: number): boolean {
  return heightPoints >= 13 || (widthPoints >= 60 && heightPoints >= 10);
}

/**
 * Returns a coarse drawing of a part, from the indexes of its pixels: a cell for each point, up to 160 by 40;
 * `undefined` if it's smaller or larger than handwriting.
 */
function drawingOf(
  pixels: readonly number[],
  { x, y, width, height }: Box,
  maskWidth: number,
  pixelsPerPoint: number,
): readonly string[] | undefined {
  const isHandwritingSize =
    isWithin(width / pixelsPerPoint, drawnPoints.width) &&
    isWithin(height / pixelsPerPoint, drawnPoints.height);
  if (!isHandwritingSize) return undefined;
  const columns = Math.min(drawnCellsMost.width, Math.ceil(width / pixelsPerPoint));
  const rows = Math.min(drawnCellsMost.height, Math.ceil(height / pixelsPerPoint));
  const cells = Array.from({ length: rows }, () => new Uint8Array(columns));
  for (const index of pixels) {
    const row = Math.floor(index / maskWidth);
    const cell = cells[Math.floor(((row - y) * rows) / height)];
    if (cell !== undefined) cell[Math.floor(((index - row * maskWidth - x) * columns) / width)] = 1;
  }
  return cells.map(cell => Array.from(cell, dark => (dark === 1 ? '#' : '.')).join(''));
}

/** A small part: the share of its edges that has ink, and the dark share of its middle, 0 to 1. */
export interface SmallPart {
  readonly box: Box;
  readonly edge: number;
  readonly inner: number;
}

function smallPartOf(pixels: readonly number[], box: Box, maskWidth: number): SmallPart {
  const { x, y, width, height } = box;
  const near = (side: number): number => Math.max(1, Math.round(side * ring));
  const [across, down] = [Math.round(width * inset), Math.round(height * inset)];
  // For each column, whether it has ink at the top and at the bottom; for each row, at the left and right.
  const edges = new Uint8Array(2 * (width + height));
  let inMiddle = 0;
  for (const index of pixels) {
    const row = Math.floor(index / maskWidth);
    const [column, line] = [index - row * maskWidth - x, row - y];
    if (line < near(height)) edges[column] = 1;
    if (line >= height - near(height)) edges[width + column] = 1;
    if (column < near(width)) edges[2 * width + line] = 1;
    if (column >= width - near(width)) edges[2 * width + height + line] = 1;
    const isInMiddle = column >= across && column < width - across && line >= down && line < height - down;
    if (isInMiddle) inMiddle += 1;
  }
  const shareOf = (count: number, of: number): number => (of <= 0 ? 0 : Math.round((count / of) * 100) / 100);
  return {
    box,
    edge: shareOf(
      edges.reduce((sum, one) => sum + one, 0),
      edges.length,
    ),
    inner: shareOf(inMiddle, (width - 2 * across) * (height - 2 * down)),
  };
}

/**
 * Returns the connected dark parts of a mask, each with its box and number of pixels; apart from them, the
 * small ones; the centers of those that can be printed letters, x and y in turn; and the pixels of all parts
 * larger than print.
 */
export function connectedParts(mask: Uint8Array, width: number, height: number, pixelsPerPoint: number) {
  const parts: Array<{ box: Box; pixels: number; drawing: readonly string[] | undefined }> = [];
  const small: SmallPart[] = [];
  const large: number[] = [];
  const letters: number[] = [];
  const stack: number[] = [];
  for (let start = mask.indexOf(1); start >= 0; start = mask.indexOf(1, start + 1)) {
    let [left, right, top, bottom, pixels] = [width, 0, height, 0, 0];
    const first = large.length;
    mask[start] = 2;
    stack.push(start);
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      const y = Math.floor(index / width);
      const x = index - y * width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      pixels += 1;
      large.push(index);
      // Two pixels apart is still one stroke: a removed rule leaves such a gap.
      for (let dy = -2; dy <= 2; dy += 1) {
        const row = y + dy;
        if (row < 0 || row >= height) continue;
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const next = row * width + column;
          if (mask[next] === 1) {
            mask[next] = 2;
            stack.push(next);
          }
        }
      }
    }
    const isLetter =
      isWithin((right - left + 1) / pixelsPerPoint, letterPoints.width) &&
      isWithin((bottom - top + 1) / pixelsPerPoint, letterPoints.height);
    if (isLetter) letters.push((left + right) / 2, (top + bottom) / 2);
    const least = strokeLeastPoints * pixelsPerPoint;
    const box = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
    const isSmall = Math.min(right - left, bottom - top) >= smallLeastPoints * pixelsPerPoint;
    if (right - left < least && bottom - top < least) {
      if (isSmall && small.length < smallMax) small.push(smallPartOf(large.slice(first), box, width));
    } else {
      parts.push({ box, pixels, drawing: drawingOf(large.slice(first), box, width, pixelsPerPoint) });
    }
    if (!isLargerThanPrint((right - left) / pixelsPerPoint, (bottom - top) / pixelsPerPoint))
      large.length = first;
  }
  return { parts, small, letters, large };
}
