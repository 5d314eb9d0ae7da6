/** Dates that are found by what they are, not by the blank of a label, and the words that are near them. */
import type { Box, Found } from '../../domain/auth-checks/extraction';
import { findDate } from '../../domain/auth-checks/stated-date';
import type { Widget, Word } from '../document-layout';
import { linesOf } from './blanks';
import { isCapitalizedName, latestYear } from './form-fields';
import { dateIn } from './named-fields';
import type { Sheet } from './sheet';
import { type Segment, around, middleOf, rightOf, segmentsOf, textLinesOf } from './text-segments';

/** A date on a page. */
export interface DateOnPage extends Found {
  /** The words before it in its piece. */
  readonly before: string;
  /** Its form field, if it is in one. */
  readonly widget?: Widget;
}

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
/** A whole date, also in parts that stand apart. */
const wholeDate = new RegExp(
  String.raw`^(?:\d{1,2}\s?[\s/.-]\s?\d{1,2}\s?[\s/.-]\s?(?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2}|` +
    String.raw`${month}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}|\d{1,2}[\s-]${month}\.?,?[\s-]\d{4}|\d{8})$`,
  'iu',
);
/** A form has a handful of dates; a malicious document has thousands. */
const datesMax = 60;
/** A date has at most this many words, this far apart, in points: a month, a day, a year, and two slashes. */
const dateWords = { most: 5, gap: 40 } as const;

/** How many words before a date are looked at. */
const beforeMost = 8;
const labelWordsMax = 14;

/** What a date is that isn't the patient's or the signer's. */
export const ofForm =
  /\b(?:rev(?:ised|ision)?|omb|form|version|eff(?:ective)?|updated|created|approved|exp(?:ires)?)\b[^:]{0,12}$/i;
const ofOther =
  /\b(?:service|treat\w+|visit|admi\w+|disch\w+|from|to|through|thru|between|expir\w*|event|injury|accident|until|received|released|range|vencimiento)\W*$/i;

/** Whether the words before a date say that it is the form's, or of a service. */
export function isOfSomethingElse(before: string): boolean {
  return ofForm.test(before) || ofOther.test(before);
}

/** Returns the longest date that starts with a word of a line. */
function dateFrom(line: readonly Word[], start: number): readonly Word[] | undefined {
  let found: readonly Word[] | undefined;
  for (let count = 1; count <= dateWords.most && start + count <= line.length; count += 1) {
    const words = line.slice(start, start + count);
    const [last, before] = [words.at(-1), words.at(-2)];
    const isApart =
      last !== undefined && before !== undefined && last.box.x - rightOf(before.box) > dateWords.gap;
    if (isApart) break;
    const text = words.map(word => word.text).join(' ');
    if (wholeDate.test(text) && findDate(text, latestYear) !== undefined) found = words;
  }
  return found;
}

const hasDigit = (text: string): boolean => /\d/.test(text);

/** Returns the dates on a page: in a form field, or typed. At most 60. */
export function datesOn({ page }: Sheet): DateOnPage[] {
  if (![...page.words.map(({ text }) => text), ...page.widgets.map(({ value }) => value)].some(hasDigit))
    return [];
  const filled = page.widgets.flatMap(widget => {
    const text = dateIn(page, widget);
    return text === undefined ? [] : [{ text, page: page.number, box: widget.box, before: '', widget }];
  });
  const typed = textLinesOf(linesOf(page).words).flatMap(line => {
    const found: DateOnPage[] = [];
    let from = 0;
    for (let at = 0; at < line.length; at += 1) {
      const words = dateFrom(line, at);
      if (words === undefined) continue;
      found.push({
        text: words.map(({ text }) => text).join(' '),
        page: page.number,
        box: around(words.map(({ box }) => box)),
        before: line
          .slice(Math.max(from, at - beforeMost), at)
          .map(({ text }) => text)
          .join(' '),
      });
      at += words.length - 1;
      from = at + 1;
    }
    return found;
  });
  return [...filled, ...typed].slice(0, datesMax);
}

/** Returns how far a value is from a label: behind it on its line, under it, or, less likely, over it. */
function distanceOf(label: Box, value: Box): number {
  const across = Math.max(0, value.x - rightOf(label), label.x - rightOf(value));
  const down = middleOf(value) - middleOf(label);
  if (Math.abs(down) < 9) return value.x >= label.x ? across / 5 : Infinity;
  if (across > 70) return Infinity;
  if (down > 0) return down < 46 ? down + across / 3 : Infinity;
  return -down < 26 ? -down * 1.2 + across / 3 : Infinity;
}

/** Returns the words of a page that can say what a value is; dates and names don't. */
export function labelsAround({ page, pieces }: Sheet): Segment[] {
  // Lines under words separate the pieces of a label; its segment has all of them.
  return [...pieces, ...segmentsOf(page)].filter(
    ({ text }) =>
      /\p{L}.*\p{L}/u.test(text) &&
      text.split(' ').length <= labelWordsMax &&
      !wholeDate.test(text) &&
      !isCapitalizedName(text),
  );
}

/**
 * Returns the words over, under, or beside a value that are nearest to it, and how far away they are: about
 * as many points as they are above or below it. Of words that contain the value, those before it count.
 * @param counts which words count, by default all
 */
export function nearestTo(
  labels: readonly Segment[],
  value: Pick<Found, 'text' | 'box'>,
  counts: (text: string) => boolean = () => true,
): { readonly text: string; readonly distance: number } {
  let nearest = { text: '', distance: Infinity };
  for (const label of labels) {
    const distance = distanceOf(label.box, value.box);
    if (distance >= nearest.distance) continue;
    const at = label.text.indexOf(value.text);
    const text = at < 0 ? label.text : label.text.slice(0, at);
    if (/\p{L}.*\p{L}/u.test(text) && counts(text)) nearest = { text, distance };
  }
  return nearest;
}

/** What remains of the likelihood if other words are nearer, and if they ask for such a value, too. */
const [nearerShare, rivalShare] = [0.7, 0.3];
/** What is near a value: its label, and its rivals. */
export interface Surroundings {
  /** Whether words ask for the value. */
  readonly isLabel: (text: string) => boolean;
  /** Whether words ask for such a value, but another one. */
  readonly isRival: (text: string) => boolean;
  /** From this distance on, in points, a label has no value. */
  readonly reach: number;
}

/** Returns how likely a value is its label's, 0 to 1, by how near the label is and what else is nearer. */
export function nearnessOf(
  labels: readonly Segment[],
  value: Pick<Found, 'text' | 'box'>,
  { isLabel, isRival, reach }: Surroundings,
): number {
  const { distance } = nearestTo(labels, value, isLabel);
  if (distance > reach) return 0;
  const near = 1 - distance / reach;
  const isNearer = (counts: (text: string) => boolean): boolean =>
    nearestTo(labels, value, text => counts(text) && !isLabel(text)).distance < distance;
  if (isNearer(isRival)) return near * rivalShare;
  return isNearer(() => true) ? near * nearerShare : near;
}

const ofOtherDate = /birth|d\.?o\.?b|nacimiento|expir|service/i;
/** How far the date of a signature is from its ink: on its line, below it, or above it. */
const dateReach = { level: 16, below: 44, above: 30 } as const;

/**
 * Returns the date nearest to a signature: on its line, else right below or above it.
 * @param isTaken whether a date belongs to something else: a birth date, or another row
 */
export function findDateBeside(
  sheets: readonly Sheet[],
  { page, box }: { readonly page: number; readonly box: Box },
  isTaken: (found: Found) => boolean,
): Found | undefined {
  const sheet = sheets.find(candidate => candidate.page.number === page);
  if (sheet === undefined) return undefined;
  const labels = labelsAround(sheet);
  return datesOn(sheet)
    .filter(date => !isOfSomethingElse(date.before) && !isTaken(date))
    .filter(date => !ofOtherDate.test(nearestTo(labels, date).text))
    .map(date => {
      const down = middleOf(date.box) - middleOf(box);
      if (Math.abs(down) < dateReach.level) return { date, distance: Math.abs(down) / 4 };
      const isNear = down > 0 ? down < dateReach.below : -down < dateReach.above;
      return { date, distance: isNear ? Math.abs(down) : Infinity };
    })
    .filter(({ distance }) => distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance)[0]?.date;
}
