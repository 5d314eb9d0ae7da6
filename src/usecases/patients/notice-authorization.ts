import { authorizationStatusAfter } from '../../domain/authorizations/authorization-status';
import { authorizationKey } from '../../files/key-layout';
import type { ObjectFacts, ObjectStore } from '../../files/object-store';
import { findPatientByUid, lockPatientByUid } from '../../store/patients';
import type { Patient } from '../../domain/patients/patient';
import { getProjectByUid } from '../../store/projects';
import { runChange, type Actor, type Change, type ChangeParts } from '../change';
import { savePatient } from './save-patient';

const actor: Actor = { principal: { kind: 'service', part: 'upload notice' }, requestId: null };

/** Whether this very upload is on file: the same bytes, put there at the same time. A notification may come twice. */
function isOnFile(
  { authorizationEtag, authorizationUploadedAt }: Patient,
  { etag, lastModifiedAt }: ObjectFacts,
): boolean {
  return authorizationEtag === etag && authorizationUploadedAt?.getTime() === lastModifiedAt.getTime();
}

/**
 * Takes note of an uploaded authorization: it sends the patient back for review, whatever the status was, and so does the same
 * document uploaded again (specification, Authorization status). On a closed project, which is read only, nothing is noticed: the
 * sweep finds what is there once it is open again.
 */
async function noticeAuthorization(change: Change, patientUid: string, facts: ObjectFacts): Promise<void> {
  const before = await lockPatientByUid(change.tx, patientUid);
  if (before === undefined || isOnFile(before, facts)) return;
  const project = await getProjectByUid(change.tx, before.projectUid);
  if (project.status === 'Closed') return;
  const after: Patient = {
    ...before,
    authorizationStatus: authorizationStatusAfter(before.authorizationStatus, { kind: 'documentUploaded' }),
    authorizationEtag: facts.etag,
    authorizationUploadedAt: facts.lastModifiedAt,
  };
  await savePatient(change, project, before, after);
  await change.audit('authorization.upload', {
    kind: 'patient',
    uid: patientUid,
    companyUid: before.companyUid,
  });
}

/** What looking for an upload works with. */
type LookParts = ChangeParts & { readonly files: ObjectStore };

async function look(
  parts: LookParts,
  patient: Patient,
  isKnown: (facts: ObjectFacts) => boolean,
): Promise<boolean> {
  const { companyUid, projectUid, uid: patientUid } = patient;
  const facts = await parts.files.head(authorizationKey({ companyUid, projectUid, patientUid }));
  if (facts === undefined || isKnown(facts)) return false;
  await runChange(parts, actor, change => noticeAuthorization(change, patientUid, facts));
  return true;
}

/**
 * Looks whether the store holds another authorization than the one on file, and notices it if so. By its bytes alone: a store that
 * was restored has new times, and would send every patient back for review.
 */
export async function compareAuthorization(parts: LookParts, patient: Patient): Promise<boolean> {
  return look(parts, patient, ({ etag }) => etag === patient.authorizationEtag);
}

/** Looks for the upload that a notification tells of: it may be the document on file, put there again. */
export async function lookForUpload(parts: LookParts, patientUid: string): Promise<void> {
  const patient = await findPatientByUid(parts.db, patientUid);
  if (patient !== undefined) await look(parts, patient, facts => isOnFile(patient, facts));
}
