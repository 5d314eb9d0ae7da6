/** Handmade layouts with the arrangements that real forms have. */
import type { Box } from '../../../src/domain/auth-checks/extraction';
import type {
  DocumentLayout,
  InkStroke,
  PageLayout,
  PenLine,
  Widget,
  Word,
} from '../../../src/reading/document-layout';

/** A line of text at a place: `[x, y, text]`, 10 points high, 5 points a letter. */
export type Line = readonly [x: number, y: number, text: string];

function wordsOf([x, y, text]: Line): Word[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    box: { x: x + index * 5, y, width: word.length * 5, height: 10 },
  }));
}

/** Returns a page of lines; `scribble` is a pen stroke at a place, `rules` are lines. */
export function page(
  lines: readonly Line[],
  over: Partial<PageLayout> & {
    readonly scribble?: readonly [x: number, y: number];
    readonly rules?: readonly Box[];
  } = {},
): PageLayout {
  const { scribble, rules = [], ...rest } = over;
  const strokes =
    scribble === undefined
      ? []
      : [{ box: { x: scribble[0], y: scribble[1], width: 100, height: 16 }, fill: 0.15 }];
  return {
    number: 1,
    width: 612,
    height: 792,
    source: 'text',
    confidence: null,
    words: lines.flatMap(wordsOf),
    widgets: [],
    annotations: [],
    ink: { strokes, rules },
    ...rest,
  };
}

/** Returns a document of these pages. */
export function layout(...pages: readonly PageLayout[]): DocumentLayout {
  return { pages, signatures: [] };
}

/** Returns a field of an interactive form. */
export function widget(
  kind: Widget['kind'],
  box: readonly [x: number, y: number],
  over: Partial<Widget> = {},
): Widget {
  return {
    kind,
    name: '',
    tooltip: '',
    value: '',
    isOn: false,
    box: { x: box[0], y: box[1], width: 160, height: 14 },
    ...over,
  };
}

/** Returns a horizontal line. */
export function rule(x: number, y: number, width: number): Box {
  return { x, y, width, height: 1 };
}

/** Returns a vertical line. */
export function down(x: number, y: number, height: number): Box {
  return { x, y, width: 1, height };
}

/** Returns a pen stroke. */
export function stroke(x: number, y: number, width = 100, height = 16): InkStroke {
  return { box: { x, y, width, height }, fill: 0.15 };
}

/** Returns a pen line. */
export function penLine(x: number, y: number, right: number, rightY: number): PenLine {
  return { left: { x, y }, right: { x: right, y: rightY } };
}
