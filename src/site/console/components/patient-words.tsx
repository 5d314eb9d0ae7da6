import type { AuthorizationStatus } from '../../../domain/authorizations/authorization-status';
import type { VerdictStatus } from '../../../domain/auth-checks/verdict';
import { categoryOf, type RecordRequestStatus } from '../../../domain/record-requests/record-request';
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

/** The status of an authorization. */
export function AuthorizationPill({ status }: { readonly status: AuthorizationStatus }) {
  const tone = status === 'Approved' ? 'passed' : status === 'NeedsApproval' ? 'neutral' : 'warning';
  return <Pill tone={tone}>{authorizationStatusLabels[status]}</Pill>;
}

const categoryTones = {
  processing: 'info',
  needsResolution: 'warning',
  completed: 'passed',
  // An answer, not a fault.
  recordsNotFound: 'neutral',
  canceled: 'neutral',
} as const;

/** The status of a record request. One whose results support reviews is in progress. */
export function RequestPill({ status }: { readonly status: RecordRequestStatus }) {
  const category = categoryOf(status);
  const tone = category === null || status === 'NeedToReviewResults' ? 'info' : categoryTones[category];
  return <Pill tone={tone}>{recordRequestStatusLabels[status]}</Pill>;
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

/** The display name of each kind of supporting document. */
export const supportingKindNames: Readonly<Record<SupportingKind, string>> = {
  powerOfAttorney: 'Power of attorney',
  guardianship: 'Proof of guardianship',
  letters: 'Letters testamentary or of administration',
  deathCertificate: 'Death certificate',
};
