/** The texts of a page that someone may have written, each with the labels around it. */
import type { Box } from '../../domain/auth-checks/extraction';
import type { Widget } from '../document-layout';
import { cleanValue } from './find-field';
import { cueIn, isGeneric } from './party-cues';
import type { Piece, Sheet } from './sheet';
import { bottomOf, middleOf, rightOf } from './text-segments';

/** A text that may be written, not printed. */
export interface Written {
  /** Where it is: in a form field, on a line, in a cell, or beside other words. */
  readonly kind: 'field' | 'line' | 'cell' | 'beside';
  readonly text: string;
  readonly box: Box;
  /** The blank that it is in, or itself. */
  readonly room: Box;
  /** The label that it starts with. */
  readonly label: string;
  readonly piece?: Piece;
  readonly widget?: Widget;
}

/** A page has fewer texts; a malicious one has thousands. */
const writtenMax = 600;
/** Words on one line miss each other by less, in points. */
const lineReach = 7;
/** How far behind its label a text may be, and how far below it in a cell, and around a line or field. */
const [leftReach, cellReach, lineGap] = [170, 26, 10];

/** Whether two boxes are on one line. */
export const isLevel = (a: Box, b: Box): boolean => Math.abs(middleOf(a) - middleOf(b)) < lineReach;

const withLabel = /^([^:]{1,80}):\s*(\S.*)$/u;

/** Returns the texts of a page that may be written: in fields, and its pieces without their labels. */
export function writtenOn({ page, pieces }: Sheet): Written[] {
  const fields = page.widgets.flatMap((widget): Written[] => {
    const text = cleanValue(widget.value);
    const isText = widget.kind === 'text' || widget.kind === 'choice';
    const { box } = widget;
    return isText && text !== '' ? [{ kind: 'field', text, box, room: box, label: '', widget }] : [];
  });
  const typed = pieces.map((piece): Written => {
    const [, label = '', text = piece.text] = withLabel.exec(piece.text) ?? [];
    const { blank, box } = piece;
    const room = blank?.box ?? box;
    return { kind: blank?.kind ?? 'beside', text: cleanValue(text), box, room, label, piece };
  });
  return [...fields, ...typed.filter(({ text }) => text !== '')].slice(0, writtenMax + fields.length);
}

/** Returns how far apart two boxes are across; less than 0 if they overlap. */
function apartX(a: Box, b: Box): number {
  return Math.max(a.x, b.x) - Math.min(rightOf(a), rightOf(b));
}

/** Whether a piece can be a label: what is written on a line isn't. */
function isPrinted({ blank, text }: Piece): boolean {
  return blank?.kind !== 'line' || /:\s*$/.test(text) || cueIn(text) !== undefined;
}

/**
 * Returns the pieces that look like a cue and are a value: the last text of a cell whose first one is its
 * label. A company may be named like one.
 */
export function namesLikeCues({ pieces }: Sheet): ReadonlySet<Piece> {
  const inCells = pieces.filter(({ blank }) => blank?.kind === 'cell');
  const last = new Map(inCells.toSorted((a, b) => a.box.y - b.box.y).map(piece => [piece.blank, piece]));
  const labels = new Map(
    inCells
      .filter(({ text }) => cueIn(text) !== undefined)
      .map(piece => [piece.blank, piece] as const)
      .toReversed(),
  );
  return new Set(
    [...last].flatMap(([blank, piece]) => {
      const label = labels.get(blank);
      const isBelow = label !== undefined && bottomOf(label.box) < piece.box.y + 4;
      const isCue = cueIn(piece.text) !== undefined;
      return isBelow && isCue && !isGeneric(piece.text) && !/[:?]\s*$/.test(piece.text) ? [piece] : [];
    }),
  );
}

/** Returns the pieces of a page that can be labels. @param values those that only look like one */
export function printedOn({ pieces }: Sheet, values: ReadonlySet<Piece>): Piece[] {
  return pieces.filter(piece => isPrinted(piece) && !values.has(piece));
}

/**
 * Returns the labels of a text, the surest first: before it, over it in its cell, under its line.
 * @param printed the pieces that can be labels
 */
export function labelsOf(
  printed: readonly Piece[],
  { kind, box, room, label, piece, widget }: Written,
): string[] {
  const others = printed.filter(other => other !== piece);
  const left = others
    .filter(other => isLevel(other.box, box) && rightOf(other.box) <= box.x + 8)
    .filter(other => box.x - rightOf(other.box) < leftReach)
    .filter(other => kind !== 'beside' || /:\s*$/.test(other.text))
    .toSorted((a, b) => rightOf(b.box) - rightOf(a.box))
    .slice(0, 1);
  const overOf = (other: Piece): number => box.y - bottomOf(other.box);
  const underOf = (other: Piece): number => other.box.y - bottomOf(room);
  const over = others.filter(other => {
    if (kind === 'cell')
      return other.blank === piece?.blank && overOf(other) > -4 && overOf(other) < cellReach;
    const isOver = apartX(other.box, box) < -4 && overOf(other) > -4 && overOf(other) < lineGap - 1;
    return kind !== 'beside' && isOver;
  });
  const under = others
    .filter(
      other =>
        (kind === 'field' || kind === 'line') &&
        apartX(other.box, room) < -4 &&
        underOf(other) > -5 &&
        underOf(other) < lineGap &&
        other.blank?.kind !== 'cell' &&
        !/[:?]\s*$/.test(other.text),
    )
    .toSorted((a, b) => apartX(a.box, box) - apartX(b.box, box))
    .slice(0, 1);
  const isOverFirst = over.some(one =>
    under.every(other => Math.abs(overOf(one)) < Math.abs(underOf(other))),
  );
  const around = kind === 'cell' || isOverFirst ? [...over, ...under] : [...under, ...over];
  return [
    ...(label === '' ? [] : [label]),
    ...[...left, ...around].map(({ text }) => text),
    ...(widget === undefined ? [] : [`${widget.name} ${widget.tooltip}`]),
  ];
}

/** How many words before a text are looked at, how far below or above it, and how far apart, in points. */
const before = { most: 18, reaches: [5, 9], gap: 40 } as const;
/** A label may end a little behind the start of what is written, and farther behind the start of a field. */
const overhang = { text: 9, field: 45 } as const;

/**
 * Returns the words before a place on its line, from a point on, from left to right: up to the first wide gap
 * between them.
 */
export function wordsBefore({ page: { widgets }, pieces }: Sheet, place: Box, start: number): string {
  const words = pieces.flatMap(piece => piece.words);
  const field = widgets.find(({ box }) => box === place);
  const isField = field !== undefined;
  const end = place.x + (isField ? Math.min(overhang.field, place.width / 2) : overhang.text);
  for (const reach of before.reaches) {
    const found = words
      .filter(
        ({ box, text }) =>
          box.x + box.width / 2 > start &&
          box.x < place.x + (isField ? overhang.field : 0) &&
          rightOf(box) <= end &&
          Math.abs(middleOf(box) - middleOf(place)) < reach &&
          field?.value.replaceAll(/\s/gu, '').includes(text) !== true,
      )
      .toSorted((a, b) => b.box.x - a.box.x)
      .slice(0, before.most);
    const apart = found.findIndex(({ box }, index) => {
      const next = found[index - 1];
      return next !== undefined && next.box.x - rightOf(box) > before.gap;
    });
    const near = (apart < 0 ? found : found.slice(0, apart)).toReversed();
    const isNear = near.some(({ box }) => place.x - rightOf(box) < leftReach);
    if (isNear) return near.map(({ text }) => text).join(' ');
  }
  return '';
}

/** How far above a text the line that it goes on from may be, in points. */
const wrapReach = 26;

/** Returns the words of the line above a text that is the first on its own, as it goes on from there. */
export function wrappedLabel({ pieces }: Sheet, box: Box): string {
  const isFirst = pieces.every(
    other => !isLevel(other.box, box) || other.box.x >= box.x - 2 || box.x - rightOf(other.box) > leftReach,
  );
  if (!isFirst) return '';
  const [above] = pieces
    .filter(
      other =>
        box.y - bottomOf(other.box) > -4 &&
        box.y - bottomOf(other.box) < wrapReach &&
        other.box.x < rightOf(box) &&
        rightOf(other.box) > box.x - 12,
    )
    .toSorted((a, b) => b.box.y - a.box.y || b.box.x - a.box.x);
  return above?.text ?? '';
}
