import type { Box } from '../../domain/auth-checks/extraction';
import type { PageLayout, Word } from '../document-layout';
import { bottomOf, rightOf, type Segment } from './text-segments';

/** A label, for queries about its place on the page. */
interface Place {
  readonly segment: Segment;
  readonly to: number;
}

/** Returns the share of a box inside others, 0 to 1, if these don't overlap. */
export function covered(box: Box, by: readonly Box[]): number {
  const [right, bottom] = [rightOf(box), bottomOf(box)];
  let common = 0;
  for (const other of by) {
    // Most boxes are elsewhere: a page has thousands.
    if (other.x >= right || other.y >= bottom || rightOf(other) <= box.x || bottomOf(other) <= box.y)
      continue;
    const width = Math.min(right, rightOf(other)) - Math.max(box.x, other.x);
    const height = Math.min(bottom, bottomOf(other)) - Math.max(box.y, other.y);
    common += width * height;
  }
  return common === 0 ? 0 : common / Math.max(1, box.width * box.height);
}

/** Returns the words of a segment, from the left. */
function wordsOf(page: PageLayout, { box }: Segment): Word[] {
  return page.words
    .filter(word => word.text.trim() !== '' && covered(word.box, [box]) > 0.9)
    .toSorted((a, b) => a.box.x - b.box.x);
}

function labelWordCount({ segment, to }: Place): number {
  return segment.text.slice(0, to).trim().split(/\s+/).length;
}

/** Returns the words after a label in its own segment. */
export function wordsAfter(page: PageLayout, place: Place): Word[] {
  return wordsOf(page, place.segment).slice(labelWordCount(place));
}

/**
 * Returns where the last word of a label ends; letters vary in width, and filled-in text uses another font.
 */
function endOfLabel(page: PageLayout, place: Place): number {
  const last = wordsOf(page, place.segment)[labelWordCount(place) - 1];
  return last === undefined ? rightOf(place.segment.box) : rightOf(last.box);
}

function nearest(rules: readonly Box[], distance: (rule: Box) => number): Box | undefined {
  return rules.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Returns the frame around a label, from the label's top. */
function frameOf({ ink: { rules } }: PageLayout, box: Box): Box | undefined {
  const middle = box.y + box.height / 2;
  const sides = rules.filter(
    rule => rule.height > rule.width && rule.y <= middle && bottomOf(rule) >= middle,
  );
  const left = nearest(
    sides.filter(rule => rule.x <= box.x && box.x - rule.x < 14),
    rule => -rule.x,
  );
  const right = nearest(
    sides.filter(rule => rule.x >= rightOf(box) - 2),
    rule => rule.x,
  );
  if (left === undefined || right === undefined) return undefined;
  const along = rules.filter(
    rule => rule.width > rule.height && rule.x <= box.x + 8 && rightOf(rule) > box.x,
  );
  const floor = nearest(
    along.filter(rule => rule.y >= bottomOf(box) - 2),
    rule => rule.y,
  );
  return floor === undefined || floor.y - box.y > 70
    ? undefined
    : { x: left.x, y: box.y, width: right.x - left.x, height: floor.y - box.y };
}

/** The height of a box for a value's letters; it is at most as wide. */
const boxHeights = { least: 10, most: 30 } as const;
const boxWidthMost = 330;

/** Returns the box directly below a label: two rules of the same length, one above the other. */
function boxBelow({ ink: { rules } }: PageLayout, box: Box): Box | undefined {
  const along = rules.filter(rule => rule.width > rule.height && rule.width <= boxWidthMost);
  const top = along.find(rule => Math.abs(rule.x - box.x) < 6 && Math.abs(rule.y - bottomOf(box)) <= 4.5);
  const foot = along.find(
    rule =>
      top !== undefined &&
      Math.abs(rule.x - top.x) < 3 &&
      Math.abs(rule.width - top.width) < 4 &&
      rule.y - top.y >= boxHeights.least &&
      rule.y - top.y <= boxHeights.most,
  );
  return top === undefined || foot === undefined
    ? undefined
    : { x: top.x - 2, y: top.y - 1, width: top.width + 4, height: foot.y - top.y + 3 };
}

/**
 * A cell, or a row, this many times as high as its label also holds the value; a lower one holds only the
 * label.
 */
const roomBelow = 2.2;

/**
 * Whether a label is in a table row: between two rules of the same length, which leave no room above or below
 * it.
 */
function isInRow(along: readonly Box[], top: Box, box: Box): boolean {
  return along.some(
    foot =>
      Math.abs(foot.x - top.x) < 3 &&
      Math.abs(foot.width - top.width) < 4 &&
      foot.y > bottomOf(box) - 3 &&
      foot.y - top.y < box.height * roomBelow,
  );
}

/**
 * Returns where the rules and frames around a label say that its value is written; `undefined` without any.
 * Whatever is elsewhere belongs to something else. @param height how far above a line people write
 */
export function ruledArea(page: PageLayout, { segment, to }: Place, height: number): Box | undefined {
  const { box } = segment;
  const end = endOfLabel(page, { segment, to });
  const frame = frameOf(page, box);
  if (frame !== undefined) {
    if (frame.height >= box.height * roomBelow)
      return { ...frame, y: bottomOf(box) - 2, height: bottomOf(frame) - bottomOf(box) + 3 };
    const next = nearest(
      page.ink.rules.filter(
        rule =>
          rule.height > rule.width &&
          rule.x > rightOf(frame) + 20 &&
          rule.y <= box.y + 4 &&
          bottomOf(rule) >= box.y + 4,
      ),
      rule => rule.x,
    );
    const right = next?.x ?? page.width - 20;
    return { x: rightOf(frame), y: frame.y - 6, width: right - rightOf(frame), height: frame.height + 8 };
  }
  const below = boxBelow(page, box);
  if (below !== undefined) return below;
  const along = page.ink.rules.filter(rule => rule.width > rule.height);
  const isUnder = (rule: Box): boolean => rule.x < box.x + 30 && rightOf(rule) > box.x + 20;
  // From the rule's lower edge: recognized words start where their ink does.
  const above = along.find(rule => isUnder(rule) && rule.y <= box.y + 3 && box.y - bottomOf(rule) <= 4.5);
  // The rule above a row is the bottom of the previous row.
  if (above !== undefined && !isInRow(along, above, box))
    return { x: above.x - 4, y: above.y - height, width: above.width + 8, height: height + 3 };
  const beside = nearest(
    along.filter(
      rule =>
        Math.abs(rule.y - bottomOf(box)) < 7 &&
        rightOf(rule) > end + 15 &&
        rule.x >= end - 12 &&
        rule.x < rightOf(box) + 40,
    ),
    rule => rule.x,
  );
  if (beside !== undefined) {
    const x = Math.min(Math.max(end, beside.x - 6), beside.x);
    return { x, y: beside.y - height, width: rightOf(beside) - x, height: height + 4 };
  }
  const line = nearest(
    along.filter(rule => isUnder(rule) && rule.y > bottomOf(box) + 7 && rule.y - bottomOf(box) < 48),
    rule => rule.y,
  );
  return line === undefined
    ? undefined
    : { x: line.x - 2, y: bottomOf(box) - 2, width: line.width + 4, height: line.y - bottomOf(box) + 4 };
}
