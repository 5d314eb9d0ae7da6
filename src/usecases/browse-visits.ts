import { projectScopeOf } from '../access/authorize';
import type { KeyPrincipal } from '../access/principal';
import { visitRoute } from '../browse/catalogue';
import { runBrowse, type BrowseAnswer } from '../browse/compile';
import type { BrowseQuery } from '../browse/query-schema';
import type { Executor } from '../store/database';

/** The visits that a key can see and the query matches. */
export async function browseVisits(
  db: Executor,
  principal: KeyPrincipal,
  query: BrowseQuery,
): Promise<BrowseAnswer> {
  return runBrowse(db, visitRoute, projectScopeOf(principal), query);
}
