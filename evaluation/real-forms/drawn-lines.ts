/** Finds straight lines and empty check boxes in the picture of a page. */

/** Left, top, right, bottom, in points from the top left corner. */
export type Corners = readonly [left: number, top: number, right: number, bottom: number];

/** The pixels of a page, four bytes each. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly pixelsPerPoint: number;
}

const darkBelow = 170;
/** White letters on a gray band leave gray columns between them, which aren't lines. */
const darkBelowForVertical = 110;
/** Shorter lines are dashes, or parts of letters. */
const ruleLeast = 16;
const ruleThickest = 3.5;
const [squareLeast, squareMost] = [4.5, 16];

const round = (value: number): number => Math.round(value * 10) / 10;

function darkOf({ data, width, height }: Pixels, limit: number): Uint8Array {
  const dark = new Uint8Array(width * height);
  for (let index = 0; index < dark.length; index += 1) {
    const at = index * 4;
    const light = (data[at] ?? 0) * 3 + (data[at + 1] ?? 0) * 6 + (data[at + 2] ?? 0);
    dark[index] = light < limit * 10 ? 1 : 0;
  }
  return dark;
}

/** The straight lines of a page. */
export interface DrawnLines {
  /** From top to bottom. Underscores that touch are one line. */
  readonly horizontal: Corners[];
  /** From left to right. */
  readonly vertical: Corners[];
}

/** Returns the straight lines of a page. */
export function findLines(pixels: Pixels): DrawnLines {
  const { width, height, pixelsPerPoint } = pixels;
  const dark = darkOf(pixels, darkBelowForVertical);
  const turned = new Uint8Array(dark.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) turned[x * height + y] = dark[y * width + x] ?? 0;
  return {
    horizontal: linesAcross(darkOf(pixels, darkBelow), width, height, pixelsPerPoint),
    vertical: linesAcross(turned, height, width, pixelsPerPoint).map(
      ([top, left, bottom, right]): Corners => [left, top, right, bottom],
    ),
  };
}

function linesAcross(dark: Uint8Array, width: number, height: number, scale: number): Corners[] {
  const open: { left: number; top: number; right: number; bottom: number }[] = [];
  const done: typeof open = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (dark[y * width + x] === 0) continue;
      const from = x;
      // Underscores of some fonts leave a gap of a pixel.
      while (x < width && (dark[y * width + x] === 1 || dark[y * width + x + 1] === 1)) x += 1;
      if (x - from < ruleLeast * scale) continue;
      const same = open.find(
        rule => rule.bottom >= y - 1 && Math.min(rule.right, x) - Math.max(rule.left, from) > (x - from) / 2,
      );
      if (same === undefined) open.push({ left: from, top: y, right: x, bottom: y });
      else {
        same.bottom = y;
        same.left = Math.min(same.left, from);
        same.right = Math.max(same.right, x);
      }
    }
    for (let index = open.length - 1; index >= 0; index -= 1) {
      const rule = open[index];
      if (rule !== undefined && rule.bottom < y - 1) done.push(...open.splice(index, 1));
    }
  }
  return [...done, ...open]
    .filter(({ top, bottom }) => bottom - top < ruleThickest * scale)
    .map(({ left, top, right, bottom }): Corners => [
      round(left / scale),
      round(top / scale),
      round(right / scale),
      round((bottom + 1) / scale),
    ])
    .filter(
      // A thick or slanted line is found in parts.
      (rule, _index, rules) =>
        !rules.some(
          other =>
            other !== rule &&
            Math.abs(other[1] - rule[1]) < 1.5 &&
            other[0] <= rule[0] &&
            other[2] >= rule[2] &&
            (other[2] - other[0] > rule[2] - rule[0] || rules.indexOf(other) < rules.indexOf(rule)),
        ),
    )
    .toSorted((a, b) => a[1] - b[1] || a[0] - b[0]);
}

/** Whether the four sides of a box are drawn and its middle is empty. */
function isSquare(dark: Uint8Array, width: number, [left, top, right, bottom]: Corners): boolean {
  const [across, down] = [right - left + 1, bottom - top + 1];
  const share = (count: number, at: (index: number) => number): number => {
    let hits = 0;
    for (let index = 0; index < count; index += 1) hits += dark[at(index)] ?? 0;
    return hits / count;
  };
  const side = (inset: number): boolean =>
    share(across, index => (top + inset) * width + left + index) > 0.8 &&
    share(across, index => (bottom - inset) * width + left + index) > 0.8 &&
    share(down, index => (top + index) * width + left + inset) > 0.8 &&
    share(down, index => (top + index) * width + right - inset) > 0.8;
  if (!side(0) && !side(1)) return false;
  const inner = Math.ceil(Math.min(across, down) * 0.28);
  let inside = 0;
  for (let y = top + inner; y <= bottom - inner; y += 1)
    for (let x = left + inner; x <= right - inner; x += 1) inside += dark[y * width + x] ?? 0;
  return inside === 0;
}

/** Returns the empty squares of a page that are as large as a check box, from top to bottom. */
export function findSquares(pixels: Pixels): Corners[] {
  const { width, height, pixelsPerPoint: scale } = pixels;
  const dark = darkOf(pixels, darkBelow);
  const seen = new Uint8Array(dark.length);
  const squares: Corners[] = [];
  for (let start = 0; start < dark.length; start += 1) {
    if (dark[start] === 0 || seen[start] === 1) continue;
    let [left, top, right, bottom] = [width, height, 0, 0];
    const stack = [start];
    seen[start] = 1;
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      for (const next of [
        at - 1,
        at + 1,
        at - width,
        at + width,
        at - width - 1,
        at - width + 1,
        at + width - 1,
        at + width + 1,
      ])
        if (dark[next] === 1 && seen[next] === 0) {
          seen[next] = 1;
          stack.push(next);
        }
    }
    const [across, down] = [(right - left + 1) / scale, (bottom - top + 1) / scale];
    if (Math.min(across, down) < squareLeast || Math.max(across, down) > squareMost) continue;
    if (Math.abs(across - down) > 3 || !isSquare(dark, width, [left, top, right, bottom])) continue;
    squares.push([
      round(left / scale),
      round(top / scale),
      round((right + 1) / scale),
      round((bottom + 1) / scale),
    ]);
  }
  return squares.toSorted((a, b) => a[1] - b[1] || a[0] - b[0]);
}
