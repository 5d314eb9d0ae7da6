import sql, { raw, type Sql } from 'sql-template-tag';
import type { ProjectScope } from '../../domain/projects/project';
import type { BrowseRoute } from '../catalogue/routes';
import type { BrowseQuery } from '../request/query';
import { aggregateColumns } from './aggregate-columns';
import { baseTable } from './base-table';
import { fromTables, joinsOf, matchingRows } from './matching';
import { orderKeys, type OrderKey } from './order-keys';
import { rowJson } from './row-json';
import type { SearchedTables } from './search-condition';

/** The statements of a browse; each is of the scope's rows alone. */
export interface BrowseStatements {
  /**
   * A page in one row: `rows` (the JSON of each, joined by commas; NULL where there is none), `total` (NULL where it was
   * not counted), then the aggregates. A total that follows from the rows is not counted; without `take` it is not
   * counted where there are `limit` rows.
   */
  readonly page: (limit: number) => Sql;
  /** `total`, then the aggregates. */
  readonly numbers: () => Sql;
  /** The JSON of each row in its order, after those that are skipped; of all, or of so many at the most. */
  readonly rows: (limit: number | undefined) => Sql;
}

function direction(key: OrderKey): string {
  return key.direction === 'asc' ? 'asc' : 'desc';
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

  /** The total of a page: what the rows tell, counted where they do not. */
  function pageTotal(limit: number): Sql {
    const found = sql`(select count(*) from page)`;
    const isTold = sql`${found} < ${limit}::bigint and (${found} > 0 or ${skip} = 0)`;
    const counted = sql`(select count(*) from ${fromTables(route, matching.needs)} where ${matching.condition})`;
    // More than is answered as a whole: whoever asked for everything gets it as it is read, and counted by that.
    const isMore = query.take === undefined ? sql`when ${found} = ${limit}::bigint then null` : sql``;
    return sql`select case when ${isTold} then ${skip} + ${found} ${isMore} else ${counted} end as total`;
  }

  return {
    numbers,
    page: limit => {
      const pageKeys = keys.map((key, index) => `${key.sql} as k${index}`);
      const order = raw(keys.map((key, index) => `k${index} ${direction(key)}`).join(', '));
      // The rows of the page are found first and joined then: what is skipped is never joined.
      const found = sql`select ${raw(pageKeys.join(', '))} from ${fromTables(route, new Set([...matching.needs, ...keysNeed]))} where ${matching.condition} order by ${order} limit ${limit}::bigint offset ${skip}`;
      const own = raw(`k${keys.length - 1}`);
      const joins = joinsOf(route, json.needs);
      const shown = sql`from page join ${raw(table)} on ${raw(table)}.uid = page.${own} ${joins} ${json.laterals}`;
      const shownOrder = raw(keys.map((key, index) => `page.k${index} ${direction(key)}`).join(', '));
      const rows = sql`select string_agg(${json.text}, ',' order by ${shownOrder}) ${shown}`;
      const total = query.aggregates.length === 0 ? pageTotal(limit) : numbers();
      return sql`with page as materialized (${found}) select (${rows}) as rows, numbers.* from (${total}) as numbers`;
    },
    rows: limit => {
      const needs = new Set([...matching.needs, ...keysNeed, ...json.needs]);
      const order = raw(keys.map(key => `${key.sql} ${direction(key)}`).join(', '));
      const atMost = limit === undefined ? sql`` : sql`limit ${limit}::bigint`;
      return sql`select ${json.text} as row from ${fromTables(route, needs)} ${json.laterals} where ${matching.condition} order by ${order} ${atMost} offset ${skip}`;
    },
  };
}
