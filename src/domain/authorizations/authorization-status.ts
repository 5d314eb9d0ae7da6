import type { AuthorizationMethod, ProjectPurpose } from '../projects/project';

/** The statuses of a patient's authorization (specification, Authorization statuses). */
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

/** Whether the purpose is one of the three covered ones, which need no authorization document (rule 5). */
function isCovered(purpose: ProjectPurpose): boolean {
  return purpose === 'CoveredOperations' || purpose === 'CoveredPayment' || purpose === 'CoveredTreatment';
}

/** Whether searches and record requests wait for an approved document: outside sandbox, where a document is needed. */
export function isDocumentRequired(project: {
  readonly isSandbox: boolean;
  readonly purpose: ProjectPurpose;
  readonly authorizationMethod: AuthorizationMethod;
}): boolean {
  return (
    !project.isSandbox && !isCovered(project.purpose) && project.authorizationMethod === 'authorizationPdf'
  );
}

/** The status of a new patient (DESIGN §4): approved where no document is needed, else waiting for one. */
export function initialAuthorizationStatus(project: {
  readonly purpose: ProjectPurpose;
  readonly authorizationMethod: AuthorizationMethod;
}): AuthorizationStatus {
  return isCovered(project.purpose) || project.authorizationMethod === 'ial2Tokens'
    ? 'Approved'
    : 'NeedsApproval';
}

/** The fields of a patient that an authorization depends on. */
export type AuthorizedField = 'name' | 'dateOfBirth' | 'sex' | 'zipCodes' | 'cityState';

// Only the field that matches the current status counts (rule 1); any of them unsettles an approval.
const fixedBy: Readonly<Partial<Record<AuthorizationStatus, readonly AuthorizedField[]>>> = {
  Approved: ['name', 'dateOfBirth', 'sex', 'zipCodes', 'cityState'],
  WrongPatientName: ['name'],
  WrongDateOfBirth: ['dateOfBirth'],
  MissingZip: ['zipCodes'],
  MissingGender: ['sex'],
};

/**
 * The status after an edit that changed these fields (specification, Authorization status, table and rules 1 to 3):
 * `NeedsApproval` when the edit could fix the status or unsettles an approval, else as it was. Never `Approved`.
 */
export function statusAfterEdit(
  status: AuthorizationStatus,
  changed: ReadonlySet<AuthorizedField>,
): AuthorizationStatus {
  const isMoved = (fixedBy[status] ?? []).some(field => changed.has(field));
  return isMoved ? 'NeedsApproval' : status;
}

/** The status after a search was newly enabled or re-armed: an approval must be looked at again. */
export function statusAfterArming(status: AuthorizationStatus): AuthorizationStatus {
  return status === 'Approved' ? 'NeedsApproval' : status;
}
