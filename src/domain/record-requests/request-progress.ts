import type { AuthorizationTerm } from '../authorizations/authorization-term';
import { addDays } from '../clinical/calendar-date';
import { isSandbox, type ProjectTerms } from '../projects/project';
import { searchReasons, type WhoActs } from '../searches/search-progress';
import { holdOfFees, type FeeInTurn, type FeeTurn } from './fees';
import type { RecordRequest } from './record-request';
import type { RecordRequestStanding } from './standing';

/** Why an open record request is as it is: the same words everywhere, those of searches where they fit. */
export const requestReasons = {
  authorizationMissing: searchReasons.authorizationMissing,
  waitsForApproval: searchReasons.waitsForApproval,
  authorizationFaulty: searchReasons.authorizationFaulty,
  authorizationExpired: searchReasons.authorizationExpired,
  authorizationRevoked: searchReasons.authorizationRevoked,
  facilityInDoubt: {
    waitsFor: 'confirmation',
    whoActs: 'You',
    says: 'Held: the patient was corrected, and only records of the earlier identity named this facility.',
    remedy: 'Confirm that the patient was there, or cancel the request.',
  },
  toBeSent: {
    waitsFor: 'support',
    whoActs: 'Support',
    says: 'Being sent to the facility by support.',
    remedy: null,
  },
  beingSent: { waitsFor: null, whoActs: null, says: 'Being sent to the facility.', remedy: null },
  waitsForFacility: {
    waitsFor: 'facility',
    whoActs: 'Facility',
    says: 'Waiting for the facility to answer.',
    remedy: null,
  },
  beingReviewed: {
    waitsFor: 'support',
    whoActs: 'Support',
    says: 'The returned files are being reviewed by support, or the rest is still to come.',
    remedy: null,
  },
  beingChased: {
    waitsFor: 'support',
    whoActs: 'Support',
    says: 'Support is working with the facility.',
    remedy: null,
  },
  feeWaitsForApproval: {
    waitsFor: 'feeApproval',
    whoActs: 'You',
    says: "The facility's fee is waiting for your approval.",
    remedy: 'Approve it, reject it, or ask about it on the page of the request.',
  },
  feeBeingClarified: {
    waitsFor: 'support',
    whoActs: 'Support',
    says: "Support is clarifying the facility's fee.",
    remedy: null,
  },
  feeBeingPaid: {
    waitsFor: 'support',
    whoActs: 'Support',
    says: 'Support is paying a fee that the facility requires before it sends the records.',
    remedy: null,
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly waitsFor: string | null;
      readonly whoActs: WhoActs | null;
      readonly says: string;
      readonly remedy: string | null;
    }
  >
>;

/** Why an open record request is as it is. */
export type RequestReason = keyof typeof requestReasons;
/** Every reason. */
export const requestReasonNames = Object.keys(requestReasons) as [RequestReason, ...RequestReason[]];

/** What an open record request waits for, and who has to act. */
export interface RequestProgress {
  readonly reason: RequestReason;
  readonly since: Date;
  readonly waitsFor: string | null;
  readonly whoActs: WhoActs | null;
  readonly says: string;
  readonly remedy: string | null;
}

/** What decides on the progress of a record request. */
export interface RequestFacts {
  readonly request: Pick<RecordRequest, 'status' | 'updatedAt'>;
  readonly project: ProjectTerms;
  readonly patient: Pick<AuthorizationTerm, 'authorizationExpiresOn'> & {
    readonly authorizationEtag: string | null;
  };
  readonly fees: readonly FeeInTurn[];
}

const reasonsOfFees = {
  approval: 'feeWaitsForApproval',
  clarification: 'feeBeingClarified',
  payment: 'feeBeingPaid',
} as const satisfies Readonly<Record<FeeTurn, RequestReason>>;

function reasonOf(
  standing: Exclude<RecordRequestStanding, 'ended'>,
  { request, project, patient }: RequestFacts,
): RequestReason {
  switch (standing) {
    case 'toBeDenied':
      return 'authorizationFaulty';
    case 'heldForApproval':
      return patient.authorizationEtag === null ? 'authorizationMissing' : 'waitsForApproval';
    case 'heldByExpiry':
      return 'authorizationExpired';
    case 'heldByRevocation':
      return 'authorizationRevoked';
    case 'heldByCorrection':
      return 'facilityInDoubt';
    case 'toBeSent':
      return isSandbox(project) ? 'beingSent' : 'toBeSent';
    case 'withFacility':
      return 'waitsForFacility';
    case 'withOperator':
      if (request.status === 'AuthDenied') return 'authorizationFaulty';
      return request.status === 'NeedToReviewResults' ? 'beingReviewed' : 'beingChased';
  }
}

/**
 * Returns what a record request waits for, and who has to act; `null` after its end. A fee counts unless the
 * customer has to act on something else first.
 */
export function requestProgressOf(
  standing: RecordRequestStanding,
  facts: RequestFacts,
): RequestProgress | null {
  if (standing === 'ended') return null;
  const reason = reasonOf(standing, facts);
  const hold = requestReasons[reason].whoActs === 'You' ? undefined : holdOfFees(facts.fees);
  if (hold !== undefined) {
    const held = reasonsOfFees[hold.turn];
    return { ...requestReasons[held], reason: held, since: hold.since };
  }
  const { authorizationExpiresOn } = facts.patient;
  const { updatedAt } = facts.request;
  const expiredAt =
    reason === 'authorizationExpired' && authorizationExpiresOn !== null
      ? new Date(`${addDays(authorizationExpiresOn, 1)}T00:00:00Z`)
      : updatedAt;
  return { ...requestReasons[reason], reason, since: expiredAt > updatedAt ? expiredAt : updatedAt };
}
