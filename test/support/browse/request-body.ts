/** A request as a caller writes it, before the product has parsed it. */

/** A value of a filter. */
export type BodyValue = string | number | boolean;

/** One entry of a column's list: a null check, or one operator with its value or list. */
export type BodyFilter = 'isNull' | 'isNotNull' | Readonly<Record<string, BodyValue | readonly BodyValue[]>>;

/** Entity to column to something. */
export type PerBodyColumn<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

/** The aggregates of one entity: `count`, and functions of its columns. */
export type BodyAggregate = Readonly<Record<string, boolean | Readonly<Record<string, boolean>>>>;

/** The body of a browse. */
export interface BrowseBody {
  readonly select?: PerBodyColumn<boolean>;
  readonly where?: PerBodyColumn<readonly BodyFilter[]>;
  readonly orderBy?: ReadonlyArray<PerBodyColumn<'asc' | 'desc'>>;
  readonly aggregate?: Readonly<Record<string, BodyAggregate>>;
  readonly search?: string;
  readonly take?: number;
  readonly skip?: number;
}
