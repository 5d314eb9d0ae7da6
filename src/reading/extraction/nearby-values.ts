/**
 * Values that are found by what they are, and not by the blank of a label: dates, and the name beside the
 * date of birth. They count where the labels' own places have nothing.
 */
import type { Box, Found } from '../../domain/auth-checks/extraction';
import { findDate } from '../../domain/auth-checks/stated-date';
import type { Word } from '../document-layout';
import { linesOf } from './blanks';
import { cleanValue } from './find-field';
import { anyLabel, fieldRules, isNameLike, latestYear } from './form-fields';
import { dateIn, isOthersName } from './named-fields';
import type { Sheet } from './sheet';
import { type Segment, around, middleOf, rightOf, segmentsOf, textLinesOf } from './text-segments';

/** A date on a page, with the words before it in its piece. */
interface DateOnPage extends Found {
  readonly before: string;
}

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
/** A whole date, also in parts that stand apart. */
const wholeDate = new RegExp(
  String.raw`^(?:\d{1,2}\s?[\s/.-]\s?\d{1,2}\s?[\s/.-]\s?(?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2}|` +
    String.raw`${month}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}|\d{1,2}[\s-]${month}\.?,?[\s-]\d{4})$`,
  'iu',
);
/** A form has a handful of dates, and of names near a birth date; a malicious document has thousands. */
const [datesMax, namesMax] = [60, 20];
/** A date has at most this many words, this far apart, in points: a month, a day, a year, and two slashes. */
const dateWords = { most: 5, gap: 40 } as const;

/** How many words before a date are looked at. */
const beforeMost = 8;
const labelWordsMax = 14;

/** What a date is that isn't the patient's or the signer's. */
const ofForm =
  /\b(?:rev(?:ised|ision)?|omb|form|version|eff(?:ective)?|updated|created|approved|exp(?:ires)?)\b[^:]{0,12}$/i;
const ofOther =
  /\b(?:service|treat\w+|visit|admi\w+|disch\w+|from|to|through|thru|between|expir\w*|event|injury|accident|until|received|released|range|vencimiento)\W*$/i;

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

/** Returns the dates on a page: in a form field, or typed. */
function datesOn({ page }: Sheet): DateOnPage[] {
  if (![...page.words.map(({ text }) => text), ...page.widgets.map(({ value }) => value)].some(hasDigit))
    return [];
  const filled = page.widgets.flatMap(widget => {
    const text = dateIn(page, widget);
    return text === undefined ? [] : [{ text, page: page.number, box: widget.box, before: '' }];
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

/** Returns the words of a page that can say what a value is; dates don't. */
function labelsOf({ page, pieces }: Sheet): Segment[] {
  // Lines under words separate the pieces of a label; its segment has all of them.
  return [...pieces, ...segmentsOf(page)].filter(
    ({ text }) => /\p{L}{2}/u.test(text) && text.split(' ').length <= labelWordsMax && !wholeDate.test(text),
  );
}

/** Returns the words over, under, or beside a value that are nearest to it. */
function nearestTo(
  labels: readonly Segment[],
  value: Box,
): { readonly text: string; readonly distance: number } {
  let nearest = { text: '', distance: Infinity };
  for (const { text, box } of labels) {
    const distance = distanceOf(box, value);
    if (distance < nearest.distance) nearest = { text, distance };
  }
  return nearest;
}

/**
 * Returns the date nearest to a label of a birth date, if no other label is nearer to it. Dates that say that
 * they are the form's, or of a service, don't count.
 */
export function findNearbyBirth(sheets: readonly Sheet[]): Found | undefined {
  const { label } = fieldRules.patientDateOfBirth;
  for (const sheet of sheets) {
    const dates = datesOn(sheet);
    if (dates.length === 0) continue;
    const labels = labelsOf(sheet);
    const found = dates
      .filter(({ before }) => !ofForm.test(before) && !ofOther.test(before))
      .flatMap(date => {
        const own = label.exec(date.before);
        // Nothing but signs are between a label and its value.
        const isOwn = own !== null && !/\p{L}{3}/u.test(date.before.slice(own.index + own[0].length));
        if (isOwn) return [{ date, distance: 0 }];
        const { text, distance } = nearestTo(labels, date.box);
        return label.test(text) ? [{ date, distance }] : [];
      })
      .toSorted((a, b) => a.distance - b.distance)[0];
    if (found !== undefined) return found.date;
  }
  return undefined;
}

/** How far above and below the date of birth the name is, in points. */
const nameReach = { above: 52, below: 40 } as const;

/** Returns the name nearest to the date of birth: on its line, else over or under it. */
export function findNameByBirth(sheets: readonly Sheet[], birth: Found): Found | undefined {
  const sheet = sheets.find(({ page }) => page.number === birth.page);
  if (sheet === undefined) return undefined;
  const labels = labelsOf(sheet);
  const typed = sheet.pieces.map(({ text, page, box }): Found => {
    const value = cleanValue(text.replace(/^[^:]{2,40}:/, ''));
    return { text: value, page, box };
  });
  const filled = sheet.page.widgets.map(({ value, box }): Found => ({
    text: cleanValue(value),
    page: birth.page,
    box,
  }));
  return [...filled, ...typed]
    .filter(
      ({ text }) =>
        isNameLike(text) && !anyLabel.test(text) && !isOthersName.test(text) && !/^\p{Ll}/u.test(text),
    )
    .map(found => {
      const down = middleOf(found.box) - middleOf(birth.box);
      const isNear = down > -nameReach.above && down < nameReach.below;
      return {
        found,
        distance: isNear ? Math.abs(down) * (down > 0 ? 1.5 : 1) + found.box.x / 100 : Infinity,
      };
    })
    .filter(({ distance }) => distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, namesMax)
    .find(({ found }) => {
      const others = labels.filter(({ text }) => text !== found.text);
      return !isOthersName.test(nearestTo(others, found.box).text);
    })?.found;
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
  const labels = labelsOf(sheet);
  return datesOn(sheet)
    .filter(date => !ofForm.test(date.before) && !ofOther.test(date.before) && !isTaken(date))
    .filter(date => !ofOtherDate.test(nearestTo(labels, date.box).text))
    .map(date => {
      const down = middleOf(date.box) - middleOf(box);
      if (Math.abs(down) < dateReach.level) return { date, distance: Math.abs(down) / 4 };
      const isNear = down > 0 ? down < dateReach.below : -down < dateReach.above;
      return { date, distance: isNear ? Math.abs(down) : Infinity };
    })
    .filter(({ distance }) => distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance)[0]?.date;
}

const ofExpiration =
  /\bexpir|\bvenc|\b(?:until|hasta|valid|events?|evento|v[áa]lid[ao]|in effect|ends?|terminat\w+)\b/iu;
const notExpiration =
  /birth|nacimiento|\bd\.?o\.?b|\b(?:service|servicio|treatment|tratamiento|care|visit|admi\w+|disch\w+|sign\w*|firma)\b/iu;

/**
 * Returns the date that someone wrote where the form asks until when it is valid.
 * @param isTaken whether a date belongs to something else: a birth, the signature
 */
export function findNearbyExpiration(
  sheets: readonly Sheet[],
  isTaken: (found: Found) => boolean,
): Found | undefined {
  for (const sheet of sheets) {
    const dates = datesOn(sheet).filter(date => !ofForm.test(date.before.replace(/expir\w*/i, '')));
    if (dates.length === 0) continue;
    const labels = labelsOf(sheet);
    const found = dates
      .filter(date => !isTaken(date))
      .find(({ before, box }) => {
        if (notExpiration.test(before)) return false;
        if (ofExpiration.test(before)) return true;
        const { text } = nearestTo(labels, box);
        return ofExpiration.test(text) && !notExpiration.test(text);
      });
    if (found !== undefined) return found;
  }
  return undefined;
}
