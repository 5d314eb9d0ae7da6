import sql, { raw, type Sql } from 'sql-template-tag';
import { inOrderOf, type OrderKey } from './order-keys';
import { isReckonedLong, limit, skip } from './reach';
import type { BrowseShape } from './shape';

/** What a page is found among. */
export interface PageSource {
  readonly shape: BrowseShape;
  /** What the rows are ordered by; they are the columns k0, k1 and so on of what is found. */
  readonly keys: readonly OrderKey[];
  /** The keys of every row that matches, to be read in their order. */
  readonly inOrder: Sql;
  /** The same, to be read all. */
  readonly all: Sql;
  /** How many rows match: one number. */
  readonly count: Sql;
  /** The row of `total` and the aggregates. */
  readonly numbers: Sql;
}

/** How a page is found. */
export interface PageParts {
  /** What the statement has in front; the last is `page`, the keys of the page's rows. */
  readonly withs: readonly Sql[];
  /** The row of `total` and the aggregates, beside `told.found`, the number of rows in the page. */
  readonly numbers: Sql;
}

/** More than is answered as a whole: whoever asked for everything gets it as it is read, and counted by that. */
export const isFull = sql`told.found = ${limit}::bigint`;

/** Where a key stands in what is found. */
const found = (_: OrderKey, index: number): string => `k${index}`;

function page(rows: Sql): Sql {
  return sql`page as materialized (${rows})`;
}

/** What leaves out the rows before the page. */
export function skipping({ reach }: Pick<BrowseShape, 'reach'>): Sql {
  return reach.isFirst ? sql`` : sql`offset ${skip}::bigint`;
}

/** What the rows tell of their number, counted where they do not. */
function toldTotal({ shape: { isPage, reach }, count }: PageSource): Sql {
  const { isFirst } = reach;
  const isTold = isFirst
    ? sql`told.found < ${limit}::bigint`
    : sql`told.found < ${limit}::bigint and told.found > 0`;
  const isMore = isPage ? sql`` : sql`when ${isFull} then null`;
  return sql`select case when ${isTold} then ${isFirst ? sql`told.found` : sql`${skip}::bigint + told.found`} ${isMore} else (${count}) end as total`;
}

/** By an index of the order where there is one: nothing is read that comes after the page. */
function fromTheStart(source: PageSource): PageParts {
  const { shape, keys, inOrder, numbers } = source;
  const { last } = shape.reach;
  const order = inOrderOf(keys, found);
  const ordered = sql`${inOrder} order by ${order}`;
  const reached =
    last === undefined
      ? ordered
      : sql`select * from (${ordered} limit ${raw(String(last))}) as reached order by ${order}`;
  const rows = sql`${reached} limit ${limit}::bigint ${skipping(shape)}`;
  // Of too many to show nothing is made: that is done once, with the rows.
  const ofAll = shape.isPage ? numbers : sql`${numbers} having not ${isFull}`;
  return {
    withs: [
      page(isReckonedLong(shape) ? sql`select * from (${rows}) as skipped limit ${limit}::bigint` : rows),
    ],
    numbers: shape.aggregates.length === 0 ? toldTotal(source) : ofAll,
  };
}

/**
 * Of a page that is far from the first row it is counted first how far it is from the last one, since it is counted anyway. What is
 * skipped is half of the rows at the most. PostgreSQL runs nothing of which no row is wanted.
 */
function fromTheNearerEnd({ keys, inOrder, numbers }: PageSource): PageParts {
  const number = (value: Sql): Sql => sql`(select ${value} from counted)`;
  const isNearStart = sql`${skip}::bigint * 2 <= total`;
  const fromStart = sql`${inOrder} order by ${inOrderOf(keys, found)} limit ${number(sql`case when ${isNearStart} then ${limit}::bigint else 0 end`)} offset ${skip}::bigint`;
  const wanted = sql`least(${limit}::bigint, greatest(total - ${skip}::bigint, 0))`;
  const after = sql`greatest(total - ${skip}::bigint - ${limit}::bigint, 0)`;
  const fromEnd = sql`${inOrder} order by ${inOrderOf(keys, found, true)} limit ${number(sql`case when ${isNearStart} then 0 else ${wanted} end`)} offset ${number(after)}`;
  return {
    withs: [sql`counted as materialized (${numbers})`, page(sql`(${fromStart}) union all (${fromEnd})`)],
    numbers: sql`select * from counted`,
  };
}

/**
 * Of a search that names what it found the rows are read once, for the page and for the count: none of its indexes has the order.
 * Their keys are kept while the statement runs, some 50 bytes a row, in a file of PostgreSQL's where they are many.
 */
function amongAll({ shape, keys, all }: PageSource): PageParts {
  const order = inOrderOf(keys, found);
  const counted = sql`(select count(*) from matched)`;
  return {
    withs: [
      sql`matched as materialized (${all})`,
      page(sql`select * from matched order by ${order} limit ${limit}::bigint offset ${skip}::bigint`),
    ],
    numbers: shape.isPage
      ? sql`select ${counted} as total`
      : sql`select case when ${isFull} then null else ${counted} end as total`,
  };
}

/** Whether what is searched for is named, and of few rows as far as can be told: a payor has very many, of which the first are soon found. */
function namesFew({ search, aggregates }: BrowseShape): boolean {
  if (search === undefined || aggregates.length > 0) return false;
  return search.payors === 'none' && !Object.values(search).includes('many');
}

/** Decides how a page is found. */
export function pageParts(source: PageSource): PageParts {
  const { isPage, reach } = source.shape;
  if (namesFew(source.shape)) return amongAll(source);
  return isPage && !reach.isFirst && reach.last === undefined
    ? fromTheNearerEnd(source)
    : fromTheStart(source);
}
