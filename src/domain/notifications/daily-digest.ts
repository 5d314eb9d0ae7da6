import type { CalendarDate } from '../clinical/calendar-date';
import { clockIn } from '../time-zones';

/** The hour from which a day's digest is sent, in the time zone of the company. */
export const digestHour = 8;

/**
 * Returns the day whose digest is due, in the time zone of the company; `undefined` before that hour, and
 * once it was sent. A digest that couldn't be sent in the morning is sent later on the same day.
 * @param sentOn the day of the last digest; `null` for none
 */
export function digestDue(timeZone: string, sentOn: CalendarDate | null, at: Date): CalendarDate | undefined {
  const { day, hour } = clockIn(timeZone, at);
  return hour >= digestHour && (sentOn === null || sentOn < day) ? day : undefined;
}
