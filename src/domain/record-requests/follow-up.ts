import { addDays } from '../clinical/calendar-date';
import { isOpen, type RecordRequest } from './record-request';

/**
 * The hour in the company's time zone from which follow-up reminders are sent, so that nobody is woken by
 * them.
 */
export const followUpHour = 8;

/** The default time zone of a company. */
export const defaultTimeZone = 'America/New_York';

/** The names of all time zones in the tz database. */
export const timeZones: readonly string[] = Intl.supportedValuesOf('timeZone');

/**
 * Creating a formatter costs as much as using it twenty times, and 30 KB. There are only as many as zones.
 */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(at: Date, timeZone: string): { readonly day: string; readonly hour: number } {
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

/**
 * Returns the date whose follow-ups are due, `YYYY-MM-DD`: the date in the zone, from 8 in the morning there
 * on. A day that is an hour shorter or longer is still one day.
 */
export function followUpDay(at: Date, timeZone: string): string {
  const { day, hour } = clockOf(at, timeZone);
  return hour < followUpHour ? addDays(day, -1) : day;
}

/**
 * Whether a request's follow-up reminder is due on this day: once, if its date is today or in the past and it
 * hasn't ended.
 */
export function isFollowUpDue(
  { status, followUpDate, followUpToldOn }: Pick<RecordRequest, 'status' | 'followUpDate' | 'followUpToldOn'>,
  day: string,
): boolean {
  if (!isOpen(status) || followUpDate === null || followUpDate > day) return false;
  return followUpToldOn === null || followUpToldOn < day;
}
