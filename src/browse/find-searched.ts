import type { ProjectScope } from '../domain/projects/project';
import type { BrowseStatement, RawRow } from '../store/browse-database';
import type { BrowseRoute } from './catalogue/routes';
import type { BrowseQuery } from './request/query';
import { baseTable } from './compile/table-of';
import {
  namedMax,
  searchTables,
  searchVisits,
  type Having,
  type SearchedTables,
} from './compile/search-condition';

const nothing: SearchedTables = { sites: [], payors: [], patients: [], visits: [] };

function havingOf(value: unknown): Having {
  const uids = value as readonly string[];
  return uids.length > namedMax ? 'many' : uids;
}

/** Asks the tables that rows point at which of theirs have the text; nothing is asked where none is looked for. */
export async function findSearched(
  run: (statement: BrowseStatement) => Promise<readonly RawRow[]>,
  route: BrowseRoute,
  scope: ProjectScope,
  { search: text, hidden }: Pick<BrowseQuery, 'search' | 'hidden'>,
): Promise<SearchedTables> {
  if (text === undefined) return nothing;
  const [tables = []] = await run(searchTables(scope, text));
  const [sites, payors, patients] = tables.map(havingOf);
  const found = {
    ...nothing,
    sites: sites ?? [],
    payors: payors ?? [],
    patients: hidden?.has('patient') === true ? [] : (patients ?? []),
  };
  if (baseTable(route) === 'visit') return found;
  const [visits = []] = await run(searchVisits(scope, text, found));
  return { ...found, visits: havingOf(visits[0]) };
}
