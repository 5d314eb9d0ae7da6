import {
  addDays,
  dayInUtc,
  earliestDayOnEarth,
  isRealDate,
  latestDayOnEarth,
  type CalendarDate,
} from '../clinical/calendar-date';
import type { RecordRequest } from './record-request';

/** How many days ahead operators may set a follow-up. */
export const followUpDaysMax = 366;

/** A contact with a site about a record request, by phone or otherwise, and the next follow-up. */
export interface SiteContact {
  readonly contactDate: CalendarDate;
  /** `null` for no follow-up. */
  readonly followUpDate: CalendarDate | null;
}

/**
 * Returns what is wrong with a contact, in words for the operator, or `undefined`. It must be between the
 * request's creation and today. A changed follow-up must be between today and {@link followUpDaysMax} days
 * ahead.
 */
export function contactFault(
  { createdAt, followUpDate: setBefore }: Pick<RecordRequest, 'createdAt' | 'followUpDate'>,
  { contactDate, followUpDate }: SiteContact,
  at: Date,
): string | undefined {
  const today = latestDayOnEarth(at);
  if (!isRealDate(contactDate) || contactDate < addDays(dayInUtc(createdAt), -1) || contactDate > today)
    return 'The contact date must be between the day the record request was created and today.';
  if (followUpDate === null || followUpDate === setBefore) return undefined;
  if (
    !isRealDate(followUpDate) ||
    followUpDate < earliestDayOnEarth(at) ||
    followUpDate > addDays(today, followUpDaysMax)
  )
    return `The follow-up date must be today or later, at most ${followUpDaysMax} days ahead.`;
  return undefined;
}

/** Returns the request with the contact recorded. An earlier contact doesn't replace a later one. */
export function withContact(
  before: RecordRequest,
  { contactDate, followUpDate }: SiteContact,
  at: Date,
): RecordRequest {
  const { lastContactDate } = before;
  const latest = lastContactDate !== null && lastContactDate > contactDate ? lastContactDate : contactDate;
  const followUpSetAt = followUpDate === before.followUpDate ? before.followUpSetAt : at;
  return {
    ...before,
    lastContactDate: latest,
    followUpDate,
    followUpSetAt,
    version: before.version + 1,
    updatedAt: at,
  };
}
