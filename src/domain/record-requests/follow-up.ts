import { addDays } from '../clinical/calendar-date';
import { clockIn } from '../time-zones';
import { isOpen, type RecordRequest } from './record-request';

/**
 * The hour in the company's time zone from which follow-up reminders are sent, so that nobody is woken by
 * them.
 */
export const followUpHour = 8;

/**
 * Returns the date whose follow-ups are due, `YYYY-MM-DD`: the date in the zone, from 8 in the morning there
 * on. A day that is an hour shorter or longer is still one day.
 */
export function followUpDay(at: Date, timeZone: string): string {
  const { day, hour } = clockIn(timeZone, at);
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
