/** Many hands: pens, shapes, sizes, and places of signatures, initials, and check marks. */
import type { RandomStream } from '../../src/sandbox/random-stream';
import { penShapes, type PenShape, type Point, type Stroke } from '../forms/pen';
import type { Corners } from './drawn-lines';

/** Red, green, and blue, 0 to 1. */
export type InkColor = readonly [number, number, number];

/** Something drawn with a pen. */
export interface PenDrawing {
  /** Points from the top left corner of the page. */
  readonly strokes: readonly Stroke[];
  readonly color: InkColor;
  /** Points. */
  readonly thickness: number;
  /** How much the pressure changes along a stroke, 0 to 1. */
  readonly pressure: number;
  /** For the truth: how it was drawn. */
  readonly kind: string;
}

const steps = (count: number): number[] => Array.from({ length: count }, (_, index) => index / (count - 1));

/** The height above the line at which a lower-case letter's movement peaks, and its depth below the line. */
const letterMoves: Readonly<Record<string, readonly [peak: number, depth: number, humps: number]>> = {
  ...Object.fromEntries(Array.from('bdfhklt', letter => [letter, [1, 0, 1]])),
  ...Object.fromEntries(Array.from('mw', letter => [letter, [0.42, 0, 3]])),
  ...Object.fromEntries(Array.from('nruvx', letter => [letter, [0.42, 0, 2]])),
  ...Object.fromEntries(Array.from('aceoqs', letter => [letter, [0.45, 0, 1]])),
  ...Object.fromEntries(Array.from('gjpyz', letter => [letter, [0.42, 0.4, 1]])),
};

/** Joined letters that could be a name: tall first letter, loops above and below the line, dots. */
const script: PenShape = stream => {
  const name = stream.pick([
    'margaret',
    'delgado',
    'whitfield',
    'pryor',
    'nguyen',
    'jefferson',
    'kay',
    'lopez',
  ]);
  const humps = Array.from(name).flatMap(letter => {
    const [peak, depth, count] = letterMoves[letter] ?? [0.4, 0, 1];
    return Array.from({ length: count }, () => [peak, depth] as const);
  });
  const lean = 0.1 + 0.5 * stream.next();
  const points = humps.flatMap(([peak, depth], index) =>
    steps(9).map((part): Point => {
      const height =
        (index === 0 ? 1 : peak) * (0.85 + 0.3 * stream.next() * part) * Math.sin(part * Math.PI);
      const drop = depth * Math.max(0, Math.sin((part - 0.5) * 2 * Math.PI));
      return [
        (index + part + lean * height * 0.8 - 0.35 * Math.sin(part * 2 * Math.PI)) / (humps.length + 1),
        0.72 - 0.68 * height + 0.7 * drop,
      ];
    }),
  );
  const dot: Stroke = [
    [0.62, 0.2],
    [0.635, 0.22],
  ];
  return name.includes('i') ? [points, dot] : [points];
};

/** Two words, a gap between them. */
const twoWords: PenShape = stream => {
  const split = 0.35 + 0.2 * stream.next();
  return [
    ...script(stream).map(stroke => stroke.map(([x, y]): Point => [x * (split - 0.05), y])),
    ...script(stream).map(stroke => stroke.map(([x, y]): Point => [split + x * (1 - split), y])),
  ];
};

/** A tall loop that ends in a nearly straight line. */
const loopAndTail: PenShape = stream => {
  const turns = stream.int(1, 3);
  const droop = stream.next() * 0.3;
  return [
    [
      ...steps(24 * turns).map((part): Point => [
        0.12 + 0.12 * Math.sin(part * turns * 2 * Math.PI) + 0.1 * part,
        0.5 - 0.45 * Math.cos(part * turns * 2 * Math.PI),
      ]),
      ...steps(16).map((part): Point => [0.3 + 0.7 * part, 0.6 + droop * part + 0.03 * Math.sin(part * 12)]),
    ],
  ];
};

/** Circles over each other, as some people sign when they hurry. */
const coil: PenShape = stream => {
  const turns = stream.int(4, 8);
  return [
    steps(turns * 18).map((part): Point => [
      0.15 + part * 0.7 + 0.13 * Math.cos(part * turns * 2 * Math.PI),
      0.5 + 0.42 * (1 - 0.5 * part) * Math.sin(part * turns * 2 * Math.PI),
    ]),
  ];
};

/** Capital letters as strokes between the nodes of a grid of 3 by 3. */
const capitals: Readonly<Record<string, string>> = {
  A: '6 1 8|34 5',
  B: '0 6|0 1 4 3|4 8 6',
  D: '0 6 7 5 1 0',
  E: '2 0 6 8|3 4',
  H: '0 6|2 8|3 5',
  J: '2 8 7 6 3',
  K: '0 6|2 3 8',
  L: '0 6 8',
  M: '6 0 4 2 8',
  N: '6 0 8 2',
  R: '6 0 2 5 3 8',
  S: '2 0 3 5 8 6',
  T: '0 2|1 7',
  V: '0 7 2',
  W: '0 6 4 8 2',
};

/** Printed capitals, which recognition may read as letters. */
const printedLetters: PenShape = stream => {
  const letters = Array.from({ length: stream.int(4, 7) }, () => stream.pick(Object.keys(capitals)));
  return letters.flatMap((letter, index) =>
    (capitals[letter] ?? '').split('|').map(line =>
      Array.from(line.replaceAll(' ', '')).map((digit): Point => {
        const node = Number(digit);
        const [x, y] = [((node % 3) / 2) * 0.7, Math.floor(node / 3) / 2];
        return [
          (index + x + 0.08 * stream.next()) / letters.length,
          0.1 + 0.8 * y + (stream.next() - 0.5) * 0.08,
        ];
      }),
    ),
  );
};

const shapes: Readonly<Record<string, PenShape>> = {
  ...penShapes,
  script,
  twoWords,
  loopAndTail,
  coil,
  printedLetters,
};

const colors: ReadonlyArray<readonly [InkColor, number]> = [
  [[0, 0, 0], 6],
  [[0.05, 0.1, 0.55], 6],
  [[0.1, 0.15, 0.35], 3],
  [[0.15, 0.3, 0.75], 2],
  [[0.35, 0.35, 0.35], 1],
  [[0.55, 0.1, 0.15], 0.5],
];

/** Returns the pen of a person. */
export function pickPen(stream: RandomStream): Pick<PenDrawing, 'color' | 'thickness' | 'pressure'> {
  return {
    color: stream.pick(colors, ([, weight]) => weight)[0],
    thickness: 0.6 + 1.4 * stream.next(),
    pressure: stream.chance(0.4) ? 0 : 0.6 * stream.next(),
  };
}

type Place = 'on' | 'over' | 'above' | 'under';

/** How far the bottom of the ink is below the line, in heights of the ink. */
const depthOf: Readonly<Record<Place, readonly [number, number]>> = {
  on: [-0.02, 0.12],
  over: [0.2, 0.4],
  above: [-0.35, -0.1],
  under: [0.5, 0.65],
};

/** Returns a signature at a place, whose bottom is the line. */
export function signatureAt(
  stream: RandomStream,
  box: Corners,
  pen: Omit<PenDrawing, 'strokes' | 'kind'>,
): PenDrawing {
  const [left, top, right, bottom] = box;
  const names = Object.keys(shapes);
  const name = stream.pick(names);
  const shape = shapes[name] ?? script;
  const isShort = name === 'initials' || stream.chance(0.12);
  const space = right - left;
  const width = isShort
    ? Math.min(space, 28 + 30 * stream.next())
    : Math.max(Math.min(space, 60), Math.min(space, 230) * (0.4 + 0.55 * stream.next()));
  const height = Math.min(width * 0.6, 36, Math.max(14, (bottom - top) * (0.75 + 0.6 * stream.next())));
  const place = stream.pick<Place>(
    ['on', 'over', 'above', 'under'],
    name => ({ on: 10, over: 5, above: 3, under: 1 })[name],
  );
  const [least, most] = depthOf[place];
  const x = left + Math.max(0, space - width) * stream.next() * (stream.chance(0.6) ? 0.25 : 1);
  const y = bottom + height * (least + (most - least) * stream.next()) - height;
  const tilt = (stream.next() - 0.5) * 0.12;
  const shake = stream.chance(0.2) ? 0.6 : 0.15;
  const strokes = shape(stream).map(stroke =>
    stroke.map(([px, py]): Point => [
      x + px * width + (stream.next() - 0.5) * shake,
      y + py * height + (px - 0.5) * width * tilt + (stream.next() - 0.5) * shake,
    ]),
  );
  return { ...pen, strokes, kind: `${name}/${isShort ? 'short' : 'long'}/${place}` };
}

/** Returns initials in a small place. */
export function initialsAt(
  stream: RandomStream,
  box: Corners,
  pen: Omit<PenDrawing, 'strokes' | 'kind'>,
): PenDrawing {
  const [left, top, right, bottom] = box;
  const width = Math.min(right - left, 14 + 14 * stream.next());
  const height = Math.min(16, Math.max(9, bottom - top));
  const x = left + Math.max(0, right - left - width) / 2;
  const shape = stream.chance(0.5) ? printedLetters : penShapes.initials;
  const strokes = shape(stream)
    .slice(0, 4)
    .map(stroke => stroke.map(([px, py]): Point => [x + px * width, bottom - height + py * height]));
  return { ...pen, strokes, kind: 'initials' };
}

/** The ways of marking a box. */
export const markKinds = ['cross', 'tick', 'filled', 'circled', 'dash', 'typed'] as const;

/** A way of marking a box; a typed mark isn't drawn. */
export type MarkKind = (typeof markKinds)[number];

/** Returns a mark on a box. */
export function markAt(
  stream: RandomStream,
  [left, top, right, bottom]: Corners,
  kind: Exclude<MarkKind, 'typed'>,
  pen: Omit<PenDrawing, 'strokes' | 'kind'>,
): PenDrawing {
  const [width, height] = [right - left, bottom - top];
  const side = Math.min(width, height);
  const [x, y] = [left + (width - side) / 2, bottom - side];
  const off = (): number => (stream.next() - 0.5) * 0.3 * side;
  const at = (px: number, py: number): Point => [x + px * side + off(), y + py * side + off()];
  const ring = (growth: number): Stroke =>
    steps(26).map((part): Point => [
      (left + right) / 2 + (width / 2 + growth) * Math.cos(part * 6.5),
      (top + bottom) / 2 + (height / 2 + growth) * Math.sin(part * 6.5),
    ]);
  const strokes: Readonly<Record<Exclude<MarkKind, 'typed'>, () => Stroke[]>> = {
    cross: () => [
      [at(0, 0), at(1, 1)],
      [at(1, 0), at(0, 1)],
    ],
    tick: () => [[at(0, 0.5), at(0.35, 1), at(1.3, -0.2)]],
    filled: () => [steps(14).map((part, index): Point => [x + side * (index % 2), y + side * part])],
    circled: () => [ring(2 + 2 * stream.next())],
    dash: () => [[at(0, 0.55), at(1, 0.45)]],
  };
  return { ...pen, strokes: strokes[kind](), kind };
}
