/**
 * The places of a page that people write in: form fields, cells of tables, and the space above a line. Lines
 * are drawn, or typed as underscores, dashes, or dots.
 */
import type { Box } from '../../domain/auth-checks/extraction';
import type { PageLayout, Widget, Word } from '../document-layout';
import { baselineOf, bottomOf, overlaps, rightOf } from './text-segments';

/** A place to write in. The bottom of its box is the line, or the floor of the cell. */
export interface Blank {
  readonly kind: 'field' | 'cell' | 'line';
  readonly page: number;
  readonly box: Box;
  /** The form field, if it is one. */
  readonly widget?: Widget;
}

/** A page with fewer rules than it may have has fewer cells and lines; a malicious one has more. */
const blanksMax = 1_500;
/** How far above a line people write, in points, if nothing is above. */
const lineRoom = 20;
const cellSizes = { widthLeast: 14, heightLeast: 9, heightMost: 130 } as const;
/** A typed line: runs of underscores, dashes, or dots; slashes between them separate the parts of a date. */
const typedLine = /_(?:[_/\s-]*_)?_|_{2,}\s*(?:[/-]\s*_{2,}\s*){1,2}|-{5,}|\.{6,}|…{2,}/gu;

/** Whether a text has a line that is typed as underscores, dashes, or dots. */
export function hasTypedLine(text: string): boolean {
  return text.search(typedLine) >= 0;
}

const isAcross = ({ width, height }: Box): boolean => width > height;

/** How far the two ends of a rule may miss a corner, in points. */
const slack = 4;

function spansX(rule: Box, x: number): boolean {
  return rule.x <= x + slack && rightOf(rule) >= x - slack;
}

function spansY(rule: Box, y: number): boolean {
  return rule.y <= y + slack && bottomOf(rule) >= y - slack;
}

function nearest(rules: readonly Box[], placeOf: (rule: Box) => number): Box | undefined {
  let best: Box | undefined;
  for (const rule of rules) if (best === undefined || placeOf(rule) < placeOf(best)) best = rule;
  return best;
}

/** Returns the cells of a page: spaces between two vertical and two horizontal rules. */
export function cellsOf({ ink: { rules } }: PageLayout): Box[] {
  const across = rules.filter(isAcross);
  const down = rules.filter(rule => !isAcross(rule));
  const cells: Box[] = [];
  for (const top of across)
    for (const left of down) {
      const [x, y] = [rightOf(left), bottomOf(top)];
      const isCorner =
        spansX(top, left.x) && spansY(left, top.y) && bottomOf(left) > y + cellSizes.heightLeast;
      if (!isCorner) continue;
      if (cells.length >= blanksMax) return cells;
      const floor = nearest(
        across.filter(
          rule => rule.y > y + cellSizes.heightLeast && rule.x <= x + slack && rightOf(rule) > x + 9,
        ),
        rule => rule.y,
      );
      if (floor === undefined || floor.y - y > cellSizes.heightMost || bottomOf(left) < floor.y - slack)
        continue;
      const right = nearest(
        down.filter(
          rule =>
            rule.x > x + cellSizes.widthLeast && rule.y <= y + slack && bottomOf(rule) >= floor.y - slack,
        ),
        rule => rule.x,
      );
      if (right === undefined || rightOf(top) < right.x - slack || rightOf(floor) < right.x - slack) continue;
      cells.push({ x, y, width: right.x - x, height: floor.y - y });
    }
  return cells;
}

/** A word without its typed lines, and these lines. */
interface WordParts {
  readonly words: readonly Word[];
  readonly lines: readonly Box[];
}

/** Returns where letters of a word are; they are taken to be equally wide. */
function partOf({ box, text }: Word, from: number, to: number): Box {
  const letter = box.width / Math.max(1, text.length);
  return { ...box, x: box.x + from * letter, width: (to - from) * letter };
}

function splitWord(word: Word, across: readonly Box[]): WordParts {
  const runs = [...word.text.matchAll(typedLine)];
  if (runs.length === 0) return { words: [word], lines: [] };
  const foot = baselineOf(word.box);
  const drawn = across.filter(
    rule => Math.abs(rule.y - foot) < 5 && overlaps({ ...rule, y: word.box.y }, word.box),
  );
  const [words, lines]: [Word[], Box[]] = [[], []];
  let [from, x] = [0, word.box.x];
  const cut = (to: number, end: number): void => {
    const text = word.text.slice(from, to);
    if (text !== '') words.push({ ...word, text, box: { ...word.box, x, width: Math.max(1, end - x) } });
  };
  for (const { 0: run, index } of runs) {
    const guess = partOf(word, index, index + run.length);
    // Underscores are seldom as wide as letters; the ink shows where they are.
    const exact = drawn.find(rule => rule.x < rightOf(guess) && rightOf(rule) > guess.x && rule.x >= x - 2);
    const line = exact ?? { ...guess, y: foot, height: 1 };
    cut(index, line.x);
    lines.push(line);
    [from, x] = [index + run.length, rightOf(line)];
  }
  cut(word.text.length, rightOf(word.box));
  return { words, lines };
}

/** A part of a word: letters, or a typed line. */
export interface Token {
  readonly text: string;
  readonly box: Box;
  readonly isLine: boolean;
}

/** Returns the parts of a word from left to right; the ink shows where its typed lines are. */
export function tokensOf({ ink: { rules } }: PageLayout, word: Word): Token[] {
  if (!hasTypedLine(word.text)) return [{ ...word, isLine: false }];
  const { words, lines } = splitWord(word, rules.filter(isAcross));
  return [
    ...words.map(({ text, box }) => ({ text, box, isLine: false })),
    ...lines.map(({ x, width }) => ({ text: '__', box: { ...word.box, x, width }, isLine: true })),
  ].toSorted((a, b) => a.box.x - b.box.x);
}

/** The lines of a page, and its words without typed lines. */
export interface LinedPage {
  readonly lines: readonly Box[];
  readonly words: readonly Word[];
}

/** The ends of one line that a scan has broken are this close, in points. */
const breakMost = 3;

/** Returns lines from the top, with the parts of a broken one joined, and without doubles. */
function joined(lines: readonly Box[]): Box[] {
  const result: Box[] = [];
  for (const line of lines.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const index = result.findIndex(
      other =>
        Math.abs(other.y - line.y) < 2.5 &&
        line.x <= rightOf(other) + breakMost &&
        rightOf(line) >= other.x - breakMost,
    );
    const other = result[index];
    if (other === undefined) result.push(line);
    else {
      const x = Math.min(other.x, line.x);
      result[index] = { ...other, x, width: Math.max(rightOf(other), rightOf(line)) - x };
    }
  }
  return result;
}

/** Returns the horizontal lines of a page, drawn and typed, from the top, and the words between them. */
export function linesOf({ words, ink: { rules } }: PageLayout): LinedPage {
  const across = rules.filter(isAcross);
  const parts = words.filter(({ text }) => text.trim() !== '').map(word => splitWord(word, across));
  return {
    lines: joined([...across, ...parts.flatMap(({ lines }) => lines)]),
    words: parts.flatMap(part => part.words),
  };
}

/** Returns the parts of a line that aren't the floor of one of the cells. */
function partsOutside(line: Box, cells: readonly Box[]): Box[] {
  let parts = [line];
  for (const cell of cells) {
    if (Math.abs(bottomOf(cell) - line.y) > slack) continue;
    parts = parts.flatMap(part => {
      if (cell.x >= rightOf(part) || rightOf(cell) <= part.x) return [part];
      const before = { ...part, width: cell.x - part.x };
      const after = { ...part, x: rightOf(cell), width: rightOf(part) - rightOf(cell) };
      return [before, after].filter(({ width }) => width > cellSizes.widthLeast);
    });
  }
  return parts;
}

/** Returns the space above a line: up to the previous line, or as high as people write. */
function spaceAbove(line: Box, lines: readonly Box[]): Box {
  const above = lines.filter(
    other =>
      other.y < line.y - 5 &&
      other.x < rightOf(line) &&
      rightOf(other) > line.x &&
      line.y - other.y < lineRoom,
  );
  const top = Math.max(line.y - lineRoom, ...above.map(bottomOf));
  return { x: line.x, y: top, width: line.width, height: line.y - top };
}

function isCovered(box: Box, fields: readonly Box[]): boolean {
  return fields.some(field => {
    const width = Math.min(rightOf(box), rightOf(field)) - Math.max(box.x, field.x);
    const isLevel = field.y < bottomOf(box) + 3 && bottomOf(field) > bottomOf(box) - 9;
    return isLevel && width > 0.6 * box.width;
  });
}

/**
 * Returns the places of a page that people write in. A field counts instead of the line or cell under it. At
 * most a few thousand.
 */
export function blanksOf(page: PageLayout, { lines }: LinedPage = linesOf(page)): Blank[] {
  const fields = page.widgets.filter(
    ({ kind }) => kind === 'text' || kind === 'choice' || kind === 'signature',
  );
  const boxes = fields.map(({ box }) => box);
  const cells = cellsOf(page);
  const spaces = lines
    .flatMap(line => partsOutside(line, cells))
    .slice(0, blanksMax)
    .map(line => spaceAbove(line, lines));
  return [
    ...fields.map(widget => ({ kind: 'field', page: page.number, box: widget.box, widget }) as const),
    ...cells
      .filter(box => !isCovered(box, boxes))
      .map(box => ({ kind: 'cell', page: page.number, box }) as const),
    ...spaces
      .filter(box => !isCovered(box, boxes))
      .map(box => ({ kind: 'line', page: page.number, box }) as const),
  ];
}
