import type { AuthorizationStatus } from '../../../domain/authorizations/authorization-status';
import type { VerdictStatus } from '../../../domain/auth-checks/verdict';
import { askedText, type AskedRequest } from '../../../domain/record-requests/asked';
import type { RecordRequestStatus } from '../../../domain/record-requests/record-request';
import type { WhoActs } from '../../../domain/searches/search-progress';
import type { SearchStatus } from '../../../domain/searches/search';
import {
  authorizationStatusLabels,
  recordRequestStatusLabels,
  searchStatusLabels,
} from '../../../domain/status-labels';
import type { SupportingKind } from '../../../domain/supporting-documents/supporting-document';
import { Pill, type Tone } from '../../components/display';

const searchTones: Readonly<Record<SearchStatus, Tone>> = {
  Inactive: 'neutral',
  Processing: 'info',
  Completed: 'passed',
  NoHit: 'neutral',
  AmbiguousIdentity: 'warning',
  MissingZipCode: 'warning',
  RequestRejected: 'warning',
  DeceasedBeforeClinicalData: 'neutral',
};

/** The status of a search, or of all searches of a patient. */
export function SearchPill({ status }: { readonly status: SearchStatus }) {
  return <Pill tone={searchTones[status]}>{searchStatusLabels[status]}</Pill>;
}

/** The status of an authorization: until its approval, the customer uploads it and support reviews it. */
export function AuthorizationPill({
  status,
  hasDocument = true,
}: {
  readonly status: AuthorizationStatus;
  readonly hasDocument?: boolean;
}) {
  const isInReview = status === 'NeedsApproval' && hasDocument;
  const tone = status === 'Approved' ? 'passed' : isInReview ? 'info' : 'warning';
  return <Pill tone={tone}>{authorizationStatusLabels[status]}</Pill>;
}

// No records is an answer and not a fault. Of a partial answer, the customer requests the rest.
const requestTones: Readonly<Record<RecordRequestStatus, Tone>> = {
  Submitted: 'info',
  Processing: 'info',
  NeedToReviewResults: 'info',
  WrongSiteName: 'warning',
  AuthDenied: 'warning',
  Completed: 'passed',
  Partial: 'warning',
  PatientNotFound: 'neutral',
  ServiceDatesNotFound: 'neutral',
  NoRecordFound: 'neutral',
  SiteClosed: 'neutral',
  FacilityRefusal: 'neutral',
  Canceled: 'neutral',
  Void: 'neutral',
  DuplicateRequest: 'neutral',
};

/** The status of a record request. */
export function RequestPill({ status }: { readonly status: RecordRequestStatus }) {
  return <Pill tone={requestTones[status]}>{recordRequestStatusLabels[status]}</Pill>;
}

const verdictNames: Readonly<Record<VerdictStatus, string>> = {
  passed: 'Passed',
  warning: 'Warning',
  failed: 'Failed',
};

/** The result of a check of the authorization; `null` if it didn't run. */
export function VerdictPill({ status }: { readonly status: VerdictStatus | null }) {
  return <Pill tone={status ?? 'neutral'}>{status === null ? 'Not checked' : verdictNames[status]}</Pill>;
}

const actorNames: Readonly<Record<WhoActs, (supportName: string) => string>> = {
  You: () => 'You',
  Facility: () => 'The facility',
  Partner: () => 'The partner',
  Support: supportName => supportName.charAt(0).toUpperCase() + supportName.slice(1),
};

/** Returns who has to act, as pages say it; a dash for nobody. */
export function actorName(whoActs: WhoActs | null, supportName: string): string {
  return whoActs === null ? '–' : actorNames[whoActs](supportName);
}

/** Returns when the facility was asked, when it should answer, and whom an open request waits for. */
export function waitingText(
  asked: AskedRequest,
  time: { readonly status: RecordRequestStatus; readonly today: string },
  supportName: string,
): string {
  const { whoActs } = asked;
  const waitsFor = whoActs === null ? '' : ` Waiting on: ${actorName(whoActs, supportName)}.`;
  return `${askedText(asked, time)}${waitsFor}`;
}

/** The display name of each kind of supporting document. */
export const supportingKindNames: Readonly<Record<SupportingKind, string>> = {
  powerOfAttorney: 'Power of attorney',
  guardianship: 'Proof of guardianship',
  letters: 'Letters testamentary or of administration',
  deathCertificate: 'Death certificate',
};
