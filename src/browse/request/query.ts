import type { PlacedColumn } from '../catalogue/routes';
import type { Filter } from './filter';

/** Something for columns, by entity and field. */
export type PerColumn<T> = Readonly<Partial<Record<string, Readonly<Partial<Record<string, T>>>>>>;

/** A filter and the column that it is about. */
export interface PlacedFilter extends PlacedColumn {
  readonly filter: Filter;
}

/** The ways in which a column orders. */
export const directions = ['asc', 'desc'] as const;

/** One of the columns that rows are ordered by. */
export interface PlacedOrder extends PlacedColumn {
  readonly direction: (typeof directions)[number];
}

/** The functions that make one number of a column. */
export const aggregateFunctions = ['sum', 'avg', 'min', 'max'] as const;

/** A function that makes one number of a column. */
export type AggregateFunction = (typeof aggregateFunctions)[number];

/** One number that is made of all rows: how many have the entity, or a function of a column. */
export type Aggregate =
  { readonly kind: 'count'; readonly entity: string } | ({ readonly kind: AggregateFunction } & PlacedColumn);

/** A parsed browse request: every column is one of the catalogue. */
export interface BrowseQuery {
  /** The columns that are shown, in the order of the catalogue. */
  readonly shown: readonly PlacedColumn[];
  /** All of them hold. */
  readonly filters: readonly PlacedFilter[];
  readonly orders: readonly PlacedOrder[];
  readonly aggregates: readonly Aggregate[];
  /** A part of a text that some searched column has; absent where none is looked for. */
  readonly search?: string | undefined;
  /** Absent: every match. */
  readonly take?: number | undefined;
  readonly skip: number;
  /** The entities that the request names: by a column that is shown, a filter, an order or an aggregate. */
  readonly named: ReadonlySet<string>;
  /** The entities that the caller may not see; a search does not look into them. None unless said. */
  readonly hidden?: ReadonlySet<string>;
}
