import sql, { raw, type Sql } from 'sql-template-tag';
import type { ProjectScope } from '../../domain/projects/project';
import type { BrowseRoute } from '../catalogue/routes';
import type { BrowseQuery } from '../request/query';
import { aggregateColumns } from './aggregate-columns';
import { baseTable } from './table-of';
import { fromTables, joinsOf, matchingRows } from './matching';
import { orderKeys } from './order-keys';
import { rowJson } from './row-json';
import type { SearchedTables } from './search-condition';

/** The statements of a browse; each is of the scope's rows alone. */
export interface BrowseStatements {
  /**
   * A page in one row: `rows` (the JSON of each, joined by commas; NULL where there is none), `total` (NULL where it was
   * not counted), then the aggregates. A total that follows from the rows is not counted. Without `take`, `limit` rows are
   * neither counted nor shown: there may be more.
   */
  readonly page: (limit: number) => Sql;
  /** `total`, then the aggregates. */
  readonly numbers: () => Sql;
  /** The JSON of each row in its order, after those that are skipped; of all, or of so many at the most. */
  readonly rows: (limit: number | undefined) => Sql;
}

/** Makes the statements of a query: catalogue columns only, every value bound, the tenant's predicate always there. */
export function compileBrowse(
  route: BrowseRoute,
  scope: ProjectScope,
  query: BrowseQuery,
  searched: SearchedTables,
): BrowseStatements {
  const table = baseTable(route);
  const matching = matchingRows(route, scope, query, searched);
  const keys = orderKeys(route, query.orders);
  const json = rowJson(query.shown);
  const numbersNeed = new Set([...matching.needs, ...query.aggregates.map(({ entity }) => entity)]);
  const numbers = (): Sql =>
    sql`select ${raw(aggregateColumns(route, query.aggregates).join(', '))} from ${fromTables(route, numbersNeed)} where ${matching.condition}`;
  const keysNeed = keys.map(({ entity }) => entity);
  const skip = sql`${query.skip}::bigint`;

  const found = sql`(select count(*) from page)`;
  // More than is answered as a whole: whoever asked for everything gets it as it is read, and counted by that.
  const isFull = (limit: number): Sql => sql`${found} = ${limit}::bigint`;

  /** The total of a page: what the rows tell, counted where they do not. */
  function pageTotal(limit: number): Sql {
    const isTold = sql`${found} < ${limit}::bigint and (${found} > 0 or ${skip} = 0)`;
    const counted = sql`(select count(*) from ${fromTables(route, matching.needs)} where ${matching.condition})`;
    const isMore = query.take === undefined ? sql`when ${isFull(limit)} then null` : sql``;
    return sql`select case when ${isTold} then ${skip} + ${found} ${isMore} else ${counted} end as total`;
  }

  return {
    numbers,
    page: limit => {
      const pageKeys = keys.map((key, index) => `${key.sql} as k${index}`);
      const order = raw(keys.map((key, index) => `k${index} ${key.direction}`).join(', '));
      // The rows of the page are found first and joined then: what is skipped is never joined.
      const page = sql`select ${raw(pageKeys.join(', '))} from ${fromTables(route, new Set([...matching.needs, ...keysNeed]))} where ${matching.condition} order by ${order} limit ${limit}::bigint offset ${skip}`;
      const own = raw(`k${keys.length - 1}`);
      const joins = joinsOf(route, json.needs);
      const shown = sql`from page join ${raw(table)} on ${raw(table)}.uid = page.${own} ${joins} ${json.laterals}`;
      const shownOrder = raw(keys.map((key, index) => `page.k${index} ${key.direction}`).join(', '));
      const all = sql`(select string_agg(${json.text}, ',' order by ${shownOrder}) ${shown})`;
      const rows = query.take === undefined ? sql`case when not ${isFull(limit)} then ${all} end` : all;
      const total = query.aggregates.length === 0 ? pageTotal(limit) : numbers();
      return sql`with page as materialized (${page}) select ${rows} as rows, numbers.* from (${total}) as numbers`;
    },
    rows: limit => {
      const needs = new Set([...matching.needs, ...keysNeed, ...json.needs]);
      const order = raw(keys.map(key => `${key.sql} ${key.direction}`).join(', '));
      const atMost = limit === undefined ? sql`` : sql`limit ${limit}::bigint`;
      return sql`select ${json.text} as row from ${fromTables(route, needs)} ${json.laterals} where ${matching.condition} order by ${order} ${atMost} offset ${skip}`;
    },
  };
}
