/** Where the value of a label may be: the blanks around it, each with how likely it belongs to the label. */
import type { Box } from '../../domain/auth-checks/extraction';
import type { Blank } from './blanks';
import type { Piece, Sheet } from './sheet';
import { baselineOf, bottomOf, rightOf } from './text-segments';

/** A label on a sheet. */
export interface SheetLabel {
  readonly piece: Piece;
  /** Where it starts and ends in its piece's text. */
  readonly from: number;
  readonly to: number;
}

/** Where a blank is: behind its label on the line, around it, in the next cell, above it, or below it. */
export type Position = 'behind' | 'around' | 'next' | 'above' | 'below';

/** A blank near a label. */
export interface LabelPlace {
  readonly position: Position;
  readonly blank: Blank;
  /** How likely it belongs to the label, 0 to 1. */
  readonly score: number;
  /** The part of the blank in which the label's value is. */
  readonly box: Box;
}

/** How likely a blank in each position is the label's, before anything else is known. */
const base: Readonly<Record<Position, number>> = {
  behind: 1,
  around: 0.9,
  next: 0.8,
  above: 0.85,
  below: 0.75,
};
/** A blank that other words introduce hardly belongs to a label elsewhere. */
const rivalCost = 0.5;
const behindReach = 160;
const aboveReach = { least: -5, most: 11 } as const;
const belowReach = { least: -6, most: 16, lineMost: 30 } as const;
/** A cell this many times as high as its label, or with this much space behind it, holds the value, too. */
const room = { share: 1.9, width: 50 } as const;

/** Returns the box of a label's own words. */
export function boxOfLabel({ piece, from, to }: SheetLabel): Box {
  const count = (text: string): number =>
    text
      .trim()
      .split(/\s+/)
      .filter(word => word !== '').length;
  const [start, end] = [count(piece.text.slice(0, from)), count(piece.text.slice(0, to))];
  const own = piece.words.slice(Math.min(start, piece.words.length - 1), Math.max(end, start + 1));
  const [first = piece, last = piece] = [own[0], own.at(-1)];
  return { ...piece.box, x: first.box.x, width: rightOf(last.box) - first.box.x };
}

const isLevel = (blank: Blank, label: Box): boolean =>
  blank.kind === 'line'
    ? Math.abs(bottomOf(blank.box) - baselineOf(label)) < 8
    : blank.box.y < baselineOf(label) - 2 && bottomOf(blank.box) > label.y + label.height * 0.4;

/** Whether other words end directly before a blank, on its line. */
function hasRival({ pieces }: Sheet, blank: Blank, label: Piece): boolean {
  return pieces.some(
    piece =>
      piece !== label &&
      piece.blank !== blank &&
      /\p{L}{2}/u.test(piece.text) &&
      isLevel(blank, piece.box) &&
      Math.abs(blank.box.x - rightOf(piece.box)) < 9,
  );
}

function overlapX(a: Box, b: Box): number {
  return Math.min(rightOf(a), rightOf(b)) - Math.max(a.x, b.x);
}

/** Returns the part of a blank between its label and the next words under the same line. */
function partAbove({ pieces }: Sheet, blank: Blank, label: SheetLabel, own: Box): Box {
  const captions = pieces.filter(
    piece => piece !== label.piece && piece.line === label.piece.line && overlapX(piece.box, blank.box) > 4,
  );
  const before = captions.filter(({ box }) => box.x < own.x);
  const after = captions.filter(({ box }) => box.x > own.x).map(({ box }) => box.x - 4);
  const left = before.length === 0 ? blank.box.x : Math.max(blank.box.x, own.x - 8);
  const right = Math.min(rightOf(blank.box), ...after);
  return { ...blank.box, x: left, width: right - left };
}

function isInside(one: Box, other: Box): boolean {
  return (
    one.x > other.x - 4 &&
    rightOf(one) < rightOf(other) + 4 &&
    bottomOf(one) > other.y + 6 &&
    bottomOf(one) < bottomOf(other) - 2
  );
}

function placeOf(sheet: Sheet, label: SheetLabel, own: Box, blank: Blank): LabelPlace | undefined {
  const { box, kind } = blank;
  const end = rightOf(own);
  const rival = (): number => (hasRival(sheet, blank, label.piece) ? rivalCost : 0);
  const place = (position: Position, cost: number, part = box): LabelPlace => ({
    position,
    blank,
    score: Math.max(0, base[position] - cost - (position === 'behind' ? 0 : rival())),
    box: part,
  });
  if (blank === label.piece.blank) {
    const isWide = rightOf(box) - end > room.width;
    const hasRoom = kind === 'line' || isWide || box.height > own.height * room.share;
    const isSection =
      kind === 'cell' && sheet.blanks.some(other => other !== blank && isInside(other.box, box));
    return place('around', hasRoom && !isSection ? 0 : 0.45);
  }
  const gap = box.x - end;
  if (isLevel(blank, own) && box.x > own.x + 4 && rightOf(box) > end + 12 && gap < behindReach) {
    const between = sheet.pieces.some(
      piece =>
        piece !== label.piece &&
        piece.blank !== blank &&
        isLevel(blank, piece.box) &&
        piece.box.x > end - 2 &&
        piece.box.x < box.x - 2,
    );
    if (!between) return place(kind === 'cell' ? 'next' : 'behind', Math.max(0, gap) / 300);
  }
  const isOver = overlapX(own, box) > Math.min(10, own.width * 0.4);
  if (!isOver) return undefined;
  const under = own.y - bottomOf(box);
  if (kind !== 'cell' && under > aboveReach.least && under < aboveReach.most)
    return place(
      'above',
      Math.max(0, under) / 60 + (/:\s*$/.test(label.piece.text) ? 0.3 : 0),
      partAbove(sheet, blank, label, own),
    );
  const over = (kind === 'line' ? bottomOf(box) - 9 : box.y) - bottomOf(own);
  if (over > belowReach.least && over < (kind === 'line' ? belowReach.lineMost : belowReach.most))
    return place('below', Math.max(0, over) / 60 + (Math.abs(box.x - own.x) > 30 ? 0.15 : 0));
  return undefined;
}

/** Returns the blanks that may belong to a label, most likely first. */
export function placesOf(sheet: Sheet, label: SheetLabel): LabelPlace[] {
  const own = boxOfLabel(label);
  const places = sheet.blanks.flatMap(blank => placeOf(sheet, label, own, blank) ?? []);
  // Of the blanks in one position, only the nearest and those next to it are the label's.
  return places.toSorted((a, b) => b.score - a.score || a.blank.box.x - b.blank.box.x);
}
