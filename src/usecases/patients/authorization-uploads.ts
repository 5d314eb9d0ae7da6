import { isClosed, isSandbox } from '../../domain/projects/project';
import {
  isOnFile,
  loseDocument,
  upload,
  type Patient,
  type UploadedAuthorization,
} from '../../domain/patients/patient';
import { authorizationKey } from '../../files/key-layout';
import { findPatientByUid, lockPatientByUid } from '../../store/patients/patients';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, runOwnChange, type Change, type FileParts } from '../change';
import { commitPatient } from './commit-patient';

/**
 * Takes note of an uploaded authorization: the patient goes back for review, whatever the status was, also
 * when the same document was uploaded again. On a closed project, which is read only, nothing is noticed; the
 * sweep finds the upload once the project is open again.
 */
async function noticeAuthorization(
  change: Change,
  patientUid: string,
  uploaded: UploadedAuthorization,
): Promise<void> {
  const before = await lockPatientByUid(change.tx, patientUid);
  if (before === undefined || isOnFile(before, uploaded))
    return change.unaudited('the upload is on file already');
  const project = await getProjectByUid(change.tx, before.projectUid);
  if (isClosed(project)) return change.unaudited('a closed project is read only');
  const patient = await commitPatient(change, project, upload(before, uploaded, project));
  await change.audit(resource('patient', patient));
}

/**
 * Looks whether the store holds another upload than the one on file, and notices it if so: other bytes, or
 * the same ones put there again.
 */
export async function compareAuthorization(parts: FileParts, patient: Patient): Promise<boolean> {
  const { companyUid, projectUid, uid: patientUid } = patient;
  const facts = await parts.files.head(authorizationKey({ companyUid, projectUid, patientUid }));
  if (facts === undefined) return false;
  const uploaded = { etag: facts.etag, uploadedAt: facts.lastModifiedAt };
  if (isOnFile(patient, uploaded)) return false;
  await runOwnChange(parts, 'upload notice', 'authorization.upload', change =>
    noticeAuthorization(change, patientUid, uploaded),
  );
  return true;
}

/** Looks for the upload of a patient that a notification or a listing tells of. */
export async function lookForUpload(parts: FileParts, patientUid: string): Promise<void> {
  const patient = await findPatientByUid(parts.db, patientUid);
  if (patient !== undefined) await compareAuthorization(parts, patient);
}

/** Notes that the document with these bytes is gone; another one that came meanwhile stays on file. */
async function noticeRemoval(change: Change, patientUid: string, etag: string): Promise<void> {
  const before = await lockPatientByUid(change.tx, patientUid);
  if (before?.authorizationEtag !== etag)
    return change.unaudited('the document was noted as removed before, or another one has come');
  const project = await getProjectByUid(change.tx, before.projectUid);
  const patient = await commitPatient(change, project, loseDocument(before, project));
  await change.audit(resource('patient', patient));
}

/**
 * Removes the document of a patient that is too large to be kept, and notes it. First the bytes, then the
 * note: a patient without a document, beside bytes that lie there, would be an upload to whoever looks next.
 * Safe to repeat. One that a person has approved stays, since searches rest on it; so does that of a closed
 * project, which is read only.
 * @param etag names the bytes that are too large
 */
export async function removeAuthorization(parts: FileParts, patient: Patient, etag: string): Promise<void> {
  const { companyUid, projectUid, uid: patientUid, authorizationEtag, authorizationStatus } = patient;
  if (authorizationEtag !== etag) return;
  const project = await getProjectByUid(parts.db, projectUid);
  if (isClosed(project) || (authorizationStatus === 'Approved' && !isSandbox(project))) return;
  await parts.files.remove(authorizationKey({ companyUid, projectUid, patientUid }), etag);
  await runOwnChange(parts, 'auth check', 'authorization.remove', change =>
    noticeRemoval(change, patientUid, etag),
  );
}
