// SQL text: which facilities have record requests that a member sees.
import type { ProjectScope } from '../../domain/projects/project';
import type { Executor } from '../database';
import { named } from '../named';
import { isVisible, scopeParams } from '../tenants/projects';

/** A facility to choose. */
export interface ChoosableFacility {
  readonly uid: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
}

const columns = 's.uid, s.name, s.city, s.state';
const isSeen = `s.environment = :environment and exists (select from record_request r
    where r.site_uid = s.uid and r.project_uid = any(array(select j.uid from project j
      where ${isVisible('j')})))`;

// Steps from one facility to the next one with a request, however many requests each has. `offset 0` keeps
// each step apart, so that it ends with the last facility that is wanted.
const list = named<ChoosableFacility, ProjectScope & { limit: number }>(`
  with recursive used as (
    (select r.site_uid from record_request r where r.company_uid = :companyUid
      order by r.site_uid desc limit 1)
    union all
    select (select r.site_uid from record_request r
      where r.company_uid = :companyUid and r.site_uid < used.site_uid order by r.site_uid desc limit 1)
    from used where used.site_uid is not null
  )
  select q.* from used cross join lateral (
    select ${columns} from site s where s.uid = used.site_uid and ${isSeen} offset 0) q
  limit :limit`);

/** Lists facilities with record requests that a scope sees: the ones that were added last. */
export async function listSeenFacilities(
  executor: Executor,
  scope: ProjectScope,
  limit: number,
): Promise<ChoosableFacility[]> {
  return list.run(executor, { ...scopeParams(scope), limit });
}

const find = named<ChoosableFacility, ProjectScope & { uid: string }>(`
  select ${columns} from site s where s.uid = :uid and s.company_uid = :companyUid and ${isSeen}`);

/** Returns a facility, if it has record requests that a scope sees. */
export async function findSeenFacility(
  executor: Executor,
  scope: ProjectScope,
  uid: string,
): Promise<ChoosableFacility | undefined> {
  return (await find.run(executor, { ...scopeParams(scope), uid }))[0];
}
