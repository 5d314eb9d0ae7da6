import type { CalendarDate } from './clinical/calendar-date';

/** The default time zone of a company. */
export const defaultTimeZone = 'America/New_York';

/** The names of all time zones in the tz database. */
export const timeZones: readonly string[] = Intl.supportedValuesOf('timeZone');

/**
 * Creating a formatter costs as much as using it twenty times, and 30 KB. There are only as many as zones.
 */
const clocks = new Map<string, Intl.DateTimeFormat>();

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
