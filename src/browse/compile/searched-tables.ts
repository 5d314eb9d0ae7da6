/** The rows of a table that have the text of a search: their uids, or `many` where they are too many to name. */
export type Having = readonly string[] | 'many';

/** What was found of the tables that a row points at. */
export interface SearchedTables {
  readonly sites: Having;
  readonly payors: Having;
  readonly patients: Having;
  /** Of rows that belong to a visit. */
  readonly visits: Having;
}

/** Nothing was looked for. */
export const nothingSearched: SearchedTables = { sites: [], payors: [], patients: [], visits: [] };
