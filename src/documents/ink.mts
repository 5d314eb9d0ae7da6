import type { Box, InkGrid } from '../domain/auth-checks/document-layout.ts';

/** A picture of a page: four bytes a pixel. */
export interface Picture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

const cellPoints = 4;
/** Darker than this is ink: pencil and blue pens are, the shade behind a heading is not. */
const darkBelow = 170;
/** A dark run of this length is a rule or a frame, not handwriting. */
const ruleLeastPoints = 30;

/** Takes rules and frames out of a mask of dark pixels, along one direction. */
function eraseRuns(
  mask: Uint8Array,
  lines: number,
  length: number,
  at: (line: number, step: number) => number,
  least: number,
): number[] {
  const erased: number[] = [];
  for (let line = 0; line < lines; line += 1) {
    let run = 0;
    for (let step = 0; step <= length; step += 1) {
      if (step < length && mask[at(line, step)] === 1) {
        run += 1;
        continue;
      }
      if (run >= least) for (let back = 1; back <= run; back += 1) erased.push(at(line, step - back));
      run = 0;
    }
  }
  return erased;
}

/** Measures the ink of a page's picture. `pixelsPerPoint` is its scale. */
export function measureInk({ data, width, height }: Picture, pixelsPerPoint: number): InkGrid {
  const mask = new Uint8Array(width * height);
  for (let index = 0; index < mask.length; index += 1) {
    const red = data[index * 4] ?? 255;
    const green = data[index * 4 + 1] ?? 255;
    const blue = data[index * 4 + 2] ?? 255;
    if (0.3 * red + 0.59 * green + 0.11 * blue < darkBelow) mask[index] = 1;
  }
  const least = ruleLeastPoints * pixelsPerPoint;
  const rules = [
    ...[eraseRuns(mask, height, width, (row, column) => row * width + column, least)],
    ...[eraseRuns(mask, width, height, (column, row) => row * width + column, least)],
  ];
  for (const pixels of rules) for (const pixel of pixels) mask[pixel] = 0;
  const cellPixels = cellPoints * pixelsPerPoint;
  const columns = Math.ceil(width / cellPixels);
  const rows = Math.ceil(height / cellPixels);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / cellPixels) * columns;
    for (let x = 0; x < width; x += 1) {
      const cell = row + Math.floor(x / cellPixels);
      if (mask[y * width + x] === 1) counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  const full = cellPixels * cellPixels;
  return {
    cellPoints,
    columns,
    rows,
    cells: Array.from(counts, count => Math.min(100, Math.round((count / full) * 100))),
  };
}

/** A box in whole hundredths of a point, to keep what is sent small. */
export function roundBox(box: Box): Box {
  const round = (value: number): number => Math.round(value * 100) / 100;
  return { x: round(box.x), y: round(box.y), width: round(box.width), height: round(box.height) };
}
