import { addDays, dayNumber, type CalendarDate } from '../clinical/calendar-date';
import type { ProjectTerms } from '../projects/project';
import { holdsSends, needsDocument, type AuthorizationStatus } from './authorization-status';

/** Who says when an authorization expires: the document, as it was read, or the person who reviewed it. */
export type ExpiryBy = 'document' | 'reviewer';

/** How many days before an authorization expires a notice is sent, earliest first. */
export const noticeDays = [30, 7] as const;
/** A notice, by its days. */
export type NoticeDays = (typeof noticeDays)[number];

/** How long a patient's authorization is valid. */
export interface AuthorizationTerm {
  /** The last day on which it is valid; `null` if it has no date, such as one that ends with an event. */
  readonly authorizationExpiresOn: CalendarDate | null;
  /** `null` until the document on file has been read. */
  readonly authorizationExpiryBy: ExpiryBy | null;
  /** The day on which the patient revoked it; `null` if they haven't. */
  readonly authorizationRevokedOn: CalendarDate | null;
  /** The last notice that it expires; `null` if none was sent. */
  readonly authorizationNoticeDays: NoticeDays | null;
}

/** The term of a new document, which hasn't been read yet. Nothing of the replaced one is left. */
export const unreadTerm: AuthorizationTerm = {
  authorizationExpiresOn: null,
  authorizationExpiryBy: null,
  authorizationRevokedOn: null,
  authorizationNoticeDays: null,
};

/** Why a patient's authorization blocks sending. */
export type AuthorizationHold =
  /** It isn't approved. */
  | 'approval'
  /** It was approved, and has expired since. */
  | 'authorizationExpired'
  /** The patient revoked it. */
  | 'authorizationRevoked';

/** A patient's authorization, as far as it decides about sending. */
export type HeldAuthorization = Pick<
  AuthorizationTerm,
  'authorizationExpiresOn' | 'authorizationRevokedOn'
> & { readonly authorizationStatus: AuthorizationStatus };

/** Whether an approved authorization has expired on a day in the company's time zone. */
function isExpired({ authorizationStatus, authorizationExpiresOn }: HeldAuthorization, today: CalendarDate) {
  return (
    authorizationStatus === 'Approved' && authorizationExpiresOn !== null && authorizationExpiresOn < today
  );
}

/**
 * Returns why the authorization blocks a patient's searches and record requests; `null` if it doesn't. Where
 * no document is needed, its term doesn't count. A revoked document can't be approved again, so that comes
 * before the approval.
 * @param today in the time zone of the company
 */
export function holdOf(
  project: ProjectTerms,
  authorization: HeldAuthorization,
  today: CalendarDate,
): AuthorizationHold | null {
  const isNeeded = needsDocument(project);
  if (isNeeded && authorization.authorizationRevokedOn !== null) return 'authorizationRevoked';
  if (holdsSends(project, authorization.authorizationStatus)) return 'approval';
  return isNeeded && isExpired(authorization, today) ? 'authorizationExpired' : null;
}

/** Returns the days until an authorization expires, 0 on its last day; `null` if it has no date. */
export function daysLeft(
  { authorizationExpiresOn }: Pick<AuthorizationTerm, 'authorizationExpiresOn'>,
  today: CalendarDate,
): number | null {
  return authorizationExpiresOn === null ? null : dayNumber(authorizationExpiresOn) - dayNumber(today);
}

/** The last day of the period in which notices are sent. */
export function noticeHorizon(today: CalendarDate): CalendarDate {
  return addDays(today, noticeDays[0]);
}

/**
 * Returns the notice that is due: once 30 and once 7 days before an approved authorization expires, and none
 * after that. One that is learned of late gets only the notice that is due now.
 */
export function dueNotice(
  project: ProjectTerms,
  authorization: HeldAuthorization & AuthorizationTerm,
  today: CalendarDate,
): NoticeDays | null {
  const left = daysLeft(authorization, today);
  const isValid = needsDocument(project) && authorization.authorizationStatus === 'Approved';
  if (left === null || left < 0 || !isValid || holdOf(project, authorization, today) !== null) return null;
  const due = noticeDays.findLast(days => left <= days);
  const told = authorization.authorizationNoticeDays;
  return due === undefined || (told !== null && told <= due) ? null : due;
}
