import { lockPatient } from '../../store/patients';
import { lockProject } from '../../store/projects';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../tenants/find-company';
import { startAuthCheck } from './start-auth-check';

/**
 * Discards the analysis of a patient's document and queues a new one, which reads it again.
 * @throws OperatorError for an unknown company, project or patient, and where no document is on file
 */
export async function retriggerAuthCheck(
  change: Change,
  form: { readonly companyId: string; readonly projectId: string; readonly patientId: string },
): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  const project = await lockProject(change.tx, company.uid, form.projectId);
  if (project === undefined) throw new OperatorError('The company has no project with this id.');
  const patient = await lockPatient(change.tx, project.uid, form.patientId);
  if (patient === undefined) throw new OperatorError('The project has no patient with this id.');
  if (patient.authorizationEtag === null)
    throw new OperatorError('The patient has no authorization on file: there is nothing to analyse.');
  await startAuthCheck(change, project, patient, { keepsReading: false });
  await change.audit('authCheck.retrigger', {
    kind: 'patient',
    uid: patient.uid,
    companyUid: patient.companyUid,
  });
}
