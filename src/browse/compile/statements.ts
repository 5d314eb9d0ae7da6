import { createHash } from 'node:crypto';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { aggregateJson, aggregateNeeds } from './aggregates';
import type { Asked } from './asked';
import { matchingRows } from './matching';
import { orderKeys, orderOf } from './order-keys';
import { rowJson } from './row-json';
import { matchesFew } from './search-condition';
import { baseTable, joinsOf } from './tables';

/** A statement with its values. A named statement is planned once per connection. */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
}

/** A part of the matching rows, in their order. */
export interface Piece {
  readonly limit: number;
  readonly offset: number;
  /** Whether both count from the last row. */
  readonly isTurned: boolean;
}

/** Selects from the matching rows, joined to what filters and columns read. */
function selectMatching(asked: Asked, columns: Sql, entities: Iterable<string>, laterals = empty): Sql {
  const { route } = asked;
  const { withs, needs, condition } = matchingRows(asked);
  const from = sql`${raw(baseTable(route))} ${joinsOf(route, [...needs, ...entities])} ${laterals}`;
  return sql`with ${join(withs, ', ')} select ${columns} from ${from} where ${condition}`;
}

/**
 * Returns the statement of the uids of a piece. It joins only what filters and order read, so skipped rows
 * cost little.
 */
export function uidsStatement(asked: Asked, { limit, offset, isTurned }: Piece): Statement {
  const { route, query } = asked;
  const keys = orderKeys(route, query.orders);
  const columns = keys.map((key, index) => `${key.sql} as k${index}`).join(', ');
  const own = `${baseTable(route)}.uid`;
  const matched = selectMatching(
    asked,
    raw(`${columns}, ${own} as uid`),
    keys.map(({ entity }) => entity),
  );
  // A fence. Otherwise PostgreSQL may read the tenant's rows in order until it has found enough of the few
  // that match.
  const found = matchesFew(asked) ? sql`select uid from (${matched} offset 0) as matched` : matched;
  const order = orderOf(keys, (_key, index) => `k${index}`, isTurned);
  return sql`${found} order by ${order} limit ${limit} offset ${offset}`;
}

/**
 * Returns the statement whose column `row` is the JSON of each of these rows. Its plan fits all uids, so it
 * has a name.
 */
export function shownStatement({ route, query }: Asked, uids: readonly string[]): Statement {
  const table = raw(baseTable(route));
  const json = rowJson(query.shown);
  const page = sql`unnest(${uids}::uuid[]) with ordinality as page(uid, place)`;
  const joins = sql`join ${table} on ${table}.uid = page.uid ${joinsOf(route, json.needs)} ${json.laterals}`;
  const { text, values } = sql`select ${json.text} as row from ${page} ${joins} order by place`;
  return { name: createHash('sha256').update(text).digest('base64url'), text, values };
}

/** Returns the statement whose column `row` is the JSON of each row, to be read while the rows are sent. */
export function streamStatement(asked: Asked): Statement {
  const { route, query } = asked;
  const keys = orderKeys(route, query.orders);
  const json = rowJson(query.shown);
  const entities = [...json.needs, ...keys.map(({ entity }) => entity)];
  const all = selectMatching(asked, sql`${json.text} as row`, entities, json.laterals);
  const order = orderOf(keys, key => key.sql);
  return sql`${all} order by ${order} limit ${query.take ?? null} offset ${query.skip}`;
}

/** Returns the statement of one row: `total`, and `aggregate` as JSON. */
export function numbersStatement(asked: Asked): Statement {
  const { route, query } = asked;
  const columns = sql`count(*) as total, ${aggregateJson(route, query.aggregates)} as aggregate`;
  return selectMatching(asked, columns, aggregateNeeds(route, query.aggregates));
}
