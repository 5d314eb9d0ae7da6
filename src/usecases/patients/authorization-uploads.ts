import type { Actor } from '../../domain/actor';
import { etagOf } from '../../domain/changes';
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
import {
  missingSteps,
  onFile,
  removedStep,
  uploadedStep,
} from '../../domain/authorizations/authorization-history';
import type { ObjectFacts } from '../../files/object-store';
import { findPatientAuthCheck } from '../../store/auth-checks/auth-checks';
import { appendSteps, listSteps } from '../../store/auth-checks/authorization-steps';
import { findActiveMember } from '../../store/tenants/members';
import { removePagePictures } from '../page-pictures';
import { commitPatient } from './commit-patient';

/** Removes the pictures of the document that was on file, unless the same bytes are uploaded again. */
async function removePicturesOf(
  change: Change,
  { companyUid, projectUid, uid: patientUid, authorizationEtag: etag }: Patient,
  nextEtag: string | null,
): Promise<void> {
  if (etag === null || etag === nextEtag) return;
  await removePagePictures(change, { key: authorizationKey({ companyUid, projectUid, patientUid }), etag });
}

/** Returns the member of the company whom the upload's form was made for; `null` if there is none. */
async function uploaderOf(
  { tx }: Change,
  { companyUid }: Patient,
  uid: ObjectFacts['uploaderUid'],
): Promise<Actor | null> {
  if (uid === undefined) return null;
  const member = await findActiveMember(tx, companyUid, uid);
  return member === undefined ? null : { kind: 'user', id: uid, name: member.userName };
}

/** Keeps what the record says of a document that is about to be replaced: an earlier release didn't. */
async function keepReplaced({ tx, now }: Change, before: Patient): Promise<void> {
  const document = onFile(before);
  if (document === undefined) return;
  const analysis = await findPatientAuthCheck(tx, before.uid);
  const isJudged = analysis?.status === 'judged' && analysis.etag === document.etag;
  const steps = await listSteps(tx, before.uid);
  const missing = missingSteps(steps, before, isJudged ? analysis.verdicts : null, now);
  await appendSteps(tx, before.uid, document, missing);
}

/**
 * Records an uploaded authorization: the patient goes back to review, whatever the status was, even if the
 * same document was uploaded again. On a closed project, which is read-only, nothing is recorded; the sweep
 * finds the upload once the project is open again.
 */
async function noticeAuthorization(
  change: Change,
  patientUid: string,
  uploaded: UploadedAuthorization,
  uploaderUid: string | undefined,
): Promise<void> {
  const before = await lockPatientByUid(change.tx, patientUid);
  if (before === undefined || isOnFile(before, uploaded))
    return change.unaudited('the upload is already on file');
  const project = await getProjectByUid(change.tx, before.projectUid);
  if (isClosed(project)) return change.unaudited('a closed project is read-only');
  await keepReplaced(change, before);
  const patient = await commitPatient(change, project, upload(before, uploaded, project));
  await removePicturesOf(change, before, uploaded.etag);
  const actor = await uploaderOf(change, before, uploaderUid);
  await appendSteps(change.tx, patientUid, uploaded, [uploadedStep(uploaded, actor)]);
  await change.audit(resource('patient', patient), 'authorization.upload', {
    status: { from: before.authorizationStatus, to: patient.authorizationStatus },
    etag: etagOf(uploaded.etag),
  });
}

/**
 * Compares the stored upload with the one on file, and records it if it differs: other bytes, or the same
 * ones uploaded again.
 */
export async function compareAuthorization(parts: FileParts, patient: Patient): Promise<boolean> {
  const { companyUid, projectUid, uid: patientUid } = patient;
  const facts = await parts.files.head(authorizationKey({ companyUid, projectUid, patientUid }));
  if (facts === undefined) return false;
  const uploaded = { etag: facts.etag, uploadedAt: facts.lastModifiedAt };
  if (isOnFile(patient, uploaded)) return false;
  await runOwnChange(parts, 'upload notice', 'authorization.upload', change =>
    noticeAuthorization(change, patientUid, uploaded, facts.uploaderUid),
  );
  return true;
}

/** Checks for a patient's upload after a notification or a listing. */
export async function lookForUpload(parts: FileParts, patientUid: string): Promise<void> {
  const patient = await findPatientByUid(parts.db, patientUid);
  if (patient !== undefined) await compareAuthorization(parts, patient);
}

/** Records that the document with these bytes is gone; another one that arrived meanwhile stays on file. */
async function noticeRemoval(change: Change, patientUid: string, etag: string): Promise<void> {
  const before = await lockPatientByUid(change.tx, patientUid);
  if (before?.authorizationEtag !== etag)
    return change.unaudited('the document was already noted as removed, or a newer one exists');
  const project = await getProjectByUid(change.tx, before.projectUid);
  const patient = await commitPatient(change, project, loseDocument(before, project));
  await removePicturesOf(change, before, null);
  const removed = onFile(before);
  if (removed !== undefined) await appendSteps(change.tx, patientUid, removed, [removedStep(change.now)]);
  await change.audit(resource('patient', patient), 'authorization.remove', {
    status: { from: before.authorizationStatus, to: patient.authorizationStatus },
    etag: etagOf(etag),
  });
}

/**
 * Removes a patient's document that is too large to keep, and records it. First the bytes, then the record:
 * otherwise the next check would take the remaining bytes for an upload. Safe to repeat. A document that a
 * person approved stays, since searches rest on it; so does that of a closed project, which is read-only.
 * @param etag the bytes that are too large
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
