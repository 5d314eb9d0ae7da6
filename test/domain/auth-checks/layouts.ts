/** Layouts made by hand: forms in every arrangement that real ones have. */
import type {
  DocumentLayout,
  PageLayout,
  Widget,
  Word,
} from '../../../src/domain/auth-checks/document-layout';

const [columns, rows, cellPoints] = [153, 198, 4];

/** A line of text at a place: `[x, y, text]`, 10 points high, 5 points a letter. */
export type Line = readonly [x: number, y: number, text: string];

function wordsOf([x, y, text]: Line): Word[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    box: { x: x + index * 5, y, width: word.length * 5, height: 10 },
  }));
}

/** A page of lines; `scribble` is ink at a place that no word accounts for. */
export function page(
  lines: readonly Line[],
  over: Partial<PageLayout> & { readonly scribble?: readonly [x: number, y: number] } = {},
): PageLayout {
  const cells = Array.from({ length: columns * rows }, () => 0);
  const { scribble, ...rest } = over;
  if (scribble !== undefined)
    for (let column = 0; column < 25; column += 1)
      for (let row = 0; row < 4; row += 1)
        cells[
          (Math.floor(scribble[1] / cellPoints) + row) * columns +
            Math.floor(scribble[0] / cellPoints) +
            column
        ] = row === column % 4 ? 40 : 0;
  return {
    number: 1,
    width: 612,
    height: 792,
    source: 'text',
    confidence: null,
    words: lines.flatMap(wordsOf),
    widgets: [],
    annotations: [],
    ink: { cellPoints, columns, rows, cells },
    ...rest,
  };
}

/** A document of these pages. */
export function layout(...pages: readonly PageLayout[]): DocumentLayout {
  return { pages, isDigitallySigned: false };
}

/** A field of an interactive form. */
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
