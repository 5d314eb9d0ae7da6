import { projectScopeOf } from '../access/authorize';
import type { ConsolePrincipal, KeyPrincipal, MemberPrincipal } from '../access/principal';
import { authorizeBrowse } from '../browse/authorize';
import type { BrowseRoute } from '../browse/catalogue/routes';
import type { BrowseQuery } from '../browse/request/query';
import { runBrowse, type BrowseAnswer } from '../browse/run/run-browse';
import type { BrowseDatabase } from '../browse/run/database';

/** The data source of a browse, and how long the caller waits. */
export interface BrowseSource {
  readonly database: BrowseDatabase;
  readonly gone: AbortSignal;
}

/** The caller: a key, or a page on behalf of a user. */
interface Browsing {
  readonly principal: KeyPrincipal | MemberPrincipal | ConsolePrincipal;
}

/**
 * Returns the matching rows that a key can see, with their columns. A large result is read lazily.
 * @throws Problem 403 for a query that names what the role may not see
 */
export async function browse(
  { principal }: Browsing,
  { database, gone }: BrowseSource,
  route: BrowseRoute,
  query: BrowseQuery,
): Promise<BrowseAnswer & Pick<BrowseQuery, 'shown'>> {
  const allowed = authorizeBrowse(route, query, principal.permissions);
  const answer = await runBrowse(database, route, { scope: projectScopeOf(principal), gone }, allowed);
  return { ...answer, shown: allowed.shown };
}
