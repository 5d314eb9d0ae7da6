import type { AuthorizationStatus } from '../../../domain/authorizations/authorization-status';
import type { VerdictStatus } from '../../../domain/auth-checks/verdict';
import { categoryOf, type RecordRequestStatus } from '../../../domain/record-requests/record-request';
import type { RecordRequestKind } from '../../../domain/record-requests/record-request';
import type { NextStep } from '../../../domain/searches/next-step';
import type { SearchStatus } from '../../../domain/searches/search';
import { Pill, type Tone } from '../../components/display';

/** A code in words: `NeedToReviewResults` is `Need to review results`. */
export function inWords(code: string): string {
  const words = code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const searchTones: Readonly<Record<SearchStatus, Tone>> = {
  Inactive: 'neutral',
  Processing: 'neutral',
  Completed: 'passed',
  NoHit: 'neutral',
  AmbiguousIdentity: 'warning',
  MissingZipCode: 'warning',
  RequestRejected: 'warning',
  DeceasedBeforeClinicalData: 'neutral',
};

/** What the searches of a patient amount to, or one of them. */
export function SearchPill({ status }: { readonly status: SearchStatus }) {
  return <Pill tone={searchTones[status]}>{inWords(status)}</Pill>;
}

/** How an authorization stands. */
export function AuthorizationPill({ status }: { readonly status: AuthorizationStatus }) {
  const tone = status === 'Approved' ? 'passed' : status === 'NeedsApproval' ? 'neutral' : 'warning';
  return <Pill tone={tone}>{inWords(status)}</Pill>;
}

const categoryTones = {
  processing: 'neutral',
  needsResolution: 'warning',
  completed: 'passed',
  recordsNotFound: 'failed',
  canceled: 'neutral',
} as const;

/** How a record request stands. */
export function RequestPill({ status }: { readonly status: RecordRequestStatus }) {
  const category = categoryOf(status);
  return <Pill tone={category === null ? 'neutral' : categoryTones[category]}>{inWords(status)}</Pill>;
}

/** What a record request asks for. */
export const requestKindNames: Readonly<Record<RecordRequestKind, string>> = {
  medicalRecord: 'Medical records',
  billing: 'Billing',
  imaging: 'Imaging',
};

/** How a check of the authorization came out; null: it did not run. */
export function VerdictPill({ status }: { readonly status: VerdictStatus | null }) {
  return <Pill tone={status ?? 'neutral'}>{status === null ? 'Not checked' : inWords(status)}</Pill>;
}

/** What a member does about a search that waits; of what goes on by itself there is nothing to do. */
export const searchRemedies: Readonly<Partial<Record<NextStep, string>>> = {
  zipCode: 'Add a ZIP code of the patient by the API.',
  approval: 'The authorization has to be approved: see below what it lacks.',
  correction: 'Correct the details of the patient by the API.',
  rearming: 'Write to the delivery team, with your id of the patient.',
  projectClosed: 'To have the project opened again, write to the delivery team with its id.',
};
