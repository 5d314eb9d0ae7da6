/** The period of the audit log that a page of the desk shows. */
import { addDays, dayNumber, isRealDate, type CalendarDate } from '../clinical/calendar-date';

/** The most days shown at once: the log is long, and read in order of time. */
export const auditDaysMax = 31;
/** The days shown by default. */
const auditDaysUsual = 7;

/** UTC dates, both included. */
export interface AuditPeriod {
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

/** Parses a period as typed (DESK-27). @returns a sentence if it is invalid */
export function auditPeriodOf(
  typed: { readonly from: string; readonly until: string },
  today: CalendarDate,
): AuditPeriod | string {
  const until = typed.until === '' ? today : typed.until;
  if (!isRealDate(until)) return "The date under To isn't valid. Choose another one.";
  const from = typed.from === '' ? addDays(until, 1 - auditDaysUsual) : typed.from;
  if (!isRealDate(from)) return "The date under From isn't valid. Choose another one.";
  const days = dayNumber(until) - dayNumber(from) + 1;
  if (days < 1) return 'The period must end after it starts.';
  return days > auditDaysMax ? `A period can have at most ${auditDaysMax} days.` : { from, until };
}
