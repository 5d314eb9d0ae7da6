import { notFound } from '../../domain/problem';
import type { Project } from '../../store/queries/projects';
import type { Change } from '../change';
import { getLockedPatient } from '../patients/get-patient';
import { startAuthCheck } from './start-auth-check';

/**
 * Discards the analysis of a patient's document and queues a new one, which reads it again.
 * @throws Problem 404 when the project has no such patient, or no document is on file
 */
export async function retriggerAuthCheck(change: Change, project: Project, patientId: string): Promise<void> {
  const patient = await getLockedPatient(change.tx, project, patientId);
  if (patient.authorizationEtag === null) throw notFound('no document is on file');
  await startAuthCheck(change, project, patient, { keepsReading: false });
  await change.audit('authCheck.retrigger', {
    kind: 'patient',
    uid: patient.uid,
    companyUid: patient.companyUid,
  });
}
