import { uidsIn, type TextRow, type TextStatement } from '../store/text-query';
import type { BrowseRoute } from './catalogue/routes';
import { bind, type Asked } from './compile/parameter';
import { namedMax, searchTables, searchVisits } from './compile/search-condition';
import { nothingSearched, type Having, type SearchedTables } from './compile/searched-tables';
import { shapeOfHaving } from './compile/shape';
import { baseTable } from './compile/table-of';

function havingOf(list: string | null): Having {
  const uids = uidsIn(list ?? '{}');
  return uids.length > namedMax ? 'many' : uids;
}

/** Asks the tables that rows point at which of theirs have the text. */
export async function findSearched(
  run: (statement: TextStatement) => Promise<readonly TextRow[]>,
  route: BrowseRoute,
  { scope, query }: Pick<Asked, 'scope' | 'query'>,
): Promise<SearchedTables> {
  const [tables = []] = await run(bind(searchTables, { scope, query, searched: nothingSearched }));
  const [sites, payors, patients] = tables.map(havingOf);
  const searched = {
    ...nothingSearched,
    sites: sites ?? [],
    payors: payors ?? [],
    patients: query.hidden?.has('patient') === true ? [] : (patients ?? []),
  };
  if (baseTable(route) === 'visit') return searched;
  const ofVisits = searchVisits({
    sites: shapeOfHaving(searched.sites),
    payors: shapeOfHaving(searched.payors),
  });
  const [visits = []] = await run(bind(ofVisits, { scope, query, searched }));
  return { ...searched, visits: havingOf(visits[0] ?? null) };
}
