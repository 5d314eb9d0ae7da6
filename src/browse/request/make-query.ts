/** What the parts of a request come to, however they were read. */
import { columnsOf, type BrowseRoute, type PlacedColumn } from '../catalogue/routes';
import { isSubstring } from './filter';
import { browseLimits } from './limits';
import type { Aggregate, BrowseQuery, PlacedFilter, PlacedOrder } from './query';

const { filtersMax, listedMax, substringsMax } = browseLimits;

/** Something for columns, by entity and field. */
export type PerColumn<T> = Readonly<Partial<Record<string, Readonly<Partial<Record<string, T>>>>>>;

/** What is shown, and the entities that are named for it. */
export interface Selected {
  readonly shown: readonly PlacedColumn[];
  readonly named: readonly string[];
}

/** Makes what is shown of a `select` of the route. */
export function selector(route: BrowseRoute): (select: PerColumn<boolean>) => Selected {
  const all = columnsOf(route);
  return select => ({
    shown: all.filter(({ entity, field }) => select[entity] === undefined || select[entity][field] === true),
    named: Object.keys(select).filter(entity => Object.values(select[entity] ?? {}).includes(true)),
  });
}

/** The values of all lists of the filters. */
function listed(filters: readonly PlacedFilter[]): number {
  return filters.reduce((sum, { filter }) => sum + ('values' in filter ? filter.values.length : 0), 0);
}

function substrings(filters: readonly PlacedFilter[]): number {
  return filters.reduce((sum, { filter }) => sum + (isSubstring(filter.operator) ? 1 : 0), 0);
}

/** What has to hold of all filters of a request, and how it is said where it does not. */
export const rulesOfWhere: ReadonlyArray<{
  readonly holds: (filters: readonly PlacedFilter[]) => boolean;
  readonly rule: string;
}> = [
  { holds: filters => filters.length <= filtersMax, rule: `must hold at most ${filtersMax} filters` },
  {
    holds: filters => substrings(filters) <= substringsMax,
    rule: `must hold at most ${substringsMax} filters by \`contains\`, \`startsWith\` and \`endsWith\``,
  },
  { holds: filters => listed(filters) <= listedMax, rule: `must list at most ${listedMax} values` },
];

/** The parts of a request. */
export interface QueryParts {
  /** Absent: everything is shown. */
  readonly select?: Selected | undefined;
  readonly filters: readonly PlacedFilter[];
  readonly orders: readonly PlacedOrder[];
  readonly aggregates: readonly Aggregate[];
  readonly search?: string | undefined;
  readonly take?: number | undefined;
  readonly skip?: number | undefined;
}

/** Makes the query of the parts; an empty search finds every row, as none does. */
export function queryMaker(route: BrowseRoute): (parts: QueryParts) => BrowseQuery {
  const all = columnsOf(route);
  return ({ select, filters, orders, aggregates, search, take, skip }) => {
    const named = new Set(select?.named);
    for (const parts of [filters, orders, aggregates]) for (const { entity } of parts) named.add(entity);
    return {
      shown: select?.shown ?? all,
      filters,
      orders,
      aggregates,
      search: search === '' ? undefined : search,
      take,
      skip: skip ?? 0,
      named,
    };
  };
}
