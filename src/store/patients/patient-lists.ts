/** The patients that a member sees, over their projects, the newest first. */
// SQL text: one statement decides which patients a member sees.
import type { Patient } from '../../domain/patients/patient';
import type { ProjectScope } from '../../domain/projects/project';
import type { Executor } from '../database';
import { named } from '../named';
import { newestPageOf, newestPageParams, type NewestPage, type NewestPageParams } from '../page';
import { patients } from './patients';
import { listsByStatus, type PatientFilter } from './patients-by-status';
import { isVisible, scopeParams } from '../tenants/projects';

/** Which patients are looked for; `undefined` filters nothing. */
export interface SeenFilter extends PatientFilter {
  /** As the customer calls it. */
  readonly projectId: string | undefined;
}

interface SeenParams extends ProjectScope {
  readonly projectId: string | null;
}

const isWanted = `${isVisible('j')} and (:projectId::text is null or j.id = :projectId)`;

type ListParams = SeenParams & NewestPageParams;

// Of each project its newest ones, which an index has in order; then the newest of these. What a page shows
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

/** A page of the patients of the projects that a scope sees, the newest first. */
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
// The texts that a browse searches: the id, the given name and the current last name, folded alike.
const havingPart = named<Patient, SearchParams>(
  `${patients} where ${ofSeen} and p.search_text like '%' || browse_pattern(:text::text) || '%' ${newest}`,
);

/** What of a patient a text is compared with. */
export type TextPlace = 'wholeId' | 'partOfIdOrName';

/**
 * The patients of the projects that a scope sees that have a text, the newest first; capitals and accents of
 * a part do not count.
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
