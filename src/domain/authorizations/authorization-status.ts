import {
  isSandbox,
  type Project,
  type ProjectPurpose,
  type ProjectStatus,
  type ProjectTerms,
} from '../projects/project';

/** The statuses of a patient's authorization. */
export const authorizationStatuses = [
  'NeedsApproval',
  'Approved',
  'WrongPatientName',
  'WrongDateOfBirth',
  'MissingZip',
  'MissingGender',
  'WrongDateOfService',
  'MissingSignature',
  'MissingPowerOfAttorney',
  'MissingProofOfGuardianship',
  'MissingRedisclosureSmt',
] as const;

/** An authorization status. */
export type AuthorizationStatus = (typeof authorizationStatuses)[number];

/** Whether the purpose is one of the three covered ones, which need no authorization document. */
function isCovered(purpose: ProjectPurpose): boolean {
  return purpose === 'CoveredOperations' || purpose === 'CoveredPayment' || purpose === 'CoveredTreatment';
}

/**
 * Whether a project's patients need an authorization document: neither the purpose nor a token replaces it
 * (AUTH-20, AUTH-21).
 */
export function needsDocument({
  purpose,
  authorizationMethod,
}: Pick<Project, 'purpose' | 'authorizationMethod'>): boolean {
  return !isCovered(purpose) && authorizationMethod === 'authorizationPdf';
}

/** Whether a status is a fault: neither approved nor waiting for review. */
function isFault(status: AuthorizationStatus): boolean {
  return status !== 'Approved' && status !== 'NeedsApproval';
}

/** Whether the authorization blocks sending because of a fault that must be fixed. */
export function deniesSends(project: ProjectTerms, status: AuthorizationStatus): boolean {
  return holdsSends(project, status) && isFault(status);
}

/**
 * Whether the authorization blocks a patient's searches and record requests. If a document is needed, every
 * status but an approval does. On sandbox only a fault does, whatever the purpose: customers set one to see
 * what is blocked (AUTH-7), and everything else runs without a review (DECISION-13).
 */
export function holdsSends(project: ProjectTerms, status: AuthorizationStatus): boolean {
  if (isSandbox(project)) return isFault(status);
  return needsDocument(project) && status !== 'Approved';
}

/** Returns the status of a new patient: approved if no document is needed, else waiting for one. */
export function initialAuthorizationStatus(
  project: Pick<Project, 'purpose' | 'authorizationMethod'>,
): AuthorizationStatus {
  return needsDocument(project) ? 'NeedsApproval' : 'Approved';
}

/** The patient fields that an authorization depends on. */
export type AuthorizedField = 'name' | 'dateOfBirth' | 'sex' | 'zipCodes' | 'cityState';

// Only the field that matches the current status counts, but any of them resets an approval. A status missing
// here is fixed by another document, not by an edit.
const fixedBy: Readonly<Partial<Record<AuthorizationStatus, readonly AuthorizedField[]>>> = {
  Approved: ['name', 'dateOfBirth', 'sex', 'zipCodes', 'cityState'],
  WrongPatientName: ['name'],
  WrongDateOfBirth: ['dateOfBirth'],
  MissingZip: ['zipCodes'],
  MissingGender: ['sex'],
};

/**
 * The faults that a supporting document can fix. Without a reset, nobody would review the document
 * (DECISION-76).
 */
const lacksPaper: ReadonlySet<AuthorizationStatus> = new Set([
  'MissingPowerOfAttorney',
  'MissingProofOfGuardianship',
]);

/** The triggers of an authorization status change. */
export type AuthorizationTrigger =
  /** A document was uploaded, or replaced at the same path. */
  | { readonly kind: 'documentUploaded' }
  /** A supporting document was uploaded or replaced. */
  | { readonly kind: 'supportingUploaded' }
  /** A search was newly enabled, or re-armed after completing. */
  | { readonly kind: 'searchArmed' }
  /** The patient was edited; `changed` are the fields whose value differs now, none for a repeat. */
  | { readonly kind: 'edited'; readonly changed: ReadonlySet<AuthorizedField> }
  /** Someone with permission decided; see `mayDecideStatus`. */
  | { readonly kind: 'decided'; readonly status: AuthorizationStatus };

/** The basis of an approval. */
export interface ApprovalBasis {
  /** Whether the project's patients need a document. */
  readonly needsDocument: boolean;
  /** Whether one is on file. */
  readonly hasDocument: boolean;
}

/**
 * Returns the status after a trigger. The status at the time of the edit counts, so the caller holds the
 * patient's lock. An approval without a document, when none is needed, isn't reset by an edit or a search:
 * there is nothing to review, and nobody would approve it again (DECISION-15).
 */
export function authorizationStatusAfter(
  status: AuthorizationStatus,
  trigger: AuthorizationTrigger,
  basis: ApprovalBasis,
): AuthorizationStatus {
  const isReviewable = basis.needsDocument || basis.hasDocument;
  switch (trigger.kind) {
    case 'documentUploaded':
      return 'NeedsApproval';
    case 'supportingUploaded':
      return lacksPaper.has(status) ? 'NeedsApproval' : status;
    case 'searchArmed':
      return status === 'Approved' && isReviewable ? 'NeedsApproval' : status;
    case 'edited':
      if (status === 'Approved' && !isReviewable) return status;
      return (fixedBy[status] ?? []).some(field => trigger.changed.has(field)) ? 'NeedsApproval' : status;
    case 'decided':
      return trigger.status;
  }
}

/**
 * Who may decide on a status: on a sandbox project the customer, to reproduce blocked sends; on every other
 * project only operators. Nobody on a closed project, which is read-only.
 */
export function mayDecideStatus(by: 'customer' | 'operator', projectStatus: ProjectStatus): boolean {
  if (projectStatus === 'Closed') return false;
  return (by === 'customer') === (projectStatus === 'Sandbox');
}
