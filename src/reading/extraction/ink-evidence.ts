/** The ink on a row: what is drawn there that is neither printed nor typed. */
import type { Box } from '../../domain/auth-checks/extraction';
import type { InkStroke, PageLayout, PenLine, Word } from '../document-layout';
import { tokensOf } from './blanks';
import { anyLabel } from './form-fields';
import { markOf, type Mark } from './ink-shapes';
import type { PageLines, SigningPlace } from './signing-places';
import { around, bottomOf, middleOf, overlaps, rightOf } from './text-segments';
import { covered } from './value-areas';
import { isFlatPart, type Piece, type WritingLine } from './writing-lines';

/** What the ink on a row is. */
export interface InkEvidence {
  /** Around all of it. */
  readonly box: Box;
  /** The mark that it is, if it isn't a signature. */
  readonly mark: Mark | undefined;
  /** Whether it may be something else: on a scan, a blot and a fold can be as large. */
  readonly isFaint: boolean;
  readonly isCrossedOut: boolean;
}

/** A connected stroke of this size is handwriting; a check mark, a letter, and a speck are smaller. */
const strokeLeast = { width: 17, height: 5 } as const;
/**
 * Smaller strokes are handwriting if they add up to this width: measured on signatures of many hands.
 * Narrow ones count if they are tall, as printed capitals are.
 */
const togetherLeast = { width: 6, height: 3, sum: 24, sureSum: 40, tallest: 7 } as const;
const narrowLeast = { width: 3, height: 10 } as const;
/** A stroke is thin in its box; a stamp, a bar, and a stain fill theirs. */
const strokeFillMost = 0.55;
const smallFillMost = 0.75;
/** Wider than every measured signature; an image or a table is wider. */
const strokeMost = { width: 400, height: 75 } as const;
/** On a scan, smaller ones are reported to people: a blot, a fold, and connected letters can be as large. */
const sureStroke = { width: 17, height: 7, area: 300 } as const;
/** The recognition's confidence in print; it is hardly ever this high for handwriting. */
const sureFrom = 78;
/** How far the middle of ink can be above and below the line it is on. */
const middleReach = { above: 31, below: 6 } as const;
/** Where the middle of most ink is: above the line. */
const usualMiddle = 9;

/** Whether a word is print or typed text, and not handwriting that recognition took for a word. */
function isPrinted({ source }: PageLayout, { text, confidence }: Word): boolean {
  if (!/[\p{L}\d]/u.test(text)) return false;
  if (source === 'text' || confidence === undefined) return true;
  // A pen's loops are read as one letter over and over.
  const isLoops = /^(\p{L})\1{2,}$/iu.test(text);
  return (confidence >= sureFrom && text.length > 1 && !isLoops) || anyLabel.test(text);
}

function hasPieceAt(pieces: readonly Piece[], line: WritingLine, own: Piece): boolean {
  return pieces.some(
    piece =>
      covered(piece.box, [own.box]) < 0.5 &&
      !piece.isOnLine &&
      ((piece.box.y >= line.y - 3 &&
        piece.box.y - line.y < 9 &&
        piece.box.x < line.right &&
        rightOf(piece.box) > line.left) ||
        (Math.abs(bottomOf(piece.box) - line.y) < 7 &&
          rightOf(piece.box) < line.left + 12 &&
          rightOf(piece.box) > line.left - 60)),
  );
}

/** Whether ink is nearer to another line that people write on than to a row's own. */
function isOnAnother(lines: PageLines, place: SigningPlace, label: Piece, box: Box): boolean {
  const distance = (y: number): number => Math.abs(middleOf(box) - (y - usualMiddle));
  const own = distance(place.baseline);
  // A signature that hangs over the floor of its cell isn't in the one below.
  const isInCell = place.kind === 'cell' && middleOf(box) < place.baseline + 1;
  return lines.lines.some(
    line =>
      Math.abs(line.y - place.baseline) > 4 &&
      !(isInCell && line.y > place.baseline) &&
      distance(line.y) < own - 2 &&
      Math.min(rightOf(box), line.right) - Math.max(box.x, line.left) > box.width * 0.5 &&
      line.right - line.left > 40 &&
      hasPieceAt(lines.pieces, line, label),
  );
}

/** Whether ink is in a row's place: most of its width, and its middle. */
export function isOnRow(lines: PageLines, place: SigningPlace, label: Piece, box: Box): boolean {
  const { box: area, baseline, kind } = place;
  const common = Math.min(rightOf(box), rightOf(area) + 8) - Math.max(box.x, area.x - 8);
  if (common < box.width * 0.5) return false;
  const middle = middleOf(box);
  if (kind === 'line' && (middle < baseline - middleReach.above || middle > baseline + middleReach.below))
    return false;
  if (kind !== 'line' && (middle < area.y || middle > bottomOf(area))) return false;
  return !isOnAnother(lines, place, label, box);
}

/** Returns the strokes near a place that are neither printed words nor the contents of form fields. */
function penStrokesIn(page: PageLayout, near: Box, isThere: (box: Box) => boolean): InkStroke[] {
  const printed = page.words
    .filter(word => overlaps(word.box, near) && isPrinted(page, word))
    .flatMap(word => tokensOf(page, word))
    .filter(({ isLine }) => !isLine)
    .map(({ box }) => box);
  const filled = page.widgets
    .filter(({ kind, value }) => kind !== 'signature' && (kind === 'checkbox' || value !== ''))
    .map(({ box }) => box);
  return page.ink.strokes.filter(
    ({ box, fill }) =>
      box.width <= strokeMost.width &&
      box.height <= strokeMost.height &&
      fill <= smallFillMost &&
      overlaps(box, near) &&
      isThere(box) &&
      covered(box, printed) < 0.6 &&
      covered(box, filled) < 0.6,
  );
}

/** Returns the strokes on a row that are neither printed words nor the contents of form fields. */
function strokesOn(lines: PageLines, place: SigningPlace, label: Piece): InkStroke[] {
  const near: Box = { ...place.box, y: place.box.y - 40, height: place.box.height + 80 };
  return penStrokesIn(lines.page, near, box => isOnRow(lines, place, label, box));
}

/** Strokes this near to each other are one signature. */
const clusterGap = { across: 16, down: 5 } as const;
const clusterAspect = 1.25;

/**
 * Returns where a page has ink of the size of a signature that is neither print nor typed, wherever it is.
 */
export function signaturesOn(page: PageLayout): Box[] {
  const whole: Box = { x: 0, y: 0, width: page.width, height: page.height };
  const strokes = penStrokesIn(page, whole, () => true).filter(
    stroke => stroke.fill <= strokeFillMost && markOf(stroke) === undefined,
  );
  const clusters: Box[][] = [];
  for (const { box } of strokes) {
    const wide = {
      x: box.x - clusterGap.across,
      y: box.y - clusterGap.down,
      width: box.width + 2 * clusterGap.across,
      height: box.height + 2 * clusterGap.down,
    };
    const touching = clusters.filter(cluster => cluster.some(other => overlaps(other, wide)));
    const merged = [box, ...touching.flat()];
    for (const cluster of touching) clusters.splice(clusters.indexOf(cluster), 1);
    clusters.push(merged);
  }
  return clusters
    .filter(boxes => {
      const { width, height } = around(boxes);
      const isLarge = boxes.some(one => one.width >= sureStroke.width && one.height >= sureStroke.height);
      return (
        isLarge &&
        width >= togetherLeast.sum &&
        // Check marks in a column are as high as they are wide.
        width >= height * clusterAspect &&
        width * height >= sureStroke.area &&
        width <= strokeMost.width &&
        height <= strokeMost.height
      );
    })
    .map(around);
}

/** A flat part of a stroke is this far above its line, in points: nearer, it is the line. */
const flatAbove = 1.5;

/** Returns the flat parts of strokes that were taken for rules: above the line, and next to a stroke. */
function flatParts({ page }: PageLines, place: SigningPlace, strokes: readonly InkStroke[]): Box[] {
  return page.ink.rules.filter(
    rule =>
      isFlatPart(page, rule) &&
      rule.y < place.baseline - flatAbove &&
      rule.y > place.baseline - 28 &&
      strokes.some(({ box }) =>
        overlaps({ x: rule.x - 4, y: rule.y - 4, width: rule.width + 8, height: 8 }, box),
      ),
  );
}

/** Whether a rule is one of the form's own typed lines, such as underscores. */
function isTypedLine(page: PageLayout, rule: Box): boolean {
  const near: Box = { x: rule.x, y: rule.y - 3, width: rule.width, height: rule.height + 6 };
  return page.words
    .filter(({ box }) => overlaps(box, near))
    .flatMap(word => tokensOf(page, word))
    .some(({ isLine, box }) => isLine && Math.abs(bottomOf(box) - rule.y) < 5 && overlaps(box, near));
}

/** A pen line crosses ink out if it runs along this share of its width. */
const crossedLeast = 0.6;
/** A line cuts ink into parts, of which only those on one side may be left, this far away, in points. */
const crossedReach = 4;
/** A pen line this near to a line of the form is that line, in points. */
const sameLine = 2.5;
/** A line of which this share, and as many points, go on beyond the ink along it is the form's. */
const beyondInk = { share: 0.3, least: 20 } as const;

/** Whether a line goes on where no ink is. */
function isLongerThanInk({ ink }: PageLayout, { left, right, y }: WritingLine): boolean {
  const along: Box = { x: left, y: y - 10, width: right - left, height: 20 };
  const near = ink.strokes.map(({ box }) => box).filter(box => overlaps(box, along));
  if (near.length === 0) return true;
  const { x, width } = around(near);
  const least = Math.max(beyondInk.least, (right - left) * beyondInk.share);
  return x - left > least || right - x - width > least;
}

/** Whether a pen line through ink is a line of the form that someone signed across. */
function isFormLine({ page, lines }: PageLines, { left, right }: PenLine): boolean {
  const along: Box = { x: left.x, y: (left.y + right.y) / 2, width: right.x - left.x, height: 1 };
  return (
    isTypedLine(page, along) ||
    lines.some(
      line => [left, right].every(({ y }) => Math.abs(y - line.y) < sameLine) && isLongerThanInk(page, line),
    )
  );
}

/**
 * Whether a pen line crosses ink out.
 * @param baseline the height of the line that it is on, if it is on one
 */
export function isCrossedOut(lines: PageLines, ink: Box, baseline = Infinity): boolean {
  return (lines.page.ink.penLines ?? []).some(line => {
    const { left, right } = line;
    const common = Math.min(right.x, rightOf(ink)) - Math.max(left.x, ink.x);
    const isOnBaseline = [left, right].every(({ y }) => Math.abs(y - baseline) < sameLine);
    return (
      common >= ink.width * crossedLeast &&
      Math.max(left.y, right.y) > ink.y - crossedReach &&
      Math.min(left.y, right.y) < bottomOf(ink) + crossedReach &&
      !isOnBaseline &&
      !isFormLine(lines, line)
    );
  });
}

/** A line through a blank takes this share of it. */
const throughLeast = 0.4;

/** Whether a straight stroke is long enough to cross a blank out, and above its line. */
function isLineThrough({ box: area, baseline }: SigningPlace, box: Box): boolean {
  return box.width >= Math.max(26, area.width * throughLeast) && box.y + box.height * 0.5 < baseline - 3;
}

/**
 * Returns a straight line through a blank that isn't part of the form: it ends within the blank, on both
 * sides.
 */
function straightThrough(lines: PageLines, place: SigningPlace, label: Piece): Box | undefined {
  const { box: area, baseline, kind } = place;
  const { page, pieces } = lines;
  if (kind !== 'line') return undefined;
  return page.ink.rules.find(
    rule =>
      rule.width > rule.height &&
      rule.y < baseline - 4 &&
      rule.y > baseline - 24 &&
      rule.x > area.x + 1 &&
      rightOf(rule) < rightOf(area) - 1 &&
      rule.width >= area.width * throughLeast &&
      !hasPieceAt(pieces, { y: rule.y, left: rule.x, right: rightOf(rule) }, label) &&
      !page.words.some(
        ({ box }) =>
          rule.y > box.y && rule.y < bottomOf(box) + 4 && box.x < rightOf(rule) && rightOf(box) > rule.x,
      ),
  );
}

/** Parts of one signature are this close to each other; check marks in two columns aren't. */
const partGap = 36;

/** Returns the neighbors among parts that are widest together. */
function widestGroup(parts: readonly Box[]): Box[] {
  const groups: Box[][] = [];
  for (const part of parts.toSorted((a, b) => a.x - b.x)) {
    const group = groups.at(-1);
    const end = group === undefined ? -Infinity : Math.max(...group.map(rightOf));
    if (group === undefined || part.x - end > partGap) groups.push([part]);
    else group.push(part);
  }
  const widthOf = (group: readonly Box[]): number => group.reduce((sum, { width }) => sum + width, 0);
  return groups.toSorted((a, b) => widthOf(b) - widthOf(a))[0] ?? [];
}

/**
 * Returns the ink on a row: one stroke of a signature's size, or smaller ones that add up to one, or a mark.
 * `undefined` if there is none, or only specks.
 */
export function inkOn(lines: PageLines, place: SigningPlace, label: Piece): InkEvidence | undefined {
  const all = strokesOn(lines, place, label);
  const marks = all.map(stroke => ({ stroke, mark: markOf(stroke) }));
  const strokes = marks.filter(({ mark }) => mark === undefined).map(({ stroke }) => stroke);
  const isPicture = lines.page.source === 'recognition';
  const [large] = strokes
    .filter(
      ({ box, fill }) =>
        box.width >= strokeLeast.width && box.height >= strokeLeast.height && fill <= strokeFillMost,
    )
    .toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
  const parts = widestGroup([
    ...strokes
      .map(({ box }) => box)
      .filter(
        ({ width, height }) =>
          (width >= togetherLeast.width && height >= togetherLeast.height) ||
          (width >= narrowLeast.width && height >= narrowLeast.height),
      ),
    ...flatParts(lines, place, strokes),
  ]);
  const sum = parts.reduce((total, { width }) => total + width, 0);
  const isTogether = sum >= togetherLeast.sum && parts.some(({ height }) => height >= togetherLeast.tallest);
  if (large !== undefined || isTogether) {
    const box = around([...parts, ...(large === undefined ? [] : [large.box])]);
    const areTallTogether =
      isTogether &&
      parts.filter(({ height }) => height >= narrowLeast.height).length >= 2 &&
      box.width * box.height >= sureStroke.area;
    const isSure =
      sum >= togetherLeast.sureSum ||
      areTallTogether ||
      (large !== undefined &&
        large.box.width >= sureStroke.width &&
        large.box.height >= sureStroke.height &&
        large.box.width * large.box.height >= sureStroke.area);
    return {
      box,
      mark: undefined,
      isFaint: isPicture && !isSure,
      isCrossedOut: isCrossedOut(lines, box, place.baseline),
    };
  }
  const cross = marks.find(({ mark }) => mark === 'cross')?.stroke.box;
  if (cross !== undefined) return { box: cross, mark: 'cross', isFaint: isPicture, isCrossedOut: false };
  const line =
    marks.find(({ stroke: { box }, mark }) => mark === 'line' && isLineThrough(place, box))?.stroke.box ??
    straightThrough(lines, place, label);
  return line === undefined
    ? undefined
    : { box: line, mark: 'line', isFaint: isPicture, isCrossedOut: false };
}
