/** Where on a page a label's words ask for writing. */
import type { Box } from '../../domain/auth-checks/extraction';
import type { PageLayout } from '../document-layout';
import { bottomOf, rightOf } from './text-segments';
import type { Piece, WritingLine } from './writing-lines';

/** A place to write in. */
export interface SigningPlace {
  readonly page: number;
  /** A line to write on, a cell, or only the space around a label. */
  readonly kind: 'line' | 'cell' | 'open';
  /** Where letters rest. */
  readonly baseline: number;
  /** From how far above to how far below the baseline ink of a normal size can be. */
  readonly box: Box;
}

/** A page with what people write between. */
export interface PageLines {
  readonly page: PageLayout;
  readonly pieces: readonly Piece[];
  readonly lines: readonly WritingLine[];
}

/** How far ink is above and below its line. */
const reach = { above: 36, below: 16 } as const;
/** The space beside and above a label without a line. */
const open = { width: 220, height: 34 } as const;
const cellHeightMost = 80;
/** How far a label is below its line: farther only if no other line is nearer. */
const [near, far] = [9, 20];

function placeOnLine(page: number, baseline: number, left: number, right: number): SigningPlace {
  return {
    page,
    kind: 'line',
    baseline,
    box: { x: left, y: baseline - reach.above, width: right - left, height: reach.above + reach.below },
  };
}

const isLevel = (a: Box, b: Box): boolean =>
  Math.min(bottomOf(a), bottomOf(b)) - Math.max(a.y, b.y) > 0.5 * Math.min(a.height, b.height);

/** A typed date isn't the next label. */
const datelike =
  /^\W*(?:\d{1,2}\s?[\s/.-]\s?\d|\d{8}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d)/i;

/** Returns the printed words to the right of a label on its line. */
function nextOf({ pieces }: PageLines, label: Piece): Piece | undefined {
  let next: Piece | undefined;
  for (const piece of pieces)
    if (
      piece !== label &&
      !piece.isOnLine &&
      !datelike.test(piece.text) &&
      piece.box.x >= rightOf(label.box) - 2 &&
      isLevel(piece.box, label.box) &&
      (next === undefined || piece.box.x < next.box.x)
    )
      next = piece;
  return next;
}

/** Returns the end of the words to the left of a label on its line. */
function endBefore({ pieces }: PageLines, label: Piece): number {
  const before = pieces.filter(
    piece => piece !== label && rightOf(piece.box) <= label.box.x + 2 && isLevel(piece.box, label.box),
  );
  return Math.max(-Infinity, ...before.map(({ box }) => rightOf(box)));
}

/** Returns the frame around a label that is low enough for a cell of a form. */
function cellAround({ page }: PageLines, { box }: Piece): Box | undefined {
  const middle = box.y + box.height / 2;
  const down = page.ink.rules.filter(
    rule => rule.height > rule.width && rule.y <= middle && bottomOf(rule) >= middle,
  );
  const left = Math.max(-Infinity, ...down.filter(({ x }) => x <= box.x + 3).map(({ x }) => x));
  const right = Math.min(Infinity, ...down.filter(({ x }) => x >= rightOf(box) - 3).map(({ x }) => x));
  if (!Number.isFinite(left) || !Number.isFinite(right)) return undefined;
  const across = page.ink.rules.filter(
    rule => rule.width > rule.height && rule.x <= left + 8 && rightOf(rule) >= right - 8,
  );
  const top = Math.max(-Infinity, ...across.filter(({ y }) => y <= box.y + 3).map(({ y }) => y));
  const floor = Math.min(Infinity, ...across.filter(({ y }) => y >= bottomOf(box) - 3).map(({ y }) => y));
  return floor - top <= cellHeightMost && floor > top
    ? { x: left, y: top, width: right - left, height: floor - top }
    : undefined;
}

function placeIn(page: number, area: Box): SigningPlace {
  return {
    page,
    kind: 'cell',
    baseline: bottomOf(area) - 1,
    box: { ...area, y: area.y - 4, height: area.height + 10 },
  };
}

function placeInNextCell(
  { page }: PageLines,
  { page: number, box }: Pick<Piece, 'page' | 'box'>,
  cell: Box,
): SigningPlace | undefined {
  const right = rightOf(cell);
  const ends = page.ink.rules
    .filter(
      rule =>
        rule.height > rule.width && rule.x > right + 20 && rule.y <= box.y + 4 && bottomOf(rule) >= box.y + 4,
    )
    .map(({ x }) => x);
  const end = Math.min(...ends, page.width - 20);
  return end - right < 20 ? undefined : placeIn(number, { ...cell, x: right, width: end - right });
}

/** Returns the cell to the right of a label's; `undefined` if the label isn't in a cell. */
export function nextCellOf(lines: PageLines, label: Piece): SigningPlace | undefined {
  const cell = cellAround(lines, label);
  return cell === undefined ? undefined : placeInNextCell(lines, label, cell);
}

/** Whether a place already has words in it. */
function isTaken({ pieces }: PageLines, { box }: SigningPlace): boolean {
  return pieces.some(
    piece =>
      /\p{L}{2}/u.test(piece.text) &&
      piece.box.x > box.x &&
      rightOf(piece.box) < rightOf(box) &&
      piece.box.y > box.y &&
      bottomOf(piece.box) < bottomOf(box),
  );
}

/** Returns where a cell leaves room: below its label, to the right of it, above it, or in the next cell. */
function placeInCell(lines: PageLines, { page, box }: Piece, cell: Box): SigningPlace | undefined {
  const [right, floor] = [rightOf(cell), bottomOf(cell)];
  const place = (area: Box): SigningPlace => placeIn(page, area);
  const below = floor - bottomOf(box);
  const over = box.y - cell.y;
  // A label that fills its cell from side to side is answered in the next one.
  const isFull = Math.abs(over - below) < 5 && right - rightOf(box) < 50 && box.x - cell.x < 12;
  const next = isFull ? placeInNextCell(lines, { page, box }, cell) : undefined;
  if (next !== undefined && !isTaken(lines, next)) return next;
  if (below < 9 && over >= 14) return place(cell);
  if (below >= 9) {
    // Beside a label in one line there is room over the whole height.
    const isBeside = right - rightOf(box) >= 60 && below < 16;
    const top = isBeside ? cell.y : bottomOf(box) - 3;
    const left = isBeside ? Math.min(cell.x + cell.width, box.x) : cell.x;
    return place({ x: left, y: top, width: right - left, height: floor - top });
  }
  if (right - rightOf(box) >= 50)
    return place({ x: rightOf(box), y: cell.y, width: right - rightOf(box), height: cell.height });
  if (over >= 12) return place({ ...cell, height: over });
  return placeInNextCell(lines, { page, box }, cell);
}

/** How far below its label a frame starts. */
const frameGap = 12;

/** Returns the frame right below a label, if no words are in it. */
function frameUnder(lines: PageLines, { page, box }: Piece): Box | undefined {
  const { rules } = lines.page.ink;
  const down = rules.filter(
    rule => rule.height > rule.width && rule.y > bottomOf(box) - 4 && rule.y < bottomOf(box) + frameGap,
  );
  const left = down.find(({ x }) => Math.abs(x - box.x) < frameGap);
  const right = down.find(
    rule => left !== undefined && rule.x > left.x + 60 && Math.abs(rule.y - left.y) < 3,
  );
  if (left === undefined || right === undefined || left.height > cellHeightMost) return undefined;
  const frame = { x: left.x, y: left.y, width: right.x - left.x, height: left.height };
  return isTaken(lines, placeIn(page, frame)) ? undefined : frame;
}

/** Whether a line is the floor of the row above a label that fills its own row. */
function isRowAbove(lines: readonly WritingLine[], top: WritingLine, { box }: Piece): boolean {
  return lines.some(
    floor =>
      Math.abs(floor.left - top.left) < 3 &&
      Math.abs(floor.right - top.right) < 4 &&
      floor.y > bottomOf(box) - 3 &&
      floor.y - top.y < box.height * 2.2,
  );
}

/** Labels before a column of lines end this far from theirs. */
const columnGap = 160;

/** Returns the line of a label that is in a column to the left of one of lines, with nothing between. */
function lineInColumn({ lines }: PageLines, { box }: Piece, before: number): WritingLine | undefined {
  return lines
    .filter(
      line =>
        Math.abs(line.y - bottomOf(box)) < 5 &&
        line.left > rightOf(box) &&
        line.left < Math.min(before, rightOf(box) + columnGap) &&
        line.right - line.left > 60,
    )
    .toSorted((a, b) => a.left - b.left)[0];
}

function lineBeside(page: PageLines, { box }: Piece): WritingLine | undefined {
  const end = rightOf(box);
  return page.lines
    .filter(
      line =>
        Math.abs(line.y - bottomOf(box)) < 7 &&
        line.right > end + 24 &&
        line.left >= Math.max(box.x, end - 30) &&
        line.left < end + 60 &&
        !isStroke(page, line),
    )
    .toSorted((a, b) => a.left - b.left)[0];
}

/** A line of which strokes cover this share may be a flat part of them. */
const inkShare = 0.6;

/** Whether a line may be a part of a signature: strokes run along most of it. */
function isInk({ page }: PageLines, { y, left, right }: WritingLine): boolean {
  const along = page.ink.strokes
    .map(({ box }) => box)
    .filter(box => box.height >= 8 && box.y <= y + 3 && bottomOf(box) >= y - 3);
  const inked = along.reduce(
    (sum, box) => sum + Math.max(0, Math.min(right, rightOf(box)) - Math.max(left, box.x)),
    0,
  );
  return inked > inkShare * (right - left);
}

/** A label before a line is this near to it, and has so many words. */
const ownerReach = { gap: 40, wordsMost: 10 } as const;

/** Whether a line belongs to the label before it, and not to one that starts as far left as that. */
function isOwnedBefore({ pieces }: PageLines, line: WritingLine, label: Piece): boolean {
  if (label.box.x > line.left - 8) return false;
  return pieces.some(
    ({ box, text, isOnLine }) =>
      !isOnLine &&
      box.y !== label.box.y &&
      Math.abs(bottomOf(box) - line.y) < 7 &&
      rightOf(box) < line.left + 12 &&
      rightOf(box) > line.left - ownerReach.gap &&
      /\p{L}{2}/u.test(text) &&
      text.split(' ').length <= ownerReach.wordsMost,
  );
}

/** A flat part of a stroke is shorter than a line to sign on. */
const strokeMost = 60;

/** Whether a line is only a part of a stroke. */
function isStroke(page: PageLines, line: WritingLine): boolean {
  return line.right - line.left < strokeMost && isInk(page, line);
}

function lineAbove(page: PageLines, label: Piece, most: number): WritingLine | undefined {
  const { box } = label;
  const { lines } = page;
  const found = lines.filter(
    line =>
      line.y <= box.y + 3.5 &&
      box.y - line.y <= most &&
      line.left < box.x + Math.max(30, box.width * 0.6) &&
      line.right > box.x + 20 &&
      !isRowAbove(lines, line, label) &&
      !isStroke(page, line) &&
      !isOwnedBefore(page, line, label),
  );
  // Next to a line there may be parts of a stroke that were taken for one.
  const lowest = Math.max(...found.map(({ y }) => y));
  return found.filter(({ y }) => y > lowest - 4).toSorted((a, b) => b.right - b.left - (a.right - a.left))[0];
}

function lineBelow(page: PageLines, label: Piece): WritingLine | undefined {
  const { box } = label;
  const { lines, pieces } = page;
  const found = lines
    .filter(
      line =>
        line.y > bottomOf(box) + 7 &&
        line.y - bottomOf(box) < 48 &&
        line.left < box.x + 30 &&
        line.right > box.x + 20,
    )
    .toSorted((a, b) => a.y - b.y)[0];
  const isOfAnother =
    found !== undefined &&
    pieces.some(
      other =>
        !other.isOnLine &&
        other.box.y > bottomOf(box) - 2 &&
        bottomOf(other.box) < found.y + 3 &&
        other.box.x < found.right &&
        rightOf(other.box) > found.left &&
        other.text.split(' ').length > 3,
    );
  return isOfAnother || (found !== undefined && isOwnedBefore(page, found, label)) ? undefined : found;
}

/** Returns the line under a label, if no other words are between them. */
export function placeUnder(lines: PageLines, label: Piece): SigningPlace | undefined {
  const below = lineBelow(lines, label);
  return below === undefined ? undefined : placeOnLine(label.page, below.y, below.left - 2, below.right + 2);
}

/**
 * Returns the height of the line of a label whose own is hidden by ink: that of its neighbors on the
 * right.
 */
function besideNeighbors({ lines, pieces }: PageLines, { box }: Piece): number | undefined {
  return lines.find(
    line =>
      line.y <= box.y + 3.5 &&
      box.y - line.y <= near &&
      line.left > rightOf(box) - 2 &&
      pieces.some(
        piece =>
          Math.abs(piece.box.y - box.y) < 3 && piece.box.x < line.right && rightOf(piece.box) > line.left,
      ),
  )?.y;
}

/**
 * Returns where the lines and frames around a label say that its value belongs, or the space around it if
 * there are none.
 */
export function placeOf(lines: PageLines, label: Piece): SigningPlace {
  const { page, box } = label;
  const next = nextOf(lines, label);
  const before = next === undefined ? Infinity : next.box.x - 3;
  const cell = cellAround(lines, label);
  const beside = lineBeside(lines, label);
  // What is on a line that starts after its label is a value.
  if (beside !== undefined && beside.left < before && (cell === undefined || !isInk(lines, beside)))
    return placeOnLine(page, beside.y, Math.min(beside.left, rightOf(box)), beside.right);
  const below = lineBelow(lines, label);
  const gapBelow = below === undefined ? Infinity : below.y - bottomOf(box);
  const above = lineAbove(lines, label, Math.max(near, Math.min(far, gapBelow - 1)));
  if (above !== undefined && (cell === undefined || above.y > cell.y + 3)) {
    const left = endBefore(lines, label) > above.left ? box.x - 6 : above.left - 4;
    return placeOnLine(page, above.y, left, Math.max(rightOf(box), Math.min(above.right + 4, before)));
  }
  const level = cell === undefined ? besideNeighbors(lines, label) : undefined;
  if (level !== undefined)
    return placeOnLine(page, level, box.x - 6, Math.max(rightOf(box), Math.min(box.x + open.width, before)));
  const inCell = cell === undefined ? undefined : placeInCell(lines, label, cell);
  if (inCell !== undefined) return inCell;
  const frame = frameUnder(lines, label);
  if (frame !== undefined) return placeIn(page, frame);
  const under = lines.lines.find(
    line =>
      Math.abs(line.y - bottomOf(box)) < 7 &&
      line.left <= rightOf(box) - 12 &&
      line.right > rightOf(box) + 50,
  );
  if (under !== undefined && before - rightOf(box) > 50)
    return placeOnLine(page, under.y, rightOf(box), Math.min(under.right, before));
  if (below !== undefined) return placeOnLine(page, below.y, below.left - 2, below.right + 2);
  const column = lineInColumn(lines, label, before);
  if (column !== undefined) return placeOnLine(page, column.y, column.left, column.right);
  const right = Math.min(rightOf(box) + open.width, before);
  return {
    page,
    kind: 'open',
    baseline: bottomOf(box),
    box: {
      x: box.x - 4,
      y: box.y - open.height,
      width: Math.max(right - box.x, Math.min(open.width, before - box.x)) + 4,
      height: open.height + box.height + 4,
    },
  };
}
