/** The connected dark parts of a page's image: letters, pen strokes, images. */
import type { Box } from '../domain/auth-checks/extraction.ts';

/** Smaller is a letter, a check mark, or a speck. */
const strokeLeastPoints = 9;
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

/**
 * Returns the connected dark parts of a mask, each with its box and number of pixels, without small ones;
 * the centers of those that can be printed letters, x and y in turn; and the pixels of all parts larger
 * than print.
 */
export function connectedParts(mask: Uint8Array, width: number, height: number, pixelsPerPoint: number) {
  const parts: Array<{ box: Box; pixels: number; drawing: readonly string[] | undefined }> = [];
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
    if (right - left >= least || bottom - top >= least) {
      const box = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
      parts.push({ box, pixels, drawing: drawingOf(large.slice(first), box, width, pixelsPerPoint) });
    }
    if (!isLargerThanPrint((right - left) / pixelsPerPoint, (bottom - top) / pixelsPerPoint))
      large.length = first;
  }
  return { parts, letters, large };
}
