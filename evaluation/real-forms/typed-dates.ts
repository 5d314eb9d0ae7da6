/** The days of a form, and how people type them. */
import type { CalendarDate } from '../../src/domain/clinical/calendar-date';
import { judgedOn } from '../forms/score';
import type { RandomStream } from '../../src/sandbox/random-stream';
import { monthNames } from '../forms/people';
import type { Description } from './description';

/** Returns a date as typed. */
export type DateStyle = (year: string, month: string, day: string) => string;

const monthOf = (month: string): string => monthNames[Number(month) - 1] ?? '';
const styles: ReadonlyArray<readonly [DateStyle, number]> = [
  [(year, month, day) => `${month}/${day}/${year}`, 5],
  [(year, month, day) => `${Number(month)}/${Number(day)}/${year}`, 4],
  [(year, month, day) => `${month}-${day}-${year}`, 2],
  [(year, month, day) => `${Number(month)}-${Number(day)}-${year}`, 1],
  [(year, month, day) => `${month}.${day}.${year}`, 0.5],
  [(year, month, day) => `${month} / ${day} / ${year}`, 1],
  [(year, month, day) => `${monthOf(month)} ${Number(day)}, ${year}`, 2],
  [(year, month, day) => `${monthOf(month).slice(0, 3)} ${Number(day)}, ${year}`, 1],
  [(year, month, day) => `${Number(day)} ${monthOf(month).slice(0, 3)} ${year}`, 0.5],
];

/** A date as typed. */
interface WrittenDate {
  readonly text: string;
  /** From the longest to the shortest: without slashes, and with two digits of the year. */
  readonly shorter: readonly string[];
  readonly parts: { readonly month: string; readonly day: string; readonly year: string };
}

/** Returns a date as typed in a style. */
export function writeDate(date: CalendarDate, style: DateStyle): WrittenDate {
  const [year = '', month = '', day = ''] = date.split('-');
  return {
    text: style(year, month, day),
    shorter: [
      `${month}/${day}/${year}`,
      `${Number(month)}/${Number(day)}/${year}`,
      `${month}${day}${year}`,
      `${month}${day}${year.slice(2)}`,
    ],
    parts: { month, day, year },
  };
}

/** Returns the style that a person uses for every date. */
export function pickDateStyle(stream: RandomStream): DateStyle {
  return stream.pick(styles, ([, weight]) => weight)[0];
}

const dayMs = 86_400_000;
const daysOf: Readonly<Record<string, number>> = { D: 1, M: 30, Y: 365 };

function before(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
}

/**
 * Returns when a form is signed: within its printed term, or so long ago that it has expired. `expiresOn` is
 * the past day to write as its end, `null` for no such day, and `undefined` if it can't expire.
 */
export function signedOnFor(
  expiration: Description['elements']['expiration'],
  state: string,
  stream: RandomStream,
): { signedOn: CalendarDate; expiresOn: CalendarDate | null | undefined } {
  const [, count = '', unit = ''] = /^P(\d+)([DMY])$/.exec(expiration?.term ?? '') ?? [];
  const termDays = count === '' ? undefined : Number(count) * (daysOf[unit] ?? 1);
  const recent = before(judgedOn, stream.int(1, Math.max(1, Math.min(60, (termDays ?? 90) - 3))));
  if (state !== 'expired') return { signedOn: recent, expiresOn: null };
  const agoDays = stream.int(15, 200);
  if (expiration?.date !== null && expiration?.date !== undefined)
    return {
      signedOn: before(judgedOn, agoDays + stream.int(60, 300)),
      expiresOn: before(judgedOn, agoDays),
    };
  return {
    signedOn: before(judgedOn, (termDays ?? 0) + agoDays),
    expiresOn: termDays === undefined ? undefined : null,
  };
}
