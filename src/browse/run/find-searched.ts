import type { Asked, Having, SearchedTables } from '../compile/asked';
import { listedMax, searchTables, searchVisits } from '../compile/search-condition';
import { baseTable } from '../compile/tables';
import type { Snapshot } from './database';

function havingOf(uids: readonly string[] = []): Having {
  return uids.length > listedMax ? 'many' : uids;
}

type FoundTables = Readonly<Record<'sites' | 'payors' | 'patients' | 'projects', string[]>> & {
  /** How many projects the scope can see. */
  readonly visible: number;
};

/** Finds which rows of the tables that rows point at contain the text of a search. */
export async function findSearched(
  { run }: Pick<Snapshot, 'run'>,
  asked: Omit<Asked, 'searched'>,
): Promise<SearchedTables> {
  const { route, query } = asked;
  const nothing: SearchedTables = { sites: [], payors: [], patients: [], projects: [], visits: [] };
  if (query.search === undefined) return nothing;
  const [tables] = await run<FoundTables>(searchTables(asked));
  const projects = havingOf(tables?.projects);
  const searched = {
    ...nothing,
    sites: havingOf(tables?.sites),
    payors: havingOf(tables?.payors),
    projects: projects.length > 0 && projects.length === tables?.visible ? ('all' as const) : projects,
    patients: query.hidden?.has('patient') === true ? [] : havingOf(tables?.patients),
  };
  if (baseTable(route) === 'visit') return searched;
  const [found] = await run<{ readonly visits: string[] }>(searchVisits(asked, searched));
  return { ...searched, visits: havingOf(found?.visits) };
}
