// SQL text: one statement decides which patients a member sees.
import type { Patient } from '../../domain/patients/patient';
import type { ProjectScope } from '../../domain/projects/project';
import type { Executor } from '../database';
import { named } from '../named';
import { isVisible, scopeParams } from '../tenants/projects';
import { patients } from './patients';

// By birth date first, which an index has; few people of one company share one.
const bornOn = named<Patient, ProjectScope & { dateOfBirth: string; limit: number }>(`
  ${patients} where p.date_of_birth = :dateOfBirth
    and p.project_uid = any(array(select j.uid from project j where ${isVisible('j')}))
    order by p.created_at desc, p.uid desc limit :limit
`);

/** Lists the patients of the projects that a scope sees who were born on a day, newest first. */
export async function listSeenBornOn(
  executor: Executor,
  scope: ProjectScope,
  { dateOfBirth, limit }: { readonly dateOfBirth: string; readonly limit: number },
): Promise<Patient[]> {
  return bornOn.run(executor, { ...scopeParams(scope), dateOfBirth, limit });
}
