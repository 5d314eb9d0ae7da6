/** Four-sided figures, as a sheet of paper is in a photo, and how they map to a rectangle. */

/** A point of an image, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The corners of a sheet: top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point];

/** Maps a point. */
export type Mapping = (x: number, y: number) => Point;

/**
 * The eight numbers of a perspective, from a to h: x becomes `(a x + b y + c) / (g x + h y + 1)`, and y
 * becomes `(d x + e y + f) / (g x + h y + 1)`.
 */
export type Perspective = readonly number[];

/** Returns twice the signed area of a triangle: positive if it turns right, as seen on the image. */
function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** Returns the area of a polygon. */
export function areaOf(points: readonly Point[]): number {
  const sum = points.reduce((total, { x, y }, index) => {
    const next = points[(index + 1) % points.length] ?? { x, y };
    return total + x * next.y - next.x * y;
  }, 0);
  return Math.abs(sum) / 2;
}

/** Returns the convex hull of points, clockwise as seen on the image. */
export function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const chain = (ordered: readonly Point[]): Point[] => {
    const hull: Point[] = [];
    for (const point of ordered) {
      for (;;) {
        const [before, last] = [hull.at(-2), hull.at(-1)];
        if (before === undefined || last === undefined || turn(before, last, point) > 0) break;
        hull.pop();
      }
      hull.push(point);
    }
    return hull.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

/** Returns where the lines through two pairs of points cross; `undefined` if they are nearly parallel. */
export function crossing(
  [a, b]: readonly [Point, Point],
  [c, d]: readonly [Point, Point],
): Point | undefined {
  const [dx, dy, ex, ey] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y];
  const cross = dx * ey - dy * ex;
  if (Math.abs(cross) < 1e-6 * Math.hypot(dx, dy) * Math.hypot(ex, ey)) return undefined;
  const share = ((c.x - a.x) * ey - (c.y - a.y) * ex) / cross;
  return { x: a.x + share * dx, y: a.y + share * dy };
}

/**
 * Returns the figure of four corners around a convex polygon that is left when its sides are dropped one at a
 * time, each time the one whose neighbors meet with the least added area; `undefined` if there is none.
 */
export function quadAround(hull: readonly Point[]): Point[] | undefined {
  const left = [...hull];
  const at = (index: number): Point => left[(index + left.length) % left.length] ?? { x: 0, y: 0 };
  while (left.length > 4) {
    let best: { index: number; corner: Point; added: number } | undefined;
    for (let index = 0; index < left.length; index += 1) {
      const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
      const corner = crossing([before, from], [to, after]);
      // Its neighbors must meet outside of the dropped side.
      if (corner === undefined || turn(from, to, corner) >= 0) continue;
      const added = areaOf([from, to, corner]);
      if (best === undefined || added < best.added) best = { index, corner, added };
    }
    if (best === undefined) return undefined;
    const { index, corner } = best;
    left[index] = corner;
    left.splice((index + 1) % left.length, 1);
  }
  return left.length === 4 ? left : undefined;
}

/** Returns the corners of a convex figure in order: the top left is the one nearest to the origin. */
export function cornersOf(points: readonly Point[]): Corners | undefined {
  if (points.length !== 4) return undefined;
  const nearest = points.reduce((best, { x, y }, index) => {
    const now = points[best];
    return now === undefined || x + y < now.x + now.y ? index : best;
  }, 0);
  const [a, b, c, d] = [0, 1, 2, 3].map(step => points[(nearest + step) % 4]);
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return turn(a, b, c) > 0 ? [a, b, c, d] : [a, d, c, b];
}

/** Solves linear equations, given as rows of an augmented matrix. */
function solve(rows: number[][]): number[] | undefined {
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const pivot = rows
      .slice(column)
      .reduce(
        (best, row, index) =>
          Math.abs(row[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0) ? column + index : best,
        column,
      );
    const [own, other] = [rows[column], rows[pivot]];
    if (own === undefined || other === undefined || Math.abs(other[column] ?? 0) < 1e-9) return undefined;
    [rows[column], rows[pivot]] = [other, own];
    for (const [index, row] of rows.entries()) {
      if (index === column) continue;
      const share = (row[column] ?? 0) / (other[column] ?? 1);
      for (let at = column; at <= size; at += 1) row[at] = (row[at] ?? 0) - share * (other[at] ?? 0);
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
}

/** Returns the perspective that maps four corners to four others; `undefined` if there is none. */
export function perspectiveOf(from: Corners, to: Corners): Perspective | undefined {
  const rows = from.flatMap(({ x, y }, index) => {
    const { x: u, y: v } = to[index] ?? { x: 0, y: 0 };
    return [
      [x, y, 1, 0, 0, 0, -x * u, -y * u, u],
      [0, 0, 0, x, y, 1, -x * v, -y * v, v],
    ];
  });
  return solve(rows);
}

/** Returns the mapping of four corners to four others; `undefined` if there is none. */
export function mappingOf(from: Corners, to: Corners): Mapping | undefined {
  const perspective = perspectiveOf(from, to);
  if (perspective === undefined) return undefined;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = perspective;
  return (x, y) => {
    const depth = g * x + h * y + 1;
    return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth };
  };
}

/** Returns the corners of a rectangle at the origin. */
export function rectangle(width: number, height: number): Corners {
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
}
