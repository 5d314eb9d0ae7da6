import type { Executor } from '../../store/database';
import { listPatients as listStored, type PatientFilter } from '../../store/patients';
import type { Patient } from '../../domain/patients/patient';
import type { PagePosition } from '../../store/page';
import type { Project } from '../../domain/projects/project';

/** The patients of a project that stand where the filter says, oldest first, from a position on. */
export async function listPatients(
  executor: Executor,
  project: Project,
  filter: PatientFilter,
  page: { readonly after: PagePosition | undefined; readonly limit: number },
): Promise<Patient[]> {
  return listStored(executor, project.uid, filter, page);
}
