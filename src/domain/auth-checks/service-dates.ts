import { addDays, endOfMonth, type CalendarDate } from '../clinical/calendar-date';
import { findDate } from './stated-date';
import { flatten } from './flat-text';

/** The days that an authorization covers, both ends included; `null` means no limit. */
export interface CoveredDays {
  readonly from: CalendarDate | null;
  readonly to: CalendarDate | null;
  /** Whether they end on the day of signing. */
  readonly isUntilSigning: boolean;
}

const everything: CoveredDays = { from: null, to: null, isUntilSigning: false };

/** The latest year that a date on a form may have; two digits above it mean the previous century. */
const latestYear = 2060;
const monthNames = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const namedMonth = new RegExp(`\\b(${monthNames})[a-z]{0,6}\\.? ((?:19|20)\\d{2})\\b`);
const numberedMonth = /(?<![\d/.-])(\d{1,2}) ?[/.-] ?((?:19|20)\d{2})(?![\d/.-])/;
const bareYear = /(?<![\d/.-])((?:19|20)\d{2})(?![\d/.-])/;
const untilNow =
  /\b(?:present|current|now|today|date of (?:this |the |my )?(?:authorization|signature|signing|request))\b/;
const everyDay = /\b(?:all|any|entire|complete|lifetime|every)\b/;
const beforeOnly = /\b(?:before|prior to)\b/;
const untilOnly = /^(?:\D{0,40}\b)?(?:through|thru|until|till|up to|to)\b/;
const afterOnly = /\bafter\b/;
const sinceOnly = /\b(?:since|from|beginning|starting|onwards?|forward)\b/;
/** Exceptions change the meaning of the dates next to them, so the text isn't interpreted. */
const exception = /\b(?:except|excluding|exclude|other than|but|not|none|n\/a)\b/;
/** Limits without a date. */
const relative = /\d|\b(?:last|past|recent|latest|previous|prior|only|since|until|before|after)\b/;
const dates = /(?:19|20)\d{2}|\d{1,2} ?[/.-] ?\d{1,2} ?[/.-] ?\d{2}(?!\d)/g;

/** Returns the first and last day of a month or a year. */
function daysOf(
  year: string,
  month?: number,
): { readonly from: CalendarDate; readonly to: CalendarDate } | undefined {
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` };
  if (month < 1 || month > 12) return undefined;
  const start = `${year}-${String(month).padStart(2, '0')}`;
  return { from: `${start}-01`, to: endOfMonth(start) };
}

/** Returns the days that a text names: a day, a month, or a year. */
function daysIn(text: string): { readonly from: CalendarDate; readonly to: CalendarDate } | undefined {
  const day = findDate(text, latestYear)?.date;
  if (day !== undefined) return { from: day, to: day };
  const named = namedMonth.exec(text);
  if (named !== null) return daysOf(named[2] ?? '', monthNames.split('|').indexOf(named[1] ?? '') + 1);
  const numbered = numberedMonth.exec(text);
  if (numbered !== null) return daysOf(numbered[2] ?? '', Number(numbered[1]));
  const year = bareYear.exec(text);
  return year === null ? undefined : daysOf(year[1] ?? '');
}

/** Splits a text at “through”. Returns one part or two; any other number of parts can't be interpreted. */
function partsOf(flat: string): string[] {
  return flat
    .replaceAll(/[–—]/g, ' - ')
    .replaceAll(/((?:19|20)\d{2}) ?- ?(?=\d{1,2}\/|(?:19|20)\d{2}\b|[a-z])/g, '$1 - ')
    .split(/ - | (?:through|thru|(?<!prior |up )to|until|till|and) /)
    .map(part => part.trim())
    .filter(part => part !== '');
}

function windowOf([first = '', second]: readonly string[], signedOn: CalendarDate): CoveredDays | undefined {
  const start = daysIn(first);
  if (second === undefined) {
    if (start === undefined) return undefined;
    if (beforeOnly.test(first)) return { from: null, to: addDays(start.from, -1), isUntilSigning: false };
    if (afterOnly.test(first)) return { from: addDays(start.to, 1), to: null, isUntilSigning: false };
    if (untilOnly.test(first)) return { from: null, to: start.to, isUntilSigning: false };
    return { from: start.from, to: sinceOnly.test(first) ? null : start.to, isUntilSigning: false };
  }
  const end = untilNow.test(second) ? { to: signedOn } : daysIn(second);
  const isOpen = start === undefined && everyDay.test(first);
  if (end === undefined || (start === undefined && !isOpen)) return undefined;
  return { from: start?.from ?? null, to: end.to, isUntilSigning: untilNow.test(second) };
}

/**
 * Returns the days that an authorization covers, from what it says about dates of service (CHECK-8): a range
 * of days, months, or years, an open range, a range that ends at signing (“to present”), or everything.
 * `undefined` for words that can't be interpreted, and for a range that ends before it starts.
 * @param signedOn the day of signing, which is what “to present” means
 */
export function coveredDays(stated: string, signedOn: CalendarDate): CoveredDays | undefined {
  const flat = flatten(stated);
  const parts = partsOf(flat);
  const isDated = flat.search(dates) >= 0 || untilNow.test(flat);
  if (exception.test(flat)) return undefined;
  if (!isDated) return everyDay.test(flat) && !relative.test(flat) ? everything : undefined;
  // Two dates without a word between them may be a range or two visits, so they don't count as the wider
  // range.
  if (parts.length > 2 || parts.some(part => (part.match(dates) ?? []).length > 1)) return undefined;
  const days = windowOf(parts, signedOn);
  if (days === undefined) return undefined;
  return days.from !== null && days.to !== null && days.to < days.from ? undefined : days;
}
