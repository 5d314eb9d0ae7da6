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
 * Whether a project’s patients need an authorization document: neither the purpose nor a token stands for it
 * (AUTH-20, AUTH-21).
 */
export function needsDocument({
  purpose,
  authorizationMethod,
}: Pick<Project, 'purpose' | 'authorizationMethod'>): boolean {
  return !isCovered(purpose) && authorizationMethod === 'authorizationPdf';
}

/** Whether a status names a fault: neither approved nor still to be reviewed. */
function isFault(status: AuthorizationStatus): boolean {
  return status !== 'Approved' && status !== 'NeedsApproval';
}

/** Whether the authorization holds back what is to be sent, and it is a fault that has to be mended. */
export function deniesSends(project: ProjectTerms, status: AuthorizationStatus): boolean {
  return holdsSends(project, status) && isFault(status);
}

/**
 * Whether the authorization holds a patient’s searches and record requests back. Where a document is needed
 * all but an approval does. On sandbox only a fault does, whatever the purpose: a customer sets one to see
 * what is held (AUTH-7), and the flow runs through without a review (DECISION-13).
 */
export function holdsSends(project: ProjectTerms, status: AuthorizationStatus): boolean {
  if (isSandbox(project)) return isFault(status);
  return needsDocument(project) && status !== 'Approved';
}

/** The status of a new patient: approved where no document is needed, else waiting for one. */
export function initialAuthorizationStatus(
  project: Pick<Project, 'purpose' | 'authorizationMethod'>,
): AuthorizationStatus {
  return needsDocument(project) ? 'NeedsApproval' : 'Approved';
}

/** The fields of a patient that an authorization depends on. */
export type AuthorizedField = 'name' | 'dateOfBirth' | 'sex' | 'zipCodes' | 'cityState';

// Only the field that matches the current status counts; any of them unsettles an approval. A status that is
// not here is fixed by another document, not by an edit.
const fixedBy: Readonly<Partial<Record<AuthorizationStatus, readonly AuthorizedField[]>>> = {
  Approved: ['name', 'dateOfBirth', 'sex', 'zipCodes', 'cityState'],
  WrongPatientName: ['name'],
  WrongDateOfBirth: ['dateOfBirth'],
  MissingZip: ['zipCodes'],
  MissingGender: ['sex'],
};

/**
 * The faults that a supporting document mends: without a review of it nobody would look at it (DECISION-76).
 */
const lacksPaper: ReadonlySet<AuthorizationStatus> = new Set([
  'MissingPowerOfAttorney',
  'MissingProofOfGuardianship',
]);

/** What can move an authorization status. */
export type AuthorizationTrigger =
  /** A document was uploaded, or another one to the same path. */
  | { readonly kind: 'documentUploaded' }
  /** A supporting document was uploaded, or another one in its place. */
  | { readonly kind: 'supportingUploaded' }
  /** A search was newly enabled, or re-armed after completing. */
  | { readonly kind: 'searchArmed' }
  /** The patient was edited; `changed` are the fields with another value now: none for a repeat. */
  | { readonly kind: 'edited'; readonly changed: ReadonlySet<AuthorizedField> }
  /** Somebody who may has decided; see `mayDecideStatus`. */
  | { readonly kind: 'decided'; readonly status: AuthorizationStatus };

/** What an approval rests on. */
export interface ApprovalBasis {
  /** Whether the project’s patients need a document. */
  readonly needsDocument: boolean;
  /** Whether one is on file. */
  readonly hasDocument: boolean;
}

/**
 * The status after a trigger. What counts is the status at the moment when the edit lands, so the caller
 * holds the patient's lock. An approval that rests on no document, where none is needed, is unsettled by no
 * edit and no search: there is nothing to review, and nobody would approve it again (DECISION-15).
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
 * Who may decide on a status: on a sandbox project the customer, who reproduces blocked sends with it; on
 * every other the provider's delivery team alone. Nobody on a closed one, which is read only.
 */
export function mayDecideStatus(by: 'customer' | 'operator', projectStatus: ProjectStatus): boolean {
  if (projectStatus === 'Closed') return false;
  return (by === 'customer') === (projectStatus === 'Sandbox');
}
