import type { CalendarDate } from '../clinical/calendar-date';

/** A date found in a text. */
export interface StatedDate {
  /** The date, if it is complete and valid. */
  readonly date: CalendarDate;
  /** Whether the year was written with two digits. */
  readonly isShortYear: boolean;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const last = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= last;
}

function dateOf(yearText: string, month: number, day: number, pivot: number): StatedDate | undefined {
  const isShortYear = yearText.length === 2;
  const short = Number(yearText) + 2000;
  const year = isShortYear ? (short > pivot ? short - 100 : short) : Number(yearText);
  if (year < 1850 || year > 2199 || !isDay(year, month, day)) return undefined;
  const pad = (value: number): string => String(value).padStart(2, '0');
  return { date: `${year}-${pad(month)}-${pad(day)}`, isShortYear };
}

// Separators as used on forms; boxes leave spaces around each part.
const numeric = /(?<!\d)(\d{1,2})\s{0,3}[/.\-\s]\s{0,3}(\d{1,2})\s{0,3}[/.\-\s]\s{0,3}(\d{4}|\d{2})(?!\d)/;
const iso = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/;
/** One box per digit. */
const digits = /(?<!\d)(\d{2})(\d{2})((?:19|20)\d{2})(?!\d)/;
const dayFirst = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?[\\s.\\-]{1,3}${monthName}[\\s.,\\-]{1,3}(\\d{4}|\\d{2})(?!\\d)`,
  'i',
);
const monthFirst = new RegExp(
  `\\b${monthName}\\.?\\s{1,3}(\\d{1,2})(?:st|nd|rd|th)?[\\s,]{1,3}(\\d{4}|\\d{2})(?!\\d)`,
  'i',
);

/**
 * Returns the first date in a text: month/day/year as on United States forms, `29 Feb 1984`,
 * `February 29, 1984`, or `1984-02-29`. A two-digit year that would be after `latestYear` belongs to the
 * previous century.
 */
export function findDate(text: string, latestYear: number): StatedDate | undefined {
  const isoMatch = iso.exec(text);
  if (isoMatch !== null)
    return dateOf(isoMatch[1] ?? '', Number(isoMatch[2]), Number(isoMatch[3]), latestYear);
  const named = (name: string | undefined): number =>
    months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
  const first = monthFirst.exec(text);
  if (first !== null) return dateOf(first[3] ?? '', named(first[1]), Number(first[2]), latestYear);
  const second = dayFirst.exec(text);
  if (second !== null) return dateOf(second[3] ?? '', named(second[2]), Number(second[1]), latestYear);
  const bare = digits.exec(text);
  if (bare !== null) return dateOf(bare[3] ?? '', Number(bare[1]), Number(bare[2]), latestYear);
  const plain = numeric.exec(text);
  if (plain === null) return undefined;
  return dateOf(plain[3] ?? '', Number(plain[1]), Number(plain[2]), latestYear);
}
