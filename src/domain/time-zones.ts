import type { CalendarDate } from './clinical/calendar-date';

/** The default time zone of a company. */
export const defaultTimeZone = 'America/New_York';

/**
 * Whether a text is the name of a time zone in the tz database. Node's list has only one name of each zone,
 * and the formatter knows all of them: `US/Eastern`, `Asia/Kolkata`.
 */
export function isTimeZone(text: string): boolean {
  // Offsets, such as +05:00, are no names.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * Creating a formatter costs as much as using it twenty times, and 30 KB. There are only as many as zones.
 */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** An instant, and its date in a time zone that someone reads it in. */
export interface Moment {
  readonly at: Date;
  readonly day: CalendarDate;
}

/** Returns an instant with its date in a time zone of the tz database. */
export function momentIn(timeZone: string, at: Date): Moment {
  return { at, day: clockIn(timeZone, at).day };
}

/** Returns the date and the hour, 0 to 23, at an instant in a time zone of the tz database. */
export function clockIn(timeZone: string, at: Date): { readonly day: CalendarDate; readonly hour: number } {
  const known = clocks.get(timeZone);
  const clock =
    known ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
    });
  if (known === undefined) clocks.set(timeZone, clock);
  const parts = clock.formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find(found => found.type === type)?.value ?? '';
  return { day: `${part('year')}-${part('month')}-${part('day')}`, hour: Number(part('hour')) };
}

const offsets = new Map<string, Intl.DateTimeFormat>();

/** Returns how far a time zone is ahead of UTC at an instant, in milliseconds. */
function offsetMs(timeZone: string, at: Date): number {
  const known = offsets.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  if (known === undefined) offsets.set(timeZone, format);
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/**
 * Returns the instant at a date and time in a time zone; an invalid date for a text that is none. A time that
 * clocks skip in spring is read as an hour earlier.
 * @param local `2026-11-27T14:30`
 */
export function instantIn(timeZone: string, local: string): Date {
  const localMs = Date.parse(`${local}Z`);
  if (Number.isNaN(localMs)) return new Date(Number.NaN);
  const guess = new Date(localMs - offsetMs(timeZone, new Date(localMs)));
  return new Date(localMs - offsetMs(timeZone, guess));
}

/** Returns the instant at which a day starts in a time zone. */
export function startOfDay(timeZone: string, day: CalendarDate): Date {
  return instantIn(timeZone, `${day}T00:00`);
}

/** Creating a formatter costs more than using it. There are two for each zone: with and without a year. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string, hasYear: boolean): Intl.DateTimeFormat {
  const key = `${timeZone} ${hasYear}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    ...(hasYear ? { year: 'numeric' } : {}),
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortGeneric',
  });
  formats.set(key, made);
  return made;
}

/** Returns an instant as `Nov 23, 12:21 PM ET`, with its year unless that is the current one. */
export function instantText(
  at: Date,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): string {
  const yearOf = (instant: Date): string => clockIn(timeZone, instant).day.slice(0, 4);
  // Browsers and Node separate the time from AM and PM by different spaces.
  return (
    formatOf(timeZone, yearOf(at) !== yearOf(now))
      .format(at)
      .replaceAll('\u202f', ' ')
      // The short name of UTC is GMT+0, which Americans don't use.
      .replace(/GMT(?:\+0)?$/, 'UTC')
  );
}
