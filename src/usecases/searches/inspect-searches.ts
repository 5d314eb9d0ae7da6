import { lockPatient } from '../../store/patients';
import type { Patient } from '../../domain/patients/patient';
import type { PatientSearch } from '../../domain/searches/search';
import { lockProject } from '../../store/projects';
import type { Project } from '../../domain/projects/project';
import { listSearchRuns, type SearchRunRow } from '../../store/search-runs';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../tenants/find-company';

/** A patient as an operator names it. */
export interface PatientPlace {
  readonly companyId: string;
  readonly projectId: string;
  readonly patientId: string;
}

/**
 * The patient that an operator names, locked until the change ends.
 * @throws OperatorError when there is no such company, project or patient
 */
export async function lockNamedPatient(
  change: Change,
  place: PatientPlace,
): Promise<{ readonly project: Project; readonly patient: Patient }> {
  const company = await getCompany(change.tx, place.companyId);
  const project = await lockProject(change.tx, company.uid, place.projectId);
  if (project === undefined)
    throw new OperatorError('The company has no project with this id; `project list` shows them.');
  const patient = await lockPatient(change.tx, project.uid, place.patientId);
  if (patient === undefined) throw new OperatorError('The project has no patient with this id.');
  return { project, patient };
}

const runsMax = 50;

/** Where the searches of a patient stand, and what the latest runs came to, the newest first. */
export interface InspectedSearches {
  readonly patientUid: string;
  readonly searches: readonly PatientSearch[];
  readonly runs: readonly SearchRunRow[];
}

/**
 * Shows an operator where the searches of a patient stand and what the partners said; it leaves an audit row.
 * @throws OperatorError when there is no such company, project or patient
 */
export async function inspectSearches(change: Change, place: PatientPlace): Promise<InspectedSearches> {
  const { patient } = await lockNamedPatient(change, place);
  const runs = await listSearchRuns(change.tx, patient.uid, runsMax);
  await change.audit('search.inspect', { kind: 'patient', uid: patient.uid, companyUid: patient.companyUid });
  return { patientUid: patient.uid, searches: patient.searches, runs };
}
