import { addDays } from '../clinical/calendar-date';
import { isOpen, type RecordRequest } from './record-request';

/** The hour of the company's clock from which on a day's follow-ups are told: nobody is woken by them. */
export const followUpHour = 8;

/** The time zone of a company that has said none. */
export const defaultTimeZone = 'America/New_York';

/** The names of all time zones, as the tz database has them. */
export const timeZones: readonly string[] = Intl.supportedValuesOf('timeZone');

/** To make one takes as long as to read it twenty times, and 30 KB. There are as many as zones. */
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
 * The day whose follow-ups are due, `YYYY-MM-DD`: the day of the zone's calendar, from 8 in the morning there
 * on. A day that is an hour shorter or longer is one day.
 */
export function followUpDay(at: Date, timeZone: string): string {
  const { day, hour } = clockOf(at, timeZone);
  return hour < followUpHour ? addDays(day, -1) : day;
}

/**
 * Whether the follow-up of a request is to be told on this day: once, while its date is today or past and it
 * has not ended.
 */
export function isFollowUpDue(
  { status, followUpDate, followUpToldOn }: Pick<RecordRequest, 'status' | 'followUpDate' | 'followUpToldOn'>,
  day: string,
): boolean {
  if (!isOpen(status) || followUpDate === null || followUpDate > day) return false;
  return followUpToldOn === null || followUpToldOn < day;
}
