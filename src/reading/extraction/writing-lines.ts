/** The lines that people write on, and the printed words between them. */
import type { Box } from '../../domain/auth-checks/extraction';
import type { PageLayout, Word } from '../document-layout';
import { hasTypedLine, tokensOf, type Token } from './blanks';
import { type Segment, around, bottomOf, middleOf, rightOf } from './text-segments';

/** A line to write on, drawn or typed as underscores. */
export interface WritingLine {
  readonly y: number;
  readonly left: number;
  readonly right: number;
}

/** A part of a segment between two runs of underscores. */
export interface Piece extends Segment {
  /** Whether it is on a run of underscores: typed there by someone. */
  readonly isOnLine: boolean;
  /** Whether a run of underscores follows. */
  readonly isBeforeLine: boolean;
}

/** A page has fewer segments with underscores. */
const splitMax = 400;
/** Two lines of the same height this near to each other are one. */
const seam = { across: 3, down: 2 } as const;
/** A line under a signature is broken where a flat stroke follows it. */
const brokenMost = 240;

function isIn({ box }: Word, segment: Segment): boolean {
  return (
    middleOf(box) > segment.box.y &&
    middleOf(box) < bottomOf(segment.box) &&
    box.x >= segment.box.x - 1 &&
    rightOf(box) <= rightOf(segment.box) + 1
  );
}

/** Returns the lines that start within a segment: what is on them was written there. */
function linesIn({ box }: Segment, lines: readonly WritingLine[]): WritingLine[] {
  return lines.filter(
    ({ y, left, right }) =>
      left > box.x + 12 &&
      left < rightOf(box) - 4 &&
      right > rightOf(box) - 4 &&
      y > bottomOf(box) - 4 &&
      y < bottomOf(box) + 6,
  );
}

function split(page: PageLayout, segment: Segment, lines: readonly WritingLine[]): Piece[] {
  const tokens = page.words
    .filter(word => isIn(word, segment))
    .flatMap(word => tokensOf(page, word))
    .toSorted((a, b) => a.box.x - b.box.x);
  const typed = tokens.filter(({ isLine }) => isLine);
  const pieces: Piece[] = [];
  let open: Token[] = [];
  let wasOnLine = false;
  const close = (isBeforeLine: boolean): void => {
    const text = open.map(token => token.text).join(' ');
    if (/[\p{L}\d]/u.test(text))
      pieces.push({
        ...segment,
        text,
        box: around(open.map(({ box }) => box)),
        isOnLine: wasOnLine,
        isBeforeLine,
      });
    open = [];
  };
  for (const token of tokens) {
    const middle = token.box.x + token.box.width / 2;
    const isOnLine =
      typed.some(({ box }) => middle > box.x && middle < rightOf(box)) ||
      lines.some(({ left, right }) => token.box.x > left - 2 && middle < right);
    const last = open.at(-1);
    const isApart =
      last !== undefined && token.box.x - rightOf(last.box) > Math.max(7, 1.1 * token.box.height);
    if (token.isLine || isOnLine !== wasOnLine || isApart) close(token.isLine);
    if (!token.isLine) {
      wasOnLine = isOnLine;
      open.push(token);
    }
  }
  close(false);
  return pieces;
}

/** Returns the printed and typed words of a page, apart from the underscores between them. */
export function piecesOf(
  page: PageLayout,
  segments: readonly Segment[],
  lines: readonly WritingLine[],
): Piece[] {
  let splits = 0;
  return segments
    .filter(segment => segment.page === page.number)
    .flatMap(segment => {
      const within = linesIn(segment, lines);
      if ((!hasTypedLine(segment.text) && within.length === 0) || splits === splitMax)
        return [{ ...segment, isOnLine: false, isBeforeLine: false }];
      splits += 1;
      return split(page, segment, within);
    });
}

/** Whether strokes cover the gap in a line, one or several after each other. */
function isCovered({ ink: { strokes } }: PageLayout, y: number, from: number, to: number): boolean {
  if (to - from >= brokenMost) return false;
  const crossing = strokes
    .filter(({ box }) => box.x < to && rightOf(box) > from && box.y <= y + 3 && bottomOf(box) >= y - 3)
    .toSorted((a, b) => a.box.x - b.box.x);
  let reached = from;
  for (const { box } of crossing) if (box.x <= reached + 6) reached = Math.max(reached, rightOf(box));
  return reached >= to - 6;
}

/** Two ends this near to each other meet. */
const meeting = 3;
/** The flat parts of a stroke aren't longer. */
const flatMost = 130;

/** Whether a stroke, or a rule at another height, meets the end of a rule. */
function isMet({ ink: { strokes, rules } }: PageLayout, rule: Box, x: number): boolean {
  return (
    strokes.some(
      ({ box }) =>
        box.height >= 6 &&
        box.x <= x + meeting &&
        rightOf(box) >= x - meeting &&
        box.y <= rule.y + meeting &&
        bottomOf(box) >= rule.y - meeting &&
        // A stroke that hangs from its line crosses it in the middle.
        (box.x > rule.x - 1 || rightOf(box) < rightOf(rule) + 1),
    ) ||
    rules.some(
      other =>
        other !== rule &&
        other.width > other.height &&
        other.width <= flatMost &&
        Math.abs(other.y - rule.y) > 0.4 &&
        Math.abs(other.y - rule.y) < 5 &&
        (Math.abs(other.x - x) < meeting || Math.abs(rightOf(other) - x) < meeting),
    )
  );
}

/** Whether a rule is a flat part of a pen stroke: the rest of the stroke goes on at both of its ends. */
export function isFlatPart(page: PageLayout, rule: Box): boolean {
  return (
    rule.width > rule.height &&
    rule.width <= flatMost &&
    isMet(page, rule, rule.x) &&
    isMet(page, rule, rightOf(rule))
  );
}

/**
 * Returns the lines of a page: its horizontal rules and its runs of underscores, with touching ones
 * joined.
 */
export function writingLinesOf(page: PageLayout): WritingLine[] {
  const typed = page.words
    .filter(({ text }) => hasTypedLine(text))
    .flatMap(word => tokensOf(page, word))
    .filter(({ isLine }) => isLine)
    .slice(0, splitMax)
    .map(({ box }) => ({ y: bottomOf(box) - 1, left: box.x, right: rightOf(box) }));
  const drawn = page.ink.rules
    .filter(rule => rule.width > rule.height && !isFlatPart(page, rule))
    .map(rule => ({ y: rule.y, left: rule.x, right: rightOf(rule) }));
  const lines: WritingLine[] = [];
  for (const line of [...drawn, ...typed].toSorted((a, b) => a.left - b.left)) {
    const index = lines.findIndex(
      other =>
        Math.abs(other.y - line.y) <= seam.down &&
        (line.left - other.right <= seam.across || isCovered(page, line.y, other.right, line.left)),
    );
    const other = lines[index];
    if (other === undefined) lines.push(line);
    else lines[index] = { ...other, right: Math.max(other.right, line.right) };
  }
  return lines;
}
