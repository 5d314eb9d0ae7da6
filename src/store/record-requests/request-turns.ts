// SQL text: the conditions for whose turn a record request is, and whether it is overdue.
import {
  openStatuses,
  outreach,
  type RecordRequestStatus,
} from '../../domain/record-requests/record-request';
import { feeToClarifySql, feeToPaySql, hasWaitingFeeSql } from './fees';
import { siteFaultStatus } from '../../domain/record-requests/request-list';

/** Returns the condition that a status is one of these. */
export const inStatuses = (statuses: readonly RecordRequestStatus[]): string =>
  `in (${statuses.map(status => `'${status}'`).join(', ')})`;

const needsDocumentSql = `(j.authorization_method = 'authorizationPdf'
    and j.purpose = any(:documentPurposes::text[]))`;
/** The date in the time zone of the company `c`. */
export const companyDay = '(:now::timestamptz at time zone c.time_zone)::date';
const isFaultySql = "p.authorization_status not in ('Approved', 'NeedsApproval')";

/**
 * The condition for what `requestProgressOf` says about requests that wait for the customer, on `r`, `j`,
 * `p`, and `c`; a test compares the two. A request to a facility that couldn't be found waits for the
 * customer as well, until they request such records of the patient again; and so does an open request whose
 * fee waits for their approval.
 */
export const waitsForCustomerSql = `(r.status = 'AuthDenied'
    or r.status = 'Submitted' and (
      r.is_held_by_correction
      or ${isFaultySql} and (j.status = 'Sandbox' or ${needsDocumentSql})
      or ${needsDocumentSql} and (p.authorization_revoked_on is not null
        or j.status <> 'Sandbox' and p.authorization_status = 'NeedsApproval' and p.authorization_etag is null
        or p.authorization_status = 'Approved' and p.authorization_expires_on < ${companyDay}))
    or r.status = '${siteFaultStatus}' and not exists (select from record_request n
      where n.patient_uid = r.patient_uid and n.kind = r.kind and n.created_at > r.created_at)
    or r.status ${inStatuses(openStatuses)} and ${hasWaitingFeeSql})`;

// What the facility doesn't wait for holds nothing up.
const feeForSupportSql = `exists (select from fee f where f.record_request_uid = r.uid
      and (${feeToClarifySql} or ${feeToPaySql} and f.needs_prepayment))`;

/** Returns who has to act. @param answerBy the day until which the facility should answer the packet */
const whoActsWith = (answerBy: string): string => `case
    when ${waitsForCustomerSql} then 'You'
    when not (r.status ${inStatuses(openStatuses)}) then null
    when r.status = 'NeedToReviewResults' or ${feeForSupportSql} then 'Support'
    when r.status = 'Submitted' then case when j.status = 'Sandbox' then null else 'Support' end
    when j.status = 'Sandbox' then 'Facility'
    when r.channel is null or r.channel_fault is not null or r.is_held_by_correction
      or r.channel = '${outreach}' and coalesce(${answerBy} < ${companyDay}, true) then 'Support'
    else 'Facility' end`;

/**
 * Who has to act, as `requestProgressOf` says it, on `r`, `j`, `p`, `c`, and `k`, with the parameters
 * `documentPurposes` and `now`; a test compares the two.
 */
export const whoActsSql = whoActsWith('k.answer_by');

/** The same for a filter: it looks up the packets of few requests, and joins none. */
export const turnSql = whoActsWith(`(select k.answer_by from request_packet k
        where k.record_request_uid = r.uid and k.prepared_at is not null
        order by k.sequence desc limit 1)`);

/** The condition for an open request `r` of a company `c` whose due date has passed. */
export const isPastDueSql = `(r.status ${inStatuses(openStatuses)} and r.due_date is not null
    and r.due_date < ${companyDay})`;

/**
 * The condition for an open request `r` of a company `c` whose follow-up date or answer date has passed. The
 * packet and the day are looked up only for requests that have a date, so that a count doesn't for the rest.
 */
export const isOverdueSql = `(r.status ${inStatuses(openStatuses)} and (r.follow_up_date is not null
      and r.follow_up_date < ${companyDay}
    or r.status = 'Processing' and r.channel = '${outreach}' and (
      select k.answer_by from request_packet k
      where k.record_request_uid = r.uid and k.prepared_at is not null
      order by k.sequence desc limit 1) < ${companyDay}))`;
