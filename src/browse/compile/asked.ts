import type { ProjectScope } from '../../domain/projects/project';
import type { BrowseRoute } from '../catalogue/routes';
import type { BrowseQuery } from '../request/query';

/** The rows of a table that contain the search text: their uids, or `many` if there are too many to list. */
export type Having = readonly string[] | 'many';

/** What a search found in the tables that a row points at. */
export interface SearchedTables {
  readonly sites: Having;
  readonly payors: Having;
  readonly patients: Having;
  /** `all` if every project that the scope can see is found, and with it every row. */
  readonly projects: Having | 'all';
  /** For rows that belong to a visit. */
  readonly visits: Having;
}

/** One browse: the rows, the caller, the query, and what its search found first. */
export interface Asked {
  readonly route: BrowseRoute;
  readonly scope: ProjectScope;
  readonly query: BrowseQuery;
  readonly searched: SearchedTables;
}
