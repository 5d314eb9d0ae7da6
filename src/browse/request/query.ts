import type { PlacedColumn } from '../catalogue/routes';
import type { Filter } from './filter';

/** A value for columns, by entity and field. */
export type PerColumn<T> = Readonly<Partial<Record<string, Readonly<Partial<Record<string, T>>>>>>;

/** A filter and its column. */
export interface PlacedFilter extends PlacedColumn {
  readonly filter: Filter;
}

/** The sort directions. */
export const directions = ['asc', 'desc'] as const;

/** A column to sort by. */
export interface PlacedOrder extends PlacedColumn {
  readonly direction: (typeof directions)[number];
}

/** The functions that compute a number from a column. */
export const aggregateFunctions = ['sum', 'avg', 'min', 'max'] as const;

/** A function that computes a number from a column. */
export type AggregateFunction = (typeof aggregateFunctions)[number];

/** A number computed over all rows: how many have the entity, or a function of a column. */
export type Aggregate =
  { readonly kind: 'count'; readonly entity: string } | ({ readonly kind: AggregateFunction } & PlacedColumn);

/** A parsed browse request. Every column is one of the catalogue. */
export interface BrowseQuery {
  /** The columns to return, in the order of the catalogue. */
  readonly shown: readonly PlacedColumn[];
  /** The filters. A row must match all of them. */
  readonly filters: readonly PlacedFilter[];
  readonly orders: readonly PlacedOrder[];
  readonly aggregates: readonly Aggregate[];
  /** A part of a text that some searched column contains. Absent without a search. */
  readonly search?: string | undefined;
  /** The page size. Absent for every match. */
  readonly take?: number | undefined;
  readonly skip: number;
  /** The entities that the request names in a returned column, a filter, a sort, or an aggregate. */
  readonly named: ReadonlySet<string>;
  /** The entities that the caller can't see, which a search doesn't cover. Absent for none. */
  readonly hidden?: ReadonlySet<string>;
}
