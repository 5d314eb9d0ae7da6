import { addDays, endOfMonth, type CalendarDate } from '../clinical/calendar-date';
import { flatten } from './flat-text';
import { findDate } from './stated-date';

/** Number words that forms use for terms, in English and Spanish. */
const numbers: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  eighteen: 18,
  twenty: 20,
  'twenty-four': 24,
  thirty: 30,
  'forty-five': 45,
  sixty: 60,
  ninety: 90,
  'one hundred twenty': 120,
  'one hundred eighty': 180,
  un: 1,
  uno: 1,
  una: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  seis: 6,
  nueve: 9,
  doce: 12,
  dieciocho: 18,
  treinta: 30,
  sesenta: 60,
  noventa: 90,
};

type Unit = 'day' | 'week' | 'month' | 'year';

const units: Readonly<Record<string, Unit>> = {
  day: 'day',
  día: 'day',
  dia: 'day',
  week: 'week',
  wk: 'week',
  semana: 'week',
  month: 'month',
  mo: 'month',
  mes: 'month',
  mese: 'month',
  year: 'year',
  yr: 'year',
  año: 'year',
  ano: 'year',
};

const numberWords = Object.keys(numbers)
  .toSorted((a, b) => b.length - a.length)
  .join('|');
const unitWords = Object.keys(units)
  .toSorted((a, b) => b.length - a.length)
  .join('|');
/** `one year`, `90 days`, `sixty (60) days`, `(12) months`, `1-year`, `6 mos.` */
const term = new RegExp(
  String.raw`(?<![\p{L}\d/.-])(?:(${numberWords}|\d{1,3})\s?)?(?:\((\d{1,3})\)\s?)?[- ]?(${unitWords})s?\b\.?`,
  'u',
);
/** What a term starts with, after its length: `from 11/20/2026`, `after signing`, `de la firma`. */
const startWords =
  /^\s*(?:from|after|following|of|since|beginning|starting|desde|después de|despues de|a partir de|de)\b/;
const signing =
  /\b(?:sign\w*|dat(?:e|ed)|execut\w*|today|below|above|authori[sz]ation|consent|form|document|it|firm\w*|fecha|hoy|autorizaci[óo]n)\b/;
/** A term that starts with one of these events has no known start. */
const event =
  /\b(?:discharge|treatment|service|visit|death|birth|settle\w*|litigation|claim|study|research|trial|procedure|surgery|employment|alta|tratamiento|muerte)\b/;
/** `from 01/01/2026 to 12/31/2027`, `01/01/2026 - 12/31/2027`. */
const until = /\b(?:to|through|thru|until|till|al?|hasta)\b|\s[-–—]\s/;

/** Returns the same day a number of months later, or the last day of a month that doesn't have it. */
function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1] = date.split('-').map(Number);
  const all = year * 12 + month - 1 + months;
  const later = `${Math.floor(all / 12)}-${String((all % 12) + 1).padStart(2, '0')}`;
  const [sameDay, lastDay] = [`${later}-${date.slice(8)}`, endOfMonth(later)];
  return sameDay < lastDay ? sameDay : lastDay;
}

function add(date: CalendarDate, count: number, unit: Unit): CalendarDate {
  switch (unit) {
    case 'day':
      return addDays(date, count);
    case 'week':
      return addDays(date, 7 * count);
    case 'month':
      return addMonths(date, count);
    case 'year':
      return addMonths(date, 12 * count);
  }
}

/** Returns the later of two dates with a word between them that makes them a range. */
function endOfRange(text: string): CalendarDate | undefined {
  const parts = text.split(until);
  const dates = parts.flatMap(part => findDate(part, 2199)?.date ?? []);
  const [from, to] = dates;
  return dates.length === 2 && from !== undefined && to !== undefined && from <= to ? to : undefined;
}

function endOfPart(text: string, signedOn: CalendarDate | null): CalendarDate | undefined {
  const range = endOfRange(text);
  if (range !== undefined) return range;
  const flat = flatten(text);
  const match = term.exec(flat);
  const [whole = '', word, digits, unitWord = ''] = match ?? [];
  if (match === null || (word === undefined && digits === undefined)) return findDate(text, 2199)?.date;
  const count = word === undefined ? Number(digits) : (numbers[word] ?? Number(word));
  const unit = units[unitWord];
  if (unit === undefined || (digits !== undefined && Number(digits) !== count)) return undefined;
  const rest = flat.slice(match.index + whole.length);
  const start = findDate(rest, 2199)?.date ?? findDate(flat.slice(0, match.index), 2199)?.date;
  if (start !== undefined) return add(start, count, unit);
  if (startWords.test(rest) && (event.test(rest) || !signing.test(rest))) return undefined;
  return signedOn === null ? undefined : add(signedOn, count, unit);
}

/**
 * Returns the last day of a stated term: of a length from signing or from a date (`one year`,
 * `sixty (60) days`, `1 year from 11/20/2026`), of a range (`from 01/01/2026 to 12/31/2027`), or a date. Of
 * several, the first to come counts, unless the words say the last one. `undefined` for a term that starts or
 * ends with an event, one that contradicts itself (`sixty (90) days`), and a length whose start isn't known.
 * @param signedOn the day of signing; `null` if it isn't known
 */
export function endOfTerm(text: string, signedOn: CalendarDate | null): CalendarDate | undefined {
  const ends = text
    .split(/\bor\b|;|\band\b(?=.*\b(?:day|week|month|year)s?\b)/i)
    .flatMap(part => endOfPart(part, signedOn) ?? [])
    .toSorted();
  return /\b(?:later|longer|latest|last)\b/i.test(text) ? ends.at(-1) : ends[0];
}
