import type { Executor } from '../../store/database';
import { listPatients as listStored, type Patient, type PatientFilter } from '../../store/queries/patients';
import type { PagePosition, Project } from '../../store/queries/projects';

/** The patients of a project that stand where the filter says, oldest first, from a position on. */
export async function listPatients(
  executor: Executor,
  project: Project,
  filter: PatientFilter,
  page: { readonly after: PagePosition | undefined; readonly limit: number },
): Promise<Patient[]> {
  return listStored(executor, project.uid, filter, page);
}
