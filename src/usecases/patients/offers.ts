import type { KeyPrincipal } from '../../access/principal';
import { isClosed, type Project } from '../../domain/projects/project';
import type { AuthCheckTokens } from '../../embeds/auth-check/token';
import type { ObjectStore, PresignedUrl } from '../../files/object-store';
import { authorizationKey, supportingKey } from '../../files/key-layout';
import type { Patient } from '../../domain/patients/patient';
import {
  supportingMax,
  supportingName,
  type ListedSupporting,
} from '../../domain/supporting-documents/supporting-document';

/** Creates a URL for downloading the patient's authorization, if one is on file. */
export function offerAuthorizationDownload(
  files: ObjectStore,
  patient: Patient,
  at: Date,
): PresignedUrl | undefined {
  if (patient.authorizationEtag === null) return undefined;
  const { companyUid, projectUid, uid: patientUid } = patient;
  return files.presignDownload(
    authorizationKey({ companyUid, projectUid, patientUid }),
    'Authorization.pdf',
    at,
    'application/pdf',
  );
}

/**
 * Creates a token for the embeds of the patient's auth-check, if an authorization is on file.
 * @param recordRequestUid the patient's record request that the document is judged for as well (CHECK-8)
 */
export function mintAuthCheckToken(
  tokens: AuthCheckTokens,
  patient: Patient,
  at: Date,
  recordRequestUid?: string,
): string | undefined {
  if (patient.authorizationEtag === null) return undefined;
  const { companyUid, projectUid, uid: patientUid, firstName, lastNames, dateOfBirth } = patient;
  const storageKey = authorizationKey({ companyUid, projectUid, patientUid });
  const claims = { companyUid, storageKey, patient: { firstName, lastNames, dateOfBirth } };
  return tokens.mint(recordRequestUid === undefined ? claims : { ...claims, recordRequestUid }, at);
}

function mayUpload(principal: KeyPrincipal, project: Project): boolean {
  return !isClosed(project) && principal.permissions.has('ManagePatients');
}

/**
 * Creates a URL for uploading the patient's authorization, for a caller who may change the patient: an upload
 * replaces the document and sends the patient back to review. None on a closed project, which is read-only.
 */
export function offerAuthorizationUpload(
  files: ObjectStore,
  principal: KeyPrincipal,
  project: Project,
  patient: Patient,
  at: Date,
): PresignedUrl | undefined {
  if (!mayUpload(principal, project)) return undefined;
  const { companyUid, projectUid, uid: patientUid } = patient;
  return files.presignUpload(authorizationKey({ companyUid, projectUid, patientUid }), at);
}

/** A supporting document, with a URL for replacing it. */
export interface OfferedSupporting {
  readonly document: ListedSupporting;
  readonly upload: PresignedUrl | undefined;
}

/** A patient's supporting documents, and a URL for adding one. */
export interface SupportingOffer {
  /** Absent for a caller who may not upload, and if the patient has the maximum number. */
  readonly upload: PresignedUrl | undefined;
  readonly documents: readonly OfferedSupporting[];
}

/**
 * Creates URLs for supporting documents. The one for a new document points to a different place in each
 * answer, so that two uploads are two documents, whichever answers they came from. Nothing is stored before
 * an upload.
 * @param newUid makes the key of its row
 */
export function offerSupporting(
  files: ObjectStore,
  { principal, project }: { readonly principal: KeyPrincipal; readonly project: Project },
  { companyUid, projectUid, uid: patientUid, supportingDocuments }: Patient,
  newUid: () => string,
  at: Date,
): SupportingOffer {
  const isOffered = mayUpload(principal, project);
  const offer = (uid: string): PresignedUrl | undefined =>
    isOffered
      ? files.presignUpload(supportingKey({ companyUid, projectUid, patientUid }, uid), at)
      : undefined;
  return {
    upload: supportingDocuments.length >= supportingMax ? undefined : offer(newUid()),
    documents: supportingDocuments.map(document => ({ document, upload: offer(document.uid) })),
  };
}

/** Creates a URL for downloading a supporting document: for operators, and for members in the console. */
export function offerSupportingDownload(
  files: ObjectStore,
  { companyUid, projectUid, uid: patientUid }: Patient,
  { uid, number }: ListedSupporting,
  at: Date,
): PresignedUrl {
  return files.presignDownload(
    supportingKey({ companyUid, projectUid, patientUid }, uid),
    supportingName(number),
    at,
    'application/pdf',
  );
}
