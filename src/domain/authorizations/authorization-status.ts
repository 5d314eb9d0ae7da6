import { isSandbox, type Project, type ProjectPurpose, type ProjectStatus } from '../projects/project';

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

/** Whether searches and record requests wait for an approved document: outside sandbox, where a document is needed. */
export function isDocumentRequired(
  project: Pick<Project, 'status' | 'purpose' | 'authorizationMethod'>,
): boolean {
  return (
    !isSandbox(project) && !isCovered(project.purpose) && project.authorizationMethod === 'authorizationPdf'
  );
}

/** The status of a new patient: approved where no document is needed, else waiting for one. */
export function initialAuthorizationStatus(
  project: Pick<Project, 'purpose' | 'authorizationMethod'>,
): AuthorizationStatus {
  return isCovered(project.purpose) || project.authorizationMethod === 'ial2Tokens'
    ? 'Approved'
    : 'NeedsApproval';
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

/** What can move an authorization status. */
export type AuthorizationTrigger =
  /** A document was uploaded, or another one to the same path. */
  | { readonly kind: 'documentUploaded' }
  /** A search was newly enabled, or re-armed after completing. */
  | { readonly kind: 'searchArmed' }
  /** The patient was edited; `changed` are the fields with another value now: none for a repeat. */
  | { readonly kind: 'edited'; readonly changed: ReadonlySet<AuthorizedField> }
  /** Somebody who may has decided; see `mayDecideStatus`. */
  | { readonly kind: 'decided'; readonly status: AuthorizationStatus };

/**
 * The status after a trigger. What counts is the status at the moment when the edit lands, so the caller
 * holds the patient's lock.
 */
export function authorizationStatusAfter(
  status: AuthorizationStatus,
  trigger: AuthorizationTrigger,
): AuthorizationStatus {
  switch (trigger.kind) {
    case 'documentUploaded':
      return 'NeedsApproval';
    case 'searchArmed':
      return status === 'Approved' ? 'NeedsApproval' : status;
    case 'edited':
      return (fixedBy[status] ?? []).some(field => trigger.changed.has(field)) ? 'NeedsApproval' : status;
    case 'decided':
      return trigger.status;
  }
}

/**
 * Who may decide on a status: on a sandbox project the customer, who reproduces blocked sends with it; on every other
 * the provider's delivery team alone. Nobody on a closed one, which is read only.
 */
export function mayDecideStatus(by: 'customer' | 'operator', projectStatus: ProjectStatus): boolean {
  if (projectStatus === 'Closed') return false;
  return (by === 'customer') === (projectStatus === 'Sandbox');
}
