import {
  addDays,
  dayInUtc,
  isRealDate,
  latestDayOnEarth,
  type CalendarDate,
} from '../clinical/calendar-date';
import type { RecordRequest } from './record-request';

/** How far ahead a follow-up is set by the delivery team. */
export const followUpDaysMax = 366;

/**
 * That the delivery team reached a site about a record request, by telephone or otherwise, and when it asks
 * again.
 */
export interface SiteContact {
  readonly contactDate: CalendarDate;
  /** `null`: nothing is to be followed up. */
  readonly followUpDate: CalendarDate | null;
}

/**
 * What is wrong with a contact, in words for the operator; `undefined` where nothing is. It was since the
 * request was made and not later than today; a follow-up that changes is from today on, {@link
 * followUpDaysMax} days ahead at most.
 */
export function contactFault(
  { createdAt, followUpDate: setBefore }: Pick<RecordRequest, 'createdAt' | 'followUpDate'>,
  { contactDate, followUpDate }: SiteContact,
  at: Date,
): string | undefined {
  const today = latestDayOnEarth(at);
  if (!isRealDate(contactDate) || contactDate < addDays(dayInUtc(createdAt), -1) || contactDate > today)
    return 'The contact was on a day between the making of the record request and today.';
  if (followUpDate === null || followUpDate === setBefore) return undefined;
  if (
    !isRealDate(followUpDate) ||
    followUpDate < dayInUtc(at) ||
    followUpDate > addDays(today, followUpDaysMax)
  )
    return `A follow-up is from today on, ${followUpDaysMax} days ahead at most.`;
  return undefined;
}

/** With the contact noted; of an earlier day than the last one that is known it does not hide that one. */
export function withContact(
  before: RecordRequest,
  { contactDate, followUpDate }: SiteContact,
  at: Date,
): RecordRequest {
  const { lastContactDate } = before;
  const latest = lastContactDate !== null && lastContactDate > contactDate ? lastContactDate : contactDate;
  return { ...before, lastContactDate: latest, followUpDate, version: before.version + 1, updatedAt: at };
}
