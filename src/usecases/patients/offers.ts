import type { KeyPrincipal } from '../../access/principal';
import { isClosed, type Project } from '../../domain/projects/project';
import type { AuthCheckTokens } from '../../embeds/auth-check/token';
import type { ObjectStore, PresignedUrl } from '../../files/object-store';
import { authorizationKey } from '../../files/key-layout';
import type { Patient } from '../../domain/patients/patient';

/** A fresh URL from which the patient's authorization downloads, while one is on file. */
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
  );
}

/**
 * A fresh token for the embeds of the patient's auth-check, while an authorization is on file.
 * @param recordRequestUid the record request of the patient that the document is judged with as well (CHECK-8)
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

/**
 * A fresh URL to which the patient's authorization can be uploaded, for a caller who may change the patient: an upload
 * replaces the document and sends the patient back for review. None on a closed project, which is read only.
 */
export function offerAuthorizationUpload(
  files: ObjectStore,
  principal: KeyPrincipal,
  project: Project,
  patient: Patient,
  at: Date,
): PresignedUrl | undefined {
  if (isClosed(project) || !principal.permissions.has('ManagePatients')) return undefined;
  const { companyUid, projectUid, uid: patientUid } = patient;
  return files.presignUpload(authorizationKey({ companyUid, projectUid, patientUid }), at);
}
