import { deniesSends } from '../authorizations/authorization-status';
import { holdOf, type AuthorizationHold, type HeldAuthorization } from '../authorizations/authorization-term';
import type { CalendarDate } from '../clinical/calendar-date';
import { isClosed, isSandbox, type ProjectTerms } from '../projects/project';
import { isOpen, outreach, type RecordRequest } from './record-request';

/** The stage of a record request. */
export type RecordRequestStanding =
  /** It has ended. */
  | 'ended'
  /** A fault of the patient's authorization blocks it: it must be denied. */
  | 'toBeDenied'
  /** It waits for the approval of the patient's authorization and isn't sent before. */
  | 'heldForApproval'
  /** The patient's authorization has expired or was revoked, and it isn't sent until there is another. */
  | 'heldByExpiry'
  | 'heldByRevocation'
  /** Its facility was known only from records that a correction of the patient withdrew. */
  | 'heldByCorrection'
  /** It can be sent. */
  | 'toBeSent'
  /** It was sent and waits for the facility's answer. */
  | 'withFacility'
  /** Only an operator can move it on. */
  | 'withOperator';

/** What determines the stage, besides the request itself. */
export interface StandingFacts {
  readonly project: ProjectTerms;
  readonly authorization: HeldAuthorization;
  /** For a manually sent request, when the facility's answer is due; `null` if unknown. */
  readonly answerBy: CalendarDate | null;
  /** In the time zone of the company, in which authorizations expire and answers are due (REQUEST-55). */
  readonly companyDay: CalendarDate;
}

const standingWhenHeld: Readonly<Record<AuthorizationHold, RecordRequestStanding>> = {
  approval: 'heldForApproval',
  authorizationExpired: 'heldByExpiry',
  authorizationRevoked: 'heldByRevocation',
};

/** Why a request may not be sent: because of its authorization, or of a correction of the patient. */
export type SendHold = AuthorizationHold | 'correction';

/** Returns why a request is held back; `null` if it isn't. */
export function holdOfStanding(standing: RecordRequestStanding): SendHold | null {
  if (standing === 'heldForApproval') return 'approval';
  if (standing === 'heldByExpiry') return 'authorizationExpired';
  if (standing === 'heldByCorrection') return 'correction';
  return standing === 'heldByRevocation' ? 'authorizationRevoked' : null;
}

/**
 * Returns the stage of a request. Its workflow, its sending, and the operators' lists all follow this one
 * decision. The authorization is checked before the channel: a blocked request isn't sent by anyone
 * (REQUEST-29).
 */
export function standingOf(
  {
    status,
    channel,
    channelFault,
    isHeldByCorrection,
  }: Pick<RecordRequest, 'status' | 'channel' | 'channelFault' | 'isHeldByCorrection'>,
  { project, authorization, answerBy, companyDay }: StandingFacts,
): RecordRequestStanding {
  if (!isOpen(status)) return 'ended';
  if (status === 'Submitted') {
    if (deniesSends(project, authorization.authorizationStatus)) return 'toBeDenied';
    if (isHeldByCorrection) return 'heldByCorrection';
    const hold = holdOf(project, authorization, companyDay);
    if (hold !== null) return standingWhenHeld[hold];
    return isClosed(project) ? 'withOperator' : 'toBeSent';
  }
  if (status !== 'Processing') return 'withOperator';
  if (isSandbox(project)) return 'withFacility';
  // What was sent before the correction is for an operator to decide.
  if (channel === null || channelFault !== null || isHeldByCorrection) return 'withOperator';
  const isOverdue = channel === outreach && (answerBy === null || answerBy < companyDay);
  return isOverdue ? 'withOperator' : 'withFacility';
}

/** What a record request waits for. */
export type RecordRequestWait = 'operator' | 'approval' | 'authorization' | 'confirmation' | 'facility';

/**
 * Returns what a request waits for, as shown to operators; `null` after its end. On a live project, an unsent
 * request waits for operators, who send it if no system accepts it.
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
    case 'heldByExpiry':
    case 'heldByRevocation':
      return 'authorization';
    case 'heldByCorrection':
      return 'confirmation';
    case 'toBeSent':
      return isSandbox(project) ? 'facility' : 'operator';
    case 'withFacility':
      return 'facility';
    case 'withOperator':
      return 'operator';
  }
}
