import { projectScopeOf } from '../access/authorize';
import { visitRoute } from '../browse/catalogue';
import { runBrowse, type BrowseAnswer } from '../browse/run-browse';
import type { BrowseQuery } from '../browse/query-schema';
import type { Reading } from './reading';

/** The visits that a key can see and the query matches; of many, the rows are still to be read. */
export async function browseVisits({ db, principal }: Reading, query: BrowseQuery): Promise<BrowseAnswer> {
  return runBrowse(db, visitRoute, projectScopeOf(principal), query);
}
