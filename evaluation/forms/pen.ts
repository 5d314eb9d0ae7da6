import type { RandomStream } from '../../src/sandbox/random-stream';

/** A point of a stroke, in points from the top left corner of its box. */
export type Point = readonly [x: number, y: number];

/** One movement of the pen without lifting it. */
export type Stroke = readonly Point[];

/** Draws strokes in a square of side 1. */
export type PenShape = (stream: RandomStream) => Stroke[];

const steps = (count: number): number[] => Array.from({ length: count }, (_, index) => index / (count - 1));

/** Loops along the line, tall at the start. */
const cursive: PenShape = stream => {
  const loops = stream.int(4, 9);
  const lean = stream.next() * 0.5;
  const heights = Array.from({ length: loops + 1 }, (_, index) =>
    index === 0 || index === Math.floor(loops / 2) ? 0.9 : 0.25 + 0.35 * stream.next(),
  );
  return [
    steps(loops * 16).map(part => {
      const turn = part * loops * 2 * Math.PI;
      const height = heights[Math.floor(part * loops)] ?? 0.3;
      return [
        part * 0.92 + (0.45 / loops) * Math.sin(turn) + lean * 0.02,
        0.85 - height * (0.5 - 0.5 * Math.cos(turn)),
      ];
    }),
  ];
};

/** Up and down, ending in a line. */
const scrawl: PenShape = stream => {
  const peaks = stream.int(3, 7);
  return [
    steps(peaks * 10).map(part => {
      const fade = Math.max(0.06, 1 - part * (0.9 + 0.3 * stream.next()));
      return [part, 0.8 - 0.7 * fade * Math.abs(Math.sin(part * peaks * Math.PI))];
    }),
  ];
};

/** Two large letters, each a stroke. */
const initials: PenShape = stream =>
  [0.05, 0.5].map(from => {
    const turns = 1.2 + stream.next();
    return steps(28).map(part => [
      from + 0.2 + 0.2 * Math.cos(part * turns * 2 * Math.PI) * (1 - 0.3 * part) + part * 0.1,
      0.5 + 0.45 * Math.sin(part * turns * 2 * Math.PI + stream.next() * 0.05) * (1 - 0.2 * part),
    ]);
  });

/** Straight strokes that turn sharply. */
const angular: PenShape = stream => {
  const corners = stream.int(6, 12);
  return [steps(corners).map((part, index) => [part, index % 2 === 0 ? 0.85 : 0.1 + 0.5 * stream.next()])];
};

/** One tall letter and a long flat wave. */
const flat: PenShape = stream => [
  [
    ...steps(14).map((part): Point => [0.12 * Math.sin(part * Math.PI), 0.9 - 0.85 * part]),
    ...steps(14).map((part): Point => [0.02 + part * 0.1, 0.05 + 0.7 * part]),
    ...steps(40).map((part): Point => [
      0.12 + part * 0.88,
      0.72 + 0.08 * Math.sin(part * stream.int(8, 10) * 3),
    ]),
  ],
];

/** Loops and a line back under them. */
const flourish: PenShape = stream => [
  ...cursive(stream),
  steps(20).map(part => [0.95 - part * 0.8, 0.95 + 0.08 * Math.sin(part * Math.PI)]),
];

/** The ways of signing. */
export const penShapes = { cursive, scrawl, initials, angular, flat, flourish } as const;

/** Returns a pen signature in a box of this size, the same one for the same stream. It's illegible. */
export function signatureStrokes(stream: RandomStream, width: number, height: number): Stroke[] {
  const shape = penShapes[stream.pick(Object.keys(penShapes) as ReadonlyArray<keyof typeof penShapes>)];
  const tilt = (stream.next() - 0.5) * 0.12;
  return shape(stream).map(stroke => stroke.map(([x, y]) => [x * width, y * height + x * width * tilt]));
}

/** Returns a pen tick in a square: a cross or a check mark. */
export function tickStrokes(stream: RandomStream, size: number): Stroke[] {
  const off = (): number => (stream.next() - 0.5) * 0.3 * size;
  return stream.chance(0.5)
    ? [
        [
          [off(), off()],
          [size + off(), size + off()],
        ],
        [
          [size + off(), off()],
          [off(), size + off()],
        ],
      ]
    : [
        [
          [off(), size * 0.5],
          [size * 0.35, size + off()],
          [size * 1.3 + off(), off() - size * 0.2],
        ],
      ];
}
