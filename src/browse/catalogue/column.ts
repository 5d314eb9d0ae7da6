/**
 * The columns of what can be browsed: the one source of what a caller may ask of each, and of how it is
 * asked.
 */

/** The type of a column decides its operators and how its values are written. */
export type ColumnType = 'text' | 'date' | 'datetime' | 'decimal' | 'integer' | 'boolean';

/** One column of an entity. */
export interface Column {
  readonly type: ColumnType;
  /** The value, on the alias of its entity; a constant of ours, never from a request. */
  readonly sql: string;
  readonly isNullable: boolean;
  /** Stored as a UUID and shown as text. */
  readonly isUuid: boolean;
  /** Part of the entity's `search_text`: `search` looks into it, and its substrings are found by an index. */
  readonly isSearched: boolean;
  readonly description: string;
}

/** The columns of an entity, by the name the API uses. */
export type Columns = Readonly<Record<string, Column>>;

/** What a catalogue says of a column beside its type, its SQL and its description. */
type Facts = Partial<Pick<Column, 'isNullable' | 'isSearched'>>;

function column(type: ColumnType, sql: string, description: string, facts: Facts): Column {
  return { type, sql, description, isNullable: false, isUuid: false, isSearched: false, ...facts };
}

/** Makes the columns of one type. */
type Maker = (sql: string, description: string, facts?: Facts) => Column;

function maker(type: ColumnType): Maker {
  return (sql, description, facts = {}) => column(type, sql, description, facts);
}

/** A text. */
export const text = maker('text');
/** A day of the calendar, without a time zone. */
export const date = maker('date');
/** An instant. */
export const datetime = maker('datetime');
/** A number whose digits all count. */
export const decimal = maker('decimal');
/** A whole number of 32 bits. */
export const integer = maker('integer');
/** Yes or no. */
export const boolean = maker('boolean');

/** A UUID of ours: a text to the caller. */
export function uuid(sql: string, description: string): Column {
  return { ...text(sql, description), isUuid: true };
}

/** In an entity’s `search_text`. */
export const searched = { isSearched: true } as const;
/** May be NULL. */
export const nullable = { isNullable: true } as const;

/** Whether a column can be summed up. */
export function isNumeric({ type }: Column): boolean {
  return type === 'decimal' || type === 'integer';
}
