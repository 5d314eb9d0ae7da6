/** The period of the trail that a page of the desk looks at. */
import { addDays, dayNumber, isRealDate, type CalendarDate } from '../clinical/calendar-date';

/** The most days that are looked at at once: the trail is long, and read in order of time. */
export const auditDaysMax = 31;
/** The days that are looked at where none are said. */
const auditDaysUsual = 7;

/** Days in UTC, both included. */
export interface AuditPeriod {
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

/** Reads a period as it was typed (DESK-27). @returns a sentence for what is none */
export function auditPeriodOf(
  said: { readonly from: string; readonly until: string },
  today: CalendarDate,
): AuditPeriod | string {
  const until = said.until === '' ? today : said.until;
  if (!isRealDate(until)) return 'The last day is none.';
  const from = said.from === '' ? addDays(until, 1 - auditDaysUsual) : said.from;
  if (!isRealDate(from)) return 'The first day is none.';
  const days = dayNumber(until) - dayNumber(from) + 1;
  if (days < 1) return 'The period ends before it begins.';
  return days > auditDaysMax ? `A period has ${auditDaysMax} days at most.` : { from, until };
}
