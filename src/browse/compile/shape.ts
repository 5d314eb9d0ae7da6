import { uuidPattern } from '../../domain/text';
import type { Column } from '../catalogue/column';
import { columnsOf, type BrowseRoute, type PlacedColumn } from '../catalogue/routes';
import type { Filter } from '../request/filter';
import type { Aggregate, PlacedFilter, PlacedOrder } from '../request/query';
import type { Value } from '../request/values';
import type { Asked } from './parameter';
import { reachOf, type Reach } from './reach';
import type { Having, SearchedTables } from './searched-tables';

/** A filter without its value. */
export interface FilterShape extends PlacedColumn {
  readonly operator: Filter['operator'];
  /** Its place among the filters of the request. */
  readonly at: number;
  /** Whether no row can have the value. */
  readonly isNobodys: boolean;
}

/** How much was found of a table. */
export type HavingShape = 'none' | 'named' | 'many';

/**
 * What of a browse decides the texts of its statements, and nothing else of it: no value, and nothing of whose it is but
 * whether they see all projects. Browses of one shape share what was compiled.
 */
export interface BrowseShape {
  readonly route: BrowseRoute;
  readonly seesAllProjects: boolean;
  readonly shown: readonly PlacedColumn[];
  readonly filters: readonly FilterShape[];
  readonly orders: readonly PlacedOrder[];
  readonly aggregates: readonly Aggregate[];
  /** Whether a page is asked for, not every match. */
  readonly isPage: boolean;
  readonly reach: Reach;
  /** Absent where no text is looked for. */
  readonly search?: Readonly<Record<keyof SearchedTables, HavingShape>>;
}

const shownUuid = new RegExp(`^${uuidPattern}$`);

/**
 * Whether a column can have the value at all: a UUID is compared as such, so that an index serves it, and a text that is
 * not one as we show it is nobody's.
 */
export function canBe({ isUuid }: Column, value: Value): boolean {
  return !isUuid || shownUuid.test(String(value));
}

function shapeOfFilter({ entity, field, column, filter }: PlacedFilter, at: number): FilterShape {
  const isNobodys = 'value' in filter && !canBe(column, filter.value);
  return { entity, field, column, operator: filter.operator, at, isNobodys };
}

/** How much was found. */
export function shapeOfHaving(having: Having): HavingShape {
  if (having === 'many') return 'many';
  return having.length === 0 ? 'none' : 'named';
}

/** The shape of a browse. */
export function shapeOf(route: BrowseRoute, { scope, query, searched }: Asked): BrowseShape {
  const { shown, filters, orders, aggregates, take, search } = query;
  const { sites, payors, patients, visits } = searched;
  const shape = {
    route,
    seesAllProjects: scope.seesAllProjects,
    shown,
    filters: filters.map(shapeOfFilter),
    orders,
    aggregates,
    isPage: take !== undefined,
    reach: reachOf(query),
  };
  if (search === undefined) return shape;
  return {
    ...shape,
    search: {
      sites: shapeOfHaving(sites),
      payors: shapeOfHaving(payors),
      patients: shapeOfHaving(patients),
      visits: shapeOfHaving(visits),
    },
  };
}

function nameOf({ entity, field }: PlacedColumn): string {
  return `${entity}.${field}`;
}

const columnCounts = new WeakMap<BrowseRoute, number>();

function columnCount(route: BrowseRoute): number {
  const known = columnCounts.get(route);
  if (known !== undefined) return known;
  const count = columnsOf(route).length;
  columnCounts.set(route, count);
  return count;
}

/** What is shown, in short where it is all that the route has: so it is in most requests, and a long key takes long to look up. */
function namesOf(route: BrowseRoute, shown: readonly PlacedColumn[]): string {
  return shown.length === columnCount(route) ? '*' : shown.map(nameOf).join();
}

/** A text that two shapes have in common when they are the same. */
export function keyOfShape(shape: BrowseShape): string {
  const { route, seesAllProjects, shown, filters, orders, aggregates, isPage, reach, search } = shape;
  let key = `${route.path}|${seesAllProjects}|${isPage}|${reach.isFirst} ${reach.last}|${namesOf(route, shown)}|`;
  for (const filter of filters) key += `${nameOf(filter)} ${filter.operator} ${filter.isNobodys},`;
  key += '|';
  for (const order of orders) key += `${nameOf(order)} ${order.direction},`;
  key += '|';
  for (const each of aggregates)
    key += each.kind === 'count' ? `count ${each.entity},` : `${each.kind} ${nameOf(each)},`;
  if (search === undefined) return key;
  return `${key}|${search.sites},${search.payors},${search.patients},${search.visits}`;
}
