/** The patients that a member sees in all of their projects, newest first. */
// SQL text: one statement decides which patients a member sees.
import type { Patient } from '../../domain/patients/patient';
import type { ProjectScope } from '../../domain/projects/project';
import type { Executor } from '../database';
import { named } from '../named';
import { newestPageOf, newestPageParams, type NewestPage, type NewestPageParams } from '../page';
import { patients } from './patients';
import { listsByStatus, type PatientFilter } from './patients-by-status';
import { isVisible, scopeParams } from '../tenants/projects';

/** The filter for patients; `undefined` filters nothing. */
export interface SeenFilter extends PatientFilter {
  /** The customer's id. */
  readonly projectId: string | undefined;
}

interface SeenParams extends ProjectScope {
  readonly projectId: string | null;
}

const isWanted = `${isVisible('j')} and (:projectId::text is null or j.id = :projectId)`;

type ListParams = SeenParams & NewestPageParams;

// The newest ones of each project, which an index has in order; then the newest of these. What a page shows
// is read last.
const listBy = listsByStatus<ListParams>('q', <More extends object>(condition: string) =>
  named<Patient, ListParams & More>(`
    ${patients} where p.uid = any(array(
      select k.uid from project j cross join lateral (
        select q.uid, q.created_at from patient q
        where q.project_uid = j.uid ${condition} and ${newestPageOf('q')}
      ) k
      where ${isWanted}
      order by k.created_at desc, k.uid desc limit :limit
    ))
    order by p.created_at desc, p.uid desc
  `),
);

/** Lists a page of the patients of the projects that a scope sees, newest first. */
export async function listSeenPatients(
  executor: Executor,
  scope: ProjectScope,
  { projectId, ...filter }: SeenFilter,
  page: NewestPage,
): Promise<Patient[]> {
  const params = { ...scopeParams(scope), projectId: projectId ?? null, ...newestPageParams(page) };
  return listBy(executor, params, filter);
}

interface SearchParams extends SeenParams {
  readonly text: string;
  readonly limit: number;
}

const ofSeen = `p.project_uid = any(array(select j.uid from project j where ${isWanted}))`;
const newest = 'order by p.created_at desc, p.uid desc limit :limit';
const havingId = named<Patient, SearchParams>(`${patients} where ${ofSeen} and p.id = :text ${newest}`);
// The texts that a browse searches: the id, the first name, and the current last name, folded alike.
const havingPart = named<Patient, SearchParams>(
  `${patients} where ${ofSeen} and p.search_text like '%' || browse_pattern(:text::text) || '%' ${newest}`,
);

/** The patient fields that a text is compared with. */
export type TextPlace = 'wholeId' | 'partOfIdOrName';

/**
 * Lists the patients of the projects that a scope sees that match a text, newest first; case and accents of a
 * part don't count.
 */
export async function searchSeenPatients(
  executor: Executor,
  scope: ProjectScope,
  {
    text,
    place,
    projectId,
    limit,
  }: Omit<SearchParams, keyof SeenParams> & Pick<SeenFilter, 'projectId'> & { readonly place: TextPlace },
): Promise<Patient[]> {
  const statement = place === 'wholeId' ? havingId : havingPart;
  return statement.run(executor, { ...scopeParams(scope), projectId: projectId ?? null, text, limit });
}

// By birth date first, which an index has; few people of one company share one.
const bornOn = named<Patient, ProjectScope & { dateOfBirth: string; limit: number }>(`
  ${patients} where p.date_of_birth = :dateOfBirth
    and p.project_uid = any(array(select j.uid from project j where ${isVisible('j')})) ${newest}
`);

/** Lists the patients of the projects that a scope sees who were born on a day, newest first. */
export async function listSeenBornOn(
  executor: Executor,
  scope: ProjectScope,
  { dateOfBirth, limit }: { readonly dateOfBirth: string; readonly limit: number },
): Promise<Patient[]> {
  return bornOn.run(executor, { ...scopeParams(scope), dateOfBirth, limit });
}
