/** What a customer does next for a patient, from the registration to the reviewed records. */
import type { AuthorizationStatus } from '../authorizations/authorization-status';
import type { SearchStatus } from '../searches/search';

/** What the next step depends on. */
export interface StepFacts {
  /** Whether the project's patients need an authorization. */
  readonly needsDocument: boolean;
  readonly hasDocument: boolean;
  readonly authorizationStatus: AuthorizationStatus;
  /** Whether the authorization was revoked or has expired. */
  readonly isLapsed: boolean;
  readonly searchStatus: SearchStatus;
  /** How many record requests there are, and how many of them got records; `undefined` if that is hidden. */
  readonly requests: { readonly total: number; readonly received: number } | undefined;
}

/** The next step: what the customer does, or whom they wait for. */
export type NextStep =
  | 'uploadAuthorization'
  | 'fixAuthorization'
  | 'replaceAuthorization'
  | 'awaitReview'
  | 'fixSearch'
  | 'awaitSearches'
  | 'requestRecords'
  | 'awaitRecords'
  | 'reviewFiles';

const searchFaults: ReadonlySet<SearchStatus> = new Set([
  'AmbiguousIdentity',
  'MissingZipCode',
  'RequestRejected',
]);

function authorizationStep(facts: StepFacts): NextStep | undefined {
  const { needsDocument, hasDocument, authorizationStatus, isLapsed } = facts;
  if (authorizationStatus !== 'Approved' && authorizationStatus !== 'NeedsApproval')
    return 'fixAuthorization';
  if (!needsDocument) return undefined;
  if (isLapsed) return 'replaceAuthorization';
  if (authorizationStatus === 'Approved') return undefined;
  return hasDocument ? 'awaitReview' : 'uploadAuthorization';
}

/** Returns the next step (CONSOLE-104); `undefined` if the member can't see what it depends on. */
export function nextStepOf(facts: StepFacts): NextStep | undefined {
  const { searchStatus, requests } = facts;
  const ofAuthorization = authorizationStep(facts);
  if (ofAuthorization !== undefined && ofAuthorization !== 'awaitReview') return ofAuthorization;
  if (searchFaults.has(searchStatus)) return 'fixSearch';
  if (ofAuthorization !== undefined) return ofAuthorization;
  if (requests === undefined) return undefined;
  if (requests.received > 0) return 'reviewFiles';
  if (requests.total > 0) return 'awaitRecords';
  return searchStatus === 'Processing' ? 'awaitSearches' : 'requestRecords';
}
