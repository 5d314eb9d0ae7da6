import type { Box } from '../domain/auth-checks/extraction.ts';
import { connectedParts, type SmallPart } from './connected-parts.mts';
import type { Ink } from './document-layout.ts';
import { penLinesOf } from './pen-lines.mts';

/** An image of a page: four bytes per pixel. */
export interface Picture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Darker than this is ink: pencil and blue pens are, the shade behind a heading isn't. */
const darkBelow = 170;
/**
 * A thin gray frame that falls between two columns of pixels is this light; nothing else that long and thin
 * runs down a page.
 */
const frameBelow = 215;
/** A dark run of this length is a rule or a frame, not handwriting. */
const ruleLeastPoints = 26;
/** A rule is thinner; anything thicker is a bar or an image. */
const ruleThickestPoints = 3.5;
/** A page of handwriting has fewer. */
const strokesMax = 400;
/** A page of handwriting has fewer. */
const drawingsMax = 200;
/** A dense table has fewer. */
const rulesMax = 600;
/** A part that fills more of its box is a stamp or a bar. */
const penFillMost = 0.75;
/** A scanner that tilts a page more than this has misfed it. */
const tiltMaxDegrees = 4;
/**
 * Whatever is this near to the edge of a page, as a share of its side, is often the scanner’s own shadow, and
 * straight however tilted the page is.
 */
const edge = 0.04;

/** Returns which pixels of an image are dark: ink, unless another threshold is given. */
export function maskOf({ data, width, height }: Picture, below = darkBelow): Uint8Array {
  const mask = new Uint8Array(width * height);
  // Nearly all of a page is white: checking four bytes at once shows that.
  const pixels = new Uint32Array(data.buffer, data.byteOffset, mask.length);
  for (let index = 0; index < mask.length; index += 1) {
    if (pixels[index] === 0xff_ff_ff_ff) continue;
    const red = data[index * 4] ?? 255;
    const green = data[index * 4 + 1] ?? 255;
    const blue = data[index * 4 + 2] ?? 255;
    if (0.3 * red + 0.59 * green + 0.11 * blue < below) mask[index] = 1;
  }
  return mask;
}

/**
 * Returns the tilt of a scanned page, in degrees clockwise: the angle at which its dark pixels fall into the
 * fewest and fullest rows, as lines of print and rules do. 0 if no angle stands out.
 */
export function tiltOf(mask: Uint8Array, width: number, height: number): number {
  const points: number[] = [];
  // Every ninth column is enough to see lines. All rows are needed: with some of them skipped, the rest fall
  // into fewer rows when nothing is turned, whatever is on the page.
  const [side, head] = [Math.round(width * edge), Math.round(height * edge)];
  for (let y = head; y < height - head; y += 1)
    for (let x = side; x < width - side; x += 9) if (mask[y * width + x] === 1) points.push(x, y);
  const sharpness = (degrees: number): number => {
    const slope = Math.tan((degrees * Math.PI) / 180);
    const rows = new Uint32Array(Math.ceil(height / 2 + (Math.abs(slope) * width) / 2) + 2);
    const shift = slope > 0 ? slope * width : 0;
    for (let index = 0; index < points.length; index += 2) {
      const row = Math.floor(((points[index + 1] ?? 0) - slope * (points[index] ?? 0) + shift) / 2);
      if (row >= 0 && row < rows.length) rows[row] = (rows[row] ?? 0) + 1;
    }
    return rows.reduce((sum, count) => sum + count * count, 0);
  };
  const bestOf = (from: number, to: number, step: number): number => {
    let [best, most] = [0, -1];
    for (let degrees = from; degrees <= to + step / 2; degrees += step) {
      const value = sharpness(degrees);
      if (value > most) [best, most] = [degrees, value];
    }
    return best;
  };
  if (points.length < 2_000) return 0;
  const coarse = bestOf(-tiltMaxDegrees, tiltMaxDegrees, 0.25);
  const fine = bestOf(coarse - 0.2, coarse + 0.2, 0.05);
  return sharpness(fine) > 1.02 * sharpness(0) ? fine : 0;
}

/** The layout of one direction's lines in a mask: a line's pixels are `line * apart + step * next`. */
interface Direction {
  readonly lines: number;
  readonly length: number;
  readonly apart: number;
  readonly next: number;
}

interface Run {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns long dark runs along one direction, bridging small gaps, because dust and thresholds break lines.
 * The pixels are scanned in memory order, whichever way the lines run, and each line tracks its current run.
 * @returns line by line, each from its start
 */
function longRuns(
  mask: Uint8Array,
  { lines, length, apart }: Direction,
  least: number,
  bridge: number,
): Run[] {
  const runs: Run[] = [];
  const isAlong = apart !== 1;
  const from = new Int32Array(lines).fill(-1);
  const last = new Int32Array(lines).fill(-1);
  const close = (line: number): void => {
    const [begun = -1, ended = -1] = [from[line], last[line]];
    if (begun >= 0 && ended - begun + 1 >= least) runs.push({ line, from: begun, to: ended });
  };
  const width = isAlong ? length : lines;
  for (let index = mask.indexOf(1); index >= 0; index = mask.indexOf(1, index + 1)) {
    const row = Math.floor(index / width);
    const column = index - row * width;
    const line = isAlong ? row : column;
    const step = isAlong ? column : row;
    const ended = last[line] ?? -1;
    if (ended < 0 || step - ended > bridge) {
      close(line);
      from[line] = step;
    }
    last[line] = step;
  }
  for (let line = 0; line < lines; line += 1) close(line);
  return runs.toSorted((a, b) => a.line - b.line || a.from - b.from);
}

/**
 * Removes visible rules and frames of one direction from a mask. Where a stroke crosses a rule the pixels
 * stay, so that it isn't cut in two.
 * @returns the rules, with touching lines joined
 */
function takeRules(
  mask: Uint8Array,
  seen: Uint8Array,
  direction: Direction,
  pixelsPerPoint: number,
): Run[][] {
  const { lines, apart, next } = direction;
  const at = (line: number, step: number): number => line * apart + step * next;
  const runs = longRuns(seen, direction, ruleLeastPoints * pixelsPerPoint, Math.ceil(pixelsPerPoint * 0.7));
  const rules: Run[][] = [];
  let open: Run[][] = [];
  for (const run of runs) {
    open = open.filter(rule => (rule.at(-1)?.line ?? 0) >= run.line - 2);
    const own = open.find(rule =>
      rule.some(({ line, from, to }) => line >= run.line - 2 && from <= run.to && to >= run.from),
    );
    if (own === undefined) {
      const rule = [run];
      rules.push(rule);
      open.push(rule);
    } else own.push(run);
  }
  const thickest = ruleThickestPoints * pixelsPerPoint;
  const thin = rules.filter(rule => (rule.at(-1)?.line ?? 0) - (rule[0]?.line ?? 0) < thickest);
  for (const rule of thin) {
    const [first, last] = [rule[0]?.line ?? 0, rule.at(-1)?.line ?? 0];
    for (
      let step = Math.min(...rule.map(({ from }) => from));
      step <= Math.max(...rule.map(({ to }) => to));
      step += 1
    ) {
      const isDark = (line: number): boolean => line >= 0 && line < lines && mask[at(line, step)] === 1;
      const isCrossed = isDark(first - 2) && isDark(last + 2);
      if (!isCrossed)
        for (let line = Math.max(0, first - 1); line <= Math.min(lines - 1, last + 1); line += 1)
          mask[at(line, step)] = 0;
    }
  }
  return thin;
}

/** The measurements of an image. */
interface Measured {
  readonly ink: Ink;
  /** Parts that are smaller than strokes: letters, check marks, boxes. */
  readonly small: readonly SmallPart[];
  /**
   * 1 for pixels of frames and large strokes, else 0. Horizontal rules are excluded, because removing them
   * would remove what hangs below the line of print.
   */
  readonly notPrint: Uint8Array;
  /** 1 for dark pixels of neither rules nor frames, else 0. */
  readonly print: Uint8Array;
  /** The centers of parts of a letter's size, x and y in turn, in points. */
  readonly letters: readonly number[];
}

/** Whitens pixels and those around them in an image. */
export function whiten({ data, width, height }: Picture, pixels: Uint8Array): void {
  for (let index = 0; index < pixels.length; index += 1) {
    if (pixels[index] !== 1) continue;
    const [x, y] = [index % width, Math.floor(index / width)];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1)
        data.fill(255, (row * width + column) * 4, (row * width + column) * 4 + 4);
  }
}

/** Measures what is drawn on a page's image. `pixelsPerPoint` is its scale. */
export function measureInk(picture: Picture, pixelsPerPoint: number): Measured {
  const { width, height } = picture;
  const mask = maskOf(picture);
  const before = mask.slice();
  const inPoints = ({ x, y, width: w, height: h }: Box): Box =>
    roundBox({
      x: x / pixelsPerPoint,
      y: y / pixelsPerPoint,
      width: w / pixelsPerPoint,
      height: h / pixelsPerPoint,
    });
  const spanOf = (rule: readonly Run[]) => {
    const from = Math.min(...rule.map(run => run.from));
    const line = rule[0]?.line ?? 0;
    return {
      from,
      line,
      length: Math.max(...rule.map(run => run.to)) - from + 1,
      lines: (rule.at(-1)?.line ?? line) - line + 1,
    };
  };
  const across = takeRules(
    mask,
    before,
    { lines: height, length: width, apart: width, next: 1 },
    pixelsPerPoint,
  ).map(rule => {
    const { from, line, length, lines } = spanOf(rule);
    return inPoints({ x: from, y: line, width: length, height: lines });
  });
  const withoutRules = mask.slice();
  const seenDown = maskOf(picture, frameBelow);
  const down = takeRules(
    mask,
    seenDown,
    { lines: width, length: height, apart: 1, next: width },
    pixelsPerPoint,
  ).map(rule => {
    const { from, line, length, lines } = spanOf(rule);
    return inPoints({ x: line, y: from, width: lines, height: length });
  });
  const { parts, small, letters, large } = connectedParts(mask, width, height, pixelsPerPoint);
  let drawings = 0;
  const strokes = parts
    .toSorted((a, b) => b.pixels - a.pixels)
    .slice(0, strokesMax)
    .map(({ box, pixels, drawing }) => {
      const fill = Math.round((pixels / (box.width * box.height)) * 100) / 100;
      if (drawing === undefined || drawings === drawingsMax) return { box: inPoints(box), fill };
      drawings += 1;
      return { box: inPoints(box), fill, drawing };
    });
  const penLines = penLinesOf(
    { pixels: before, width, pixelsPerPoint },
    strokes.filter(({ fill }) => fill <= penFillMost).map(({ box }) => box),
    across,
  );
  const ink = { strokes, rules: [...across.slice(0, rulesMax), ...down.slice(0, rulesMax)], penLines };
  const notPrint = withoutRules;
  for (let index = 0; index < notPrint.length; index += 1) if (mask[index] !== 0) notPrint[index] = 0;
  for (const index of large) notPrint[index] = 1;
  return {
    ink,
    small: small.map(part => ({ ...part, box: inPoints(part.box) })),
    notPrint,
    print: mask,
    letters: letters.map(length => length / pixelsPerPoint),
  };
}

/** Returns a box in whole hundredths of a point, to keep the output small. */
export function roundBox(box: Box): Box {
  const round = (value: number): number => Math.round(value * 100) / 100;
  return { x: round(box.x), y: round(box.y), width: round(box.width), height: round(box.height) };
}
