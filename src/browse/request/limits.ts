/** The limits of one browse. `npm run docs:write` writes them into docs/guides/browse.md. */
export const browseLimits = {
  /** The largest page size. */
  takeMax: 10_000,
  skipMax: 10_000_000,
  /** Filters of one column, and of a request. */
  filtersOfColumnMax: 20,
  filtersMax: 50,
  /** Substring filters of a request. Each may have to read every row of a tenant. */
  substringsMax: 10,
  /** Values of one list, and of all lists of a request. */
  listMax: 1_000,
  listedMax: 2_000,
  ordersMax: 10,
  /** Characters of a value and of a search. */
  textMax: 500,
  searchMax: 200,
} as const;

/** The most rows that are answered as a whole. More rows are read while they are sent. */
export const wholeRowsMax = 1_000;
