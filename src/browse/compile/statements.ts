import sql, { join, raw, type Sql } from 'sql-template-tag';
import { aggregateColumns, aggregateNeeds } from './aggregate-columns';
import { fromTables, joinsOf } from './joins';
import { matchingRows, tenantRows } from './matching';
import { inOrderOf, orderKeys } from './order-keys';
import { isFull, pageParts, skipping } from './page';
import { Parameter, prepare, type Prepared } from './parameter';
import { limit } from './reach';
import { rowJson } from './row-json';
import type { BrowseShape } from './shape';
import { baseTable } from './table-of';

/** The statements of all browses of one shape; each is of the scope's rows alone. Each is made when it is first asked for. */
export interface BrowseStatements {
  /**
   * A page in one row: `rows` (the JSON of each, joined by commas; NULL where there is none), `total`, then the aggregates.
   * A total that follows from the rows is not counted. Without `take`, of more rows than are answered as a whole all of it
   * is NULL: there may be more still.
   */
  readonly page: () => Prepared;
  /** A page as uids in their order, in place of `rows`; NULL where there are none, or none are shown. */
  readonly found: () => Prepared;
  /** The `rows` of a page that was found, as long as the scope sees them. */
  readonly shown: () => Prepared;
  /** `total`, then the aggregates. */
  readonly numbers: () => Prepared;
  /** The JSON of each row in its order, after those that are skipped; of `take`, or of all. */
  readonly rows: () => Prepared;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const foundUids = new Parameter(({ found }) => found);

/** Makes the statements: of catalogue columns only, every value a parameter, the tenant's predicate always there. */
export function compileBrowse(shape: BrowseShape): BrowseStatements {
  const { route, isPage, aggregates } = shape;
  const table = baseTable(route);
  const matching = matchingRows(shape);
  const keys = orderKeys(route, shape.orders);
  const json = rowJson(shape.shown);
  const keysNeed = keys.map(({ entity }) => entity);
  const withMatching = (...more: readonly Sql[]): Sql =>
    sql`with ${join([...matching.withs, ...more], ', ')}`;
  const matched = (...needs: ReadonlyArray<Iterable<string>>): Sql =>
    sql`from ${fromTables(route, new Set([matching.needs, ...needs].flatMap(each => [...each])))}`;

  const numbersOf = (condition: Sql): Sql =>
    sql`select ${raw(aggregateColumns(route, aggregates).join(', '))} ${matched(aggregateNeeds(route, aggregates))} where ${condition}`;
  const own = `k${keys.length - 1}`;
  const pageOrder = inOrderOf(keys, (_, index) => `page.k${index}`);
  const pageKeys = raw(keys.map((key, index) => `${key.sql} as k${index}`).join(', '));

  /**
   * A page of which one value is made, its `rows`: the keys of its rows are found first, so that what is skipped is never
   * joined. What is joined to a row is there once, so that the rows are counted as they are put together; but where
   * there may be too many to show, they are counted first.
   */
  function ofPage(made: Sql, from: Sql): Sql {
    const parts = pageParts({
      shape,
      keys,
      numbers: numbersOf(matching.conditionOfAll),
      inOrder: sql`select ${pageKeys} ${matched(keysNeed)} where ${matching.condition}`,
      all: sql`select ${pageKeys} ${matched(keysNeed)} where ${matching.conditionOfAll}`,
      count: sql`select count(*) ${matched()} where ${matching.conditionOfAll}`,
    });
    const told = isPage
      ? sql`select ${made} as rows, count(*) as found from ${from}`
      : sql`select case when not ${isFull} then (select ${made} from ${from}) end as rows, told.found from (select count(*) as found from page) as told`;
    return sql`${withMatching(...parts.withs)} select told.rows, numbers.* from (${told}) as told left join lateral (${parts.numbers}) as numbers on true`;
  }

  const joined = sql`join ${raw(table)} on ${raw(table)}.uid = page.${raw(own)} ${joinsOf(route, json.needs)} ${json.laterals}`;

  function shown(): Sql {
    const { withs, conditions } = tenantRows(route);
    const page = sql`unnest(${foundUids}::uuid[]) with ordinality as page(${raw(own)}, place)`;
    return sql`with ${join(withs, ', ')} select string_agg(${json.text}, ',' order by page.place) as rows from ${page} ${joined} where ${join(conditions, ' and ')}`;
  }

  function rows(): Sql {
    const order = inOrderOf(keys, key => key.sql);
    const atMost = isPage ? sql`limit ${limit}::bigint` : sql``;
    return sql`${withMatching()} select ${json.text} as row ${matched(keysNeed, json.needs)} ${json.laterals} where ${matching.condition} order by ${order} ${atMost} ${skipping(shape)}`;
  }

  return {
    page: once(() =>
      prepare(ofPage(sql`string_agg(${json.text}, ',' order by ${pageOrder})`, sql`page ${joined}`)),
    ),
    found: once(() =>
      prepare(ofPage(sql`array_agg(page.${raw(own)} order by ${pageOrder})::text[]`, sql`page`)),
    ),
    shown: once(() => prepare(shown())),
    numbers: once(() => prepare(sql`${withMatching()} ${numbersOf(matching.conditionAlone)}`)),
    rows: once(() => prepare(rows())),
  };
}
