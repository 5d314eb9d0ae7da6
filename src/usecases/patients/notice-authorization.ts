import { authorizationStatusAfter } from '../../domain/authorizations/authorization-status';
import { authorizationKey } from '../../files/key-layout';
import type { ObjectFacts, ObjectStore } from '../../files/object-store';
import { lockPatientByUid, type Patient } from '../../store/queries/patients';
import { getProjectByUid } from '../../store/queries/projects';
import { runChange, type Actor, type Change, type ChangeParts } from '../change';
import { savePatient } from './save-patient';

const actor: Actor = { principal: { kind: 'service', part: 'upload notice' }, requestId: null };

/**
 * Takes note of an uploaded authorization: a document with other bytes than the one on file sends the patient back
 * for review, whatever the status was (specification, Authorization status). The same bytes again change nothing.
 */
export async function noticeAuthorization(
  change: Change,
  patientUid: string,
  facts: ObjectFacts,
): Promise<void> {
  const before = await lockPatientByUid(change.tx, patientUid);
  if (before === undefined || before.authorizationEtag === facts.etag) return;
  const project = await getProjectByUid(change.tx, before.projectUid);
  const after: Patient = {
    ...before,
    authorizationStatus: authorizationStatusAfter(before.authorizationStatus, { kind: 'documentUploaded' }),
    authorizationEtag: facts.etag,
    authorizationUploadedAt: change.now,
  };
  await savePatient(change, project, before, after);
  await change.audit('authorization.upload', {
    kind: 'patient',
    uid: patientUid,
    companyUid: before.companyUid,
  });
}

/** Looks whether the store holds another authorization than the one on file, and notices it if so. */
export async function compareAuthorization(
  parts: ChangeParts & { readonly files: ObjectStore },
  patient: Patient,
): Promise<boolean> {
  const { companyUid, projectUid, uid: patientUid } = patient;
  const facts = await parts.files.head(authorizationKey({ companyUid, projectUid, patientUid }));
  if (facts === undefined || facts.etag === patient.authorizationEtag) return false;
  await runChange(parts, actor, change => noticeAuthorization(change, patientUid, facts));
  return true;
}
