import { addDays, type CalendarDate } from '../clinical/calendar-date';
import { clockIn, startOfDay } from '../time-zones';
import { digestHour } from './daily-digest';

/** Returns the Monday of a day's week. */
function mondayOf(day: CalendarDate): CalendarDate {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/**
 * Returns the Monday whose report is due, in the time zone of the company; `undefined` before 8 a.m., and
 * once it was sent. The first one is that of the Monday after it was turned on. A report that couldn't be
 * sent on its Monday is sent later in the week.
 */
export function reportDue(
  timeZone: string,
  { sentOn, createdAt }: { readonly sentOn: CalendarDate | null; readonly createdAt: Date },
  at: Date,
): CalendarDate | undefined {
  const { day, hour } = clockIn(timeZone, at);
  const monday = mondayOf(day);
  if (hour < digestHour || clockIn(timeZone, createdAt).day >= monday) return undefined;
  return sentOn === null || sentOn < monday ? monday : undefined;
}

/** The seven days before a Monday. */
export interface ReportedWeek {
  readonly firstDay: CalendarDate;
  readonly lastDay: CalendarDate;
  readonly from: Date;
  readonly until: Date;
}

/** Returns the week that a Monday's report covers, in the time zone of the company. */
export function weekBefore(timeZone: string, monday: CalendarDate): ReportedWeek {
  const firstDay = addDays(monday, -7);
  return {
    firstDay,
    lastDay: addDays(monday, -1),
    from: startOfDay(timeZone, firstDay),
    until: startOfDay(timeZone, monday),
  };
}
