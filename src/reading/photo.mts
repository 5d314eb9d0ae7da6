/**
 * Photos of paper: finds the sheet on the table, cuts it out and straightens it, and evens the light, so that
 * it can be read like a scan.
 */
import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { release } from './page-canvas.mts';
import {
  areaOf,
  cornersOf,
  hullOf,
  perspectiveOf,
  quadAround,
  rectangle,
  type Corners,
  type Point,
} from './quad.mts';

/** The longer side of the small image in which a sheet is looked for, in pixels. */
const smallSide = 320;
/** Print is thinner than twice this on the small image; it is filled with the paper around it. */
const printRadius = 4;
/** A table is darker than paper by this much of 255, on average. */
const contrastLeast = 45;
/** A table shows on so many sides; a dark banner or a scanner's shadow does on one. */
const darkSidesLeast = 2;
/** A sheet covers this share of its photo; one that covers more has no table around it. */
const sheetShare = { least: 0.2, most: 0.97 };
/** A figure of four corners is a sheet if its paper fills this share of it. */
const fillLeast = 0.94;
/** The longer side of a sheet over its shorter one; perspective changes how long paper looks. */
const sideRatioMost = 2.2;
/** A sheet whose sides have more than this ratio is legal paper (14 inches); all others are Letter. */
const legalFrom = 1.5;
/** The light on a page is compared between this many parts across and down. */
const lightParts = 4;
/** A part is in shadow if its paper is darker than the lightest by this share; so many make uneven light. */
const shadowShare = 0.2;
const shadowPartsLeast = 3;

/** A gray image: a byte per pixel. */
interface Gray {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The kind of a page's picture. */
export type PictureKind =
  /** A scan: paper from edge to edge in even light. */
  | { readonly kind: 'scan' }
  /** A photo with its sheet. */
  | { readonly kind: 'cut'; readonly corners: Corners }
  /** A photo without a sheet that can be cut out. */
  | { readonly kind: 'whole' };

/** Returns a picture in gray, at most so many pixels long. */
function grayOf(canvas: Canvas, longest: number): Gray {
  const scale = Math.min(1, longest / Math.max(canvas.width, canvas.height));
  const [width, height] = [canvas.width, canvas.height].map(side => Math.max(1, Math.round(side * scale)));
  const small = createCanvas(width ?? 1, height ?? 1);
  const context = small.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, small.width, small.height);
  const { data, width: across, height: down } = context.getImageData(0, 0, small.width, small.height);
  release(small);
  const gray = new Uint8Array(across * down);
  for (let index = 0; index < gray.length; index += 1)
    gray[index] =
      0.3 * (data[index * 4] ?? 0) + 0.59 * (data[index * 4 + 1] ?? 0) + 0.11 * (data[index * 4 + 2] ?? 0);
  return { data: gray, width: across, height: down };
}

/** Returns an image in which each pixel is the lightest, or the darkest, of those around it. */
function spread({ data, width, height }: Gray, radius: number, wanted: 'lightest' | 'darkest'): Gray {
  // The darkest is the lightest of the negative.
  const flip = wanted === 'darkest' ? 255 : 0;
  const along = (source: Uint8Array, count: number, length: number, apart: number, next: number) => {
    const result = new Uint8Array(source.length);
    for (let line = 0; line < count; line += 1)
      for (let step = 0; step < length; step += 1) {
        let value = 0;
        const last = Math.min(length - 1, step + radius);
        for (let near = Math.max(0, step - radius); near <= last; near += 1) {
          const other = (source[line * apart + near * next] ?? 0) ^ flip;
          if (other > value) value = other;
        }
        result[line * apart + step * next] = value ^ flip;
      }
    return result;
  };
  const across = along(data, height, width, width, 1);
  return { data: along(across, width, height, 1, width), width, height };
}

/** Returns the paper of an image: its print is filled with what is around it. */
function paperOf(gray: Gray): Gray {
  return spread(spread(gray, printRadius, 'lightest'), printRadius, 'darkest');
}

/** Returns the brightness that divides an image best into two (Otsu), and the averages on both sides. */
function divide({ data }: Gray): { at: number; dark: number; light: number } {
  const counts = new Float64Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  const total = counts.reduce((sum, count, value) => sum + count * value, 0);
  let [below, sumBelow] = [0, 0];
  let best = { at: 128, dark: 0, light: 0, variance: -1 };
  for (let at = 0; at < 255; at += 1) {
    below += counts[at] ?? 0;
    sumBelow += at * (counts[at] ?? 0);
    const above = data.length - below;
    if (below === 0 || above === 0) continue;
    const [dark, light] = [sumBelow / below, (total - sumBelow) / above];
    const variance = below * above * (light - dark) ** 2;
    if (variance > best.variance) best = { at, dark, light, variance };
  }
  return best;
}

/** Returns the outline of the largest light part: the first and last pixel of each of its rows. */
function outlineOf({ data, width, height }: Gray, above: number): { edge: Point[]; pixels: number } {
  const seen = new Uint8Array(data.length);
  // The pixels of one part after another, so that nothing is allocated for each of them.
  const parts = new Int32Array(data.length);
  let [largest, end] = [parts.subarray(0, 0), 0];
  const take = (pixel: number): void => {
    if (pixel < 0 || pixel >= data.length || seen[pixel] === 1 || (data[pixel] ?? 0) <= above) return;
    seen[pixel] = 1;
    parts[end] = pixel;
    end += 1;
  };
  for (let start = 0; start < data.length; start += 1) {
    const first = end;
    take(start);
    for (let index = first; index < end; index += 1) {
      const at = parts[index] ?? 0;
      const x = at % width;
      if (x > 0) take(at - 1);
      if (x < width - 1) take(at + 1);
      take(at - width);
      take(at + width);
    }
    if (end - first > largest.length) largest = parts.subarray(first, end);
  }
  const rows = Array.from({ length: height }, () => [width, -1] as [number, number]);
  for (const at of largest) {
    const row = rows[Math.floor(at / width)];
    if (row === undefined) continue;
    row[0] = Math.min(row[0], at % width);
    row[1] = Math.max(row[1], at % width);
  }
  const edge = rows.flatMap(([first, last], y) =>
    last < 0
      ? []
      : [
          { x: first, y },
          { x: last + 1, y },
          { x: first, y: y + 1 },
          { x: last + 1, y: y + 1 },
        ],
  );
  // What is between the first and the last pixel of a row is inside, as print and pictures are.
  const pixels = rows.reduce((sum, [first, last]) => sum + Math.max(0, last - first + 1), 0);
  return { edge, pixels };
}

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Returns the average width and height of a figure. */
function sidesOf([a, b, c, d]: Corners): { width: number; height: number } {
  return { width: (apart(a, b) + apart(d, c)) / 2, height: (apart(a, d) + apart(b, c)) / 2 };
}

/** Returns the sheet in a photo of a table. */
function sheetIn(paper: Gray, above: number): Corners | undefined {
  const { edge, pixels } = outlineOf(paper, above);
  const quad = quadAround(hullOf(edge));
  const corners = quad && cornersOf(quad);
  if (corners === undefined) return undefined;
  const isInside = corners.every(
    ({ x, y }) =>
      x > -0.1 * paper.width && x < 1.1 * paper.width && y > -0.1 * paper.height && y < 1.1 * paper.height,
  );
  const { width, height } = sidesOf(corners);
  const isFilled = pixels / areaOf(corners) >= fillLeast;
  const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height));
  return isInside && isFilled && ratio <= sideRatioMost ? corners : undefined;
}

/** Whether the paper of a page is much darker in some parts than in others: a shadow, a lamp on one side. */
function isUneven({ data, width, height }: Gray): boolean {
  const lights: number[] = [];
  for (let row = 0; row < lightParts; row += 1)
    for (let column = 0; column < lightParts; column += 1) {
      const values: number[] = [];
      for (let y = Math.floor((row * height) / lightParts); y < ((row + 1) * height) / lightParts; y += 1)
        for (
          let x = Math.floor((column * width) / lightParts);
          x < ((column + 1) * width) / lightParts;
          x += 1
        )
          values.push(data[y * width + x] ?? 0);
      values.sort((a, b) => a - b);
      lights.push(values[Math.floor(values.length * 0.9)] ?? 255);
    }
  const lightest = Math.max(...lights);
  return lights.filter(light => light < lightest * (1 - shadowShare)).length >= shadowPartsLeast;
}

/** Returns on how many sides of a picture at least half of its edge is darker than paper. */
function darkSidesOf({ data, width, height }: Gray, above: number): number {
  const isDark = (x: number, y: number): boolean => (data[y * width + x] ?? 255) <= above;
  const share = (count: number, isDarkAt: (step: number) => boolean): number =>
    Array.from({ length: count }, (_, step) => isDarkAt(step)).filter(Boolean).length / count;
  return [
    share(width, x => isDark(x, 0)),
    share(width, x => isDark(x, height - 1)),
    share(height, y => isDark(0, y)),
    share(height, y => isDark(width - 1, y)),
  ].filter(dark => dark >= 0.5).length;
}

/** Says what kind of picture a page without text is. */
export function pictureKindOf(canvas: Canvas): PictureKind {
  const gray = grayOf(canvas, smallSide);
  const paper = paperOf(gray);
  const { at, dark, light } = divide(paper);
  const isTable = light - dark >= contrastLeast && darkSidesOf(paper, at) >= darkSidesLeast;
  const lit = isTable ? outlineOf(paper, at).pixels / (paper.width * paper.height) : 1;
  const hasTable = lit >= sheetShare.least && lit <= sheetShare.most;
  const corners = hasTable ? sheetIn(paper, at) : undefined;
  if (corners !== undefined) {
    const scale = canvas.width / gray.width;
    const scaled = corners.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
    const placed = cornersOf(scaled);
    if (placed !== undefined) return { kind: 'cut', corners: placed };
  }
  return hasTable || isUneven(paper) ? { kind: 'whole' } : { kind: 'scan' };
}

/** Returns the size of a sheet of paper in points: Letter or legal, upright or sideways. */
export function paperSizeOf(corners: Corners): { readonly width: number; readonly height: number } {
  const { width, height } = sidesOf(corners);
  const long = Math.max(width, height) / Math.max(1, Math.min(width, height)) > legalFrom ? 1_008 : 792;
  return width > height ? { width: long, height: 612 } : { width: 612, height: long };
}

/**
 * Cuts a sheet out of a photo and straightens it, to a size in pixels. The loop runs for millions of pixels,
 * so it allocates nothing. @returns the photo itself if its corners are in a line
 */
export function cutOut(canvas: Canvas, corners: Corners, width: number, height: number): Canvas {
  const perspective = perspectiveOf(rectangle(width, height), corners);
  if (perspective === undefined) return canvas;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = perspective;
  const { width: from, height: tall } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, from, tall);
  const sheet = createCanvas(width, height);
  const context = sheet.getContext('2d');
  const image = context.createImageData(width, height);
  const out = image.data;
  const [right, bottom, row] = [from - 1.001, tall - 1.001, from * 4];
  for (let line = 0, at = 0; line < height; line += 1)
    for (let step = 0; step < width; step += 1, at += 4) {
      const x = step + 0.5;
      const y = line + 0.5;
      const depth = g * x + h * y + 1;
      const sx = Math.min(right, Math.max(0, (a * x + b * y + c) / depth - 0.5));
      const sy = Math.min(bottom, Math.max(0, (d * x + e * y + f) / depth - 0.5));
      const left = Math.floor(sx);
      const top = Math.floor(sy);
      const across = sx - left;
      const down = sy - top;
      const start = top * row + left * 4;
      for (let part = 0; part < 3; part += 1) {
        const index = start + part;
        const above = (data[index] ?? 0) * (1 - across) + (data[index + 4] ?? 0) * across;
        const below = (data[index + row] ?? 0) * (1 - across) + (data[index + row + 4] ?? 0) * across;
        out[at + part] = above * (1 - down) + below * down;
      }
      out[at + 3] = 255;
    }
  context.putImageData(image, 0, 0);
  return sheet;
}

/** Returns the average of each pixel and those around it. */
function blurred({ data, width, height }: Gray, radius: number): Gray {
  const along = (source: Uint8Array, count: number, length: number, far: number, next: number) => {
    const result = new Uint8Array(source.length);
    for (let line = 0; line < count; line += 1)
      for (let step = 0; step < length; step += 1) {
        const [from, to] = [Math.max(0, step - radius), Math.min(length - 1, step + radius)];
        let sum = 0;
        for (let near = from; near <= to; near += 1) sum += source[line * far + near * next] ?? 0;
        result[line * far + step * next] = sum / (to - from + 1);
      }
    return result;
  };
  const across = along(data, height, width, width, 1);
  return { data: along(across, width, height, 1, width), width, height };
}

/** Evens the light on a page, in its own image: its paper becomes white wherever a shadow is. */
export function evenLight(canvas: Canvas): Canvas {
  const { width, height } = canvas;
  const light = blurred(paperOf(grayOf(canvas, smallSide)), printRadius);
  const context = canvas.getContext('2d');
  const image = context.getImageData(0, 0, width, height);
  const { data } = image;
  const [across, down] = [light.width / width, light.height / height];
  const columns = Float64Array.from({ length: width }, (_, x) =>
    Math.min(light.width - 1.001, Math.max(0, (x + 0.5) * across - 0.5)),
  );
  for (let y = 0, at = 0; y < height; y += 1) {
    const ly = Math.min(light.height - 1.001, Math.max(0, (y + 0.5) * down - 0.5));
    const row = Math.floor(ly) * light.width;
    const dy = ly - Math.floor(ly);
    for (let x = 0; x < width; x += 1, at += 4) {
      const lx = columns[x] ?? 0;
      const left = Math.floor(lx);
      const start = row + left;
      const dx = lx - left;
      const above = (light.data[start] ?? 255) * (1 - dx) + (light.data[start + 1] ?? 255) * dx;
      const next = start + light.width;
      const below = (light.data[next] ?? 255) * (1 - dx) + (light.data[next + 1] ?? 255) * dx;
      const factor = 250 / Math.max(40, above * (1 - dy) + below * dy);
      data[at] = (data[at] ?? 255) * factor;
      data[at + 1] = (data[at + 1] ?? 255) * factor;
      data[at + 2] = (data[at + 2] ?? 255) * factor;
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
