import { deniesSends, holdsSends, type AuthorizationStatus } from '../authorizations/authorization-status';
import type { CalendarDate } from '../clinical/calendar-date';
import { isClosed, isSandbox, type ProjectTerms } from '../projects/project';
import { isOpen, outreach, type RecordRequest } from './record-request';

/** Where a record request stands. */
export type RecordRequestStanding =
  /** It has come to its end. */
  | 'ended'
  /** A fault of the patient's authorization keeps it from being sent: it is to be denied. */
  | 'toBeDenied'
  /** It waits for the approval of the patient's authorization: nothing is sent before. */
  | 'heldForApproval'
  /** Nothing stands in the way of sending it. */
  | 'toBeSent'
  /** It was sent; the facility is to answer. */
  | 'withFacility'
  /** Nobody but the delivery team moves it on. */
  | 'withOperator';

/** What decides on where a request stands, beside the request itself. */
export interface StandingFacts {
  readonly project: ProjectTerms;
  readonly authorizationStatus: AuthorizationStatus;
  /** Of what was sent by hand: until when the facility is to answer; `null` where nothing is said. */
  readonly answerBy: CalendarDate | null;
  readonly today: CalendarDate;
}

/**
 * Where a request stands: the one decision that its workflow, what is sent and the lists of the delivery team
 * follow. The authorization comes before the question who is to send it: while it holds a request back,
 * nobody is to (REQUEST-29).
 */
export function standingOf(
  { status, channel }: Pick<RecordRequest, 'status' | 'channel'>,
  { project, authorizationStatus, answerBy, today }: StandingFacts,
): RecordRequestStanding {
  if (!isOpen(status)) return 'ended';
  if (status === 'Submitted') {
    if (deniesSends(project, authorizationStatus)) return 'toBeDenied';
    if (holdsSends(project, authorizationStatus)) return 'heldForApproval';
    return isClosed(project) ? 'withOperator' : 'toBeSent';
  }
  if (status !== 'Processing') return 'withOperator';
  if (isSandbox(project)) return 'withFacility';
  if (channel === null) return 'withOperator';
  return channel === outreach && (answerBy === null || answerBy < today) ? 'withOperator' : 'withFacility';
}

/** Whom a record request waits for. */
export type RecordRequestWait = 'operator' | 'approval' | 'facility';

/**
 * Whom a request waits for, as the delivery team reads it; `null` at its end. On a live project what is to be
 * sent is theirs to look after: where no system takes it, they send it.
 */
export function waitOf(
  standing: RecordRequestStanding,
  project: Pick<ProjectTerms, 'status'>,
): RecordRequestWait | null {
  switch (standing) {
    case 'ended':
      return null;
    case 'toBeDenied':
    case 'heldForApproval':
      return 'approval';
    case 'toBeSent':
      return isSandbox(project) ? 'facility' : 'operator';
    case 'withFacility':
      return 'facility';
    case 'withOperator':
      return 'operator';
  }
}
