import { isRealDate } from '../clinical/calendar-date';
import { shownText, type Reading } from './cell';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName =
  '(january|jan|february|feb|march|mar|april|apr|may|june|jun|july|jul|august|aug|september|sept|sep|' +
  'october|oct|november|nov|december|dec)\\.?';
const day = '(\\d{1,2})(?:st|nd|rd|th)?';
const year = '(\\d{4}|\\d{2})';
const gap = '[ \\-/.,]*';

const numbersOnly = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/;
const dayFirst = new RegExp(`^${day}${gap}${monthName}${gap}${year}$`);
const monthFirst = new RegExp(`^${monthName}${gap}${day}[ \\-/.,]+${year}$`);
const yearFirst = new RegExp(`^(\\d{4})${gap}${monthName}${gap}${day}$`);
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +/;
const timeOfDay =
  /^(.*?\d)(?:t|,? +)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]\.?m\.?)?(?: ?(?:z|utc|gmt|[+-]\d{2}:?\d{2}))?$/;

const twoDigitYear =
  'has a year of two digits, which could be in either century; write the year with four digits';
const yearOnly = 'is only a year; write the whole date (YYYY-MM-DD)';
const hiddenBySigns = 'shows only number signs; widen the column in the spreadsheet and save the file again';
const readDayFirst = "read as day/month/year, as the column's name says";
const readFrom1904 = 'read as a date number of Excel for Mac, which counts from 1904';
const wrongOrder = 'must have the month first (MM/DD/YYYY), or be YYYY-MM-DD';

function dateOf(year: string, month: string | number, day: string): string {
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The Excel numbers of dates that are read as such: May 18, 1927 to October 13, 2173. */
const serialNumber = /^([1-9]\d{4})(?:\.\d+)?$/;

// Excel counts February 29, 1900, so from March 1900 on, day 0 is December 30, 1899. Workbooks of old Macs
// count from January 1, 1904.
function ofSerial(serial: string, isDate1904: boolean): string {
  const day = Number(serial);
  const at = isDate1904 ? Date.UTC(1904, 0, 1 + day) : Date.UTC(1899, 11, 30 + day);
  return new Date(at).toISOString().slice(0, 10);
}

/** What the column and the workbook of a date say about how it's written. */
export interface DateNotation {
  /** The name of its column. */
  readonly header?: string;
  /** Whether date numbers count from January 1, 1904. */
  readonly isDate1904?: boolean;
}

/** Whether the name of a column says that the day comes first: `DOB (DD/MM/YYYY)`. */
export function saysDayFirst(header: string): boolean {
  return /(?<![a-z])dd?[\s./-]*mm?[\s./-]*yy/i.test(header);
}

function ofNumbers(text: string, isDayFirst: boolean): Reading | undefined {
  const [, first = '', , second = '', third = ''] = numbersOnly.exec(text) ?? [];
  if (first === '') return undefined;
  if (first.length === 4 && third.length <= 2)
    return { value: dateOf(first, second, third), warning: 'read as year-month-day' };
  if (first.length > 2) return undefined;
  if (third.length === 2) return { error: twoDigitYear };
  if (third.length !== 4) return undefined;
  if (isDayFirst) return { value: dateOf(third, second, first), warning: readDayFirst };
  if (Number(first) > 12 && Number(second) <= 12) return { error: wrongOrder };
  return { value: dateOf(third, first, second), warning: 'read as month/day/year' };
}

function ofWords(text: string): Reading | undefined {
  const [, dayOne, monthOne, yearOne] = dayFirst.exec(text) ?? [];
  const [, monthTwo, dayTwo, yearTwo] = monthFirst.exec(text) ?? [];
  const [, yearThree, monthThree, dayThree] = yearFirst.exec(text) ?? [];
  const written = monthOne ?? monthTwo ?? monthThree;
  const theYear = yearOne ?? yearTwo ?? yearThree ?? '';
  if (written === undefined) return undefined;
  if (theYear.length === 2) return { error: twoDigitYear };
  const value = dateOf(theYear, months.indexOf(written.slice(0, 3)) + 1, dayOne ?? dayTwo ?? dayThree ?? '');
  return { value, warning: 'read as a date with the month in words' };
}

function ofDigits(text: string, isDayFirst: boolean, isDate1904: boolean): Reading | undefined {
  if (/^(?:19|20)\d{2}(?:\.0+)?$/.test(text)) return { error: yearOnly };
  if (/^\d{6}$/.test(text)) return { error: twoDigitYear };
  const serial = serialNumber.exec(text)?.[1];
  if (serial !== undefined)
    return {
      value: ofSerial(serial, isDate1904),
      warning: isDate1904 ? readFrom1904 : 'read as a date number of Excel',
    };
  const digits = /^(\d{7,8})(?:\.0+)?$/.exec(text)?.[1];
  if (digits === undefined) return undefined;
  // The zero of `02281961`, which a spreadsheet drops.
  const eight = digits.padStart(8, '0');
  const asYearFirst = dateOf(eight.slice(0, 4), eight.slice(4, 6), eight.slice(6));
  if (/^(?:19|20)/.test(eight) && isRealDate(asYearFirst))
    return { value: asYearFirst, warning: 'read as year, month, and day without separators' };
  if (isDayFirst) {
    const asDayFirst = dateOf(eight.slice(4), eight.slice(2, 4), eight.slice(0, 2));
    return isRealDate(asDayFirst) ? { value: asDayFirst, warning: readDayFirst } : undefined;
  }
  const asMonthFirst = dateOf(eight.slice(4), eight.slice(0, 2), eight.slice(2, 4));
  return /^(?:19|20)/.test(eight.slice(4)) && isRealDate(asMonthFirst)
    ? { value: asMonthFirst, warning: 'read as month, day, and year without separators' }
    : undefined;
}

/**
 * Reads a date as spreadsheets and people write it: `1961-02-28`, and with a warning `2/28/1961`,
 * `28-Feb-1961`, `February 28, 1961`, `19610228`, `02281961`, and Excel's number `22340`, each with or
 * without a time of day. The month comes before the day, as in the United States, unless the column's name
 * says otherwise. Two digits of a year are refused, because each is a person of a different age. What isn't
 * understood is returned as it is, for the form to refuse.
 */
export function readDate(cell: string, { header = '', isDate1904 = false }: DateNotation = {}): Reading {
  const shown = shownText(cell);
  if (isRealDate(shown)) return { value: shown, ...(shown === cell ? {} : { warning: 'read as a date' }) };
  if (/^#+$/.test(shown)) return { error: hiddenBySigns };
  const isDayFirst = saysDayFirst(header);
  const lower = shown.toLowerCase().replaceAll(/\s+/gu, ' ').replace(weekday, '');
  const dated = timeOfDay.exec(lower)?.[1];
  const text = (dated ?? lower).trim();
  const reading: Reading = isRealDate(text)
    ? { value: text, warning: 'read as a date' }
    : (ofNumbers(text, isDayFirst) ??
      ofWords(text) ??
      ofDigits(text, isDayFirst, isDate1904) ?? { value: cell });
  if (reading.error !== undefined) return reading;
  if (typeof reading.value !== 'string' || !isRealDate(reading.value)) return { value: cell };
  if (dated === undefined) return reading;
  return { ...reading, warning: `${reading.warning ?? 'read'} without the time of day` };
}
