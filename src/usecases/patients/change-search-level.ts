import type { SearchFlags } from '../../domain/searches/arm-searches';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import type { Change } from '../change';
import { assertVersion, type VersionCondition } from '../version-condition';
import { getLockedPatient } from './get-patient';
import { applyEdit, assertProjectOpen, assertSearchesAvailable } from './register-patient';
import { saveEdit } from './save-patient';

/**
 * Switches searches of a patient on and off; an omitted flag keeps the current setting.
 * @throws Problem 404, `project.closed`, `search.notAvailable`, `precondition.failed`
 */
export async function changeSearchLevel(
  change: Change,
  project: Project,
  patientId: string,
  flags: SearchFlags,
  condition: VersionCondition,
): Promise<Patient> {
  assertProjectOpen(project);
  const before = await getLockedPatient(change.tx, project, patientId);
  assertVersion(condition, before.version);
  assertSearchesAvailable(project, flags, before.searches);
  const after = applyEdit(before, { details: before, flags });
  return saveEdit(change, project, before, after, 'patient.changeSearchLevel');
}
