/** The columns that can be browsed: the one source of what a caller can ask for, and of the SQL behind it. */

/** The type of a column. It decides the operators and the form of the values. */
export type ColumnType = 'text' | 'date' | 'datetime' | 'decimal' | 'integer' | 'boolean';

/** One column of an entity. */
export interface Column {
  readonly type: ColumnType;
  /** The value, on the alias of its entity. A constant, never from a request. */
  readonly sql: string;
  readonly isNullable: boolean;
  /** Stored as a UUID and shown as text. */
  readonly isUuid: boolean;
  /** Part of the entity's `search_text`, so an index finds its substrings. */
  readonly isSearched: boolean;
  readonly description: string;
}

/** The columns of an entity, by the name the API uses. */
export type Columns = Readonly<Record<string, Column>>;

/** What a catalogue can say about a column besides its type, SQL, and description. */
type Facts = Partial<Pick<Column, 'isNullable' | 'isSearched'>>;

function column(type: ColumnType, sql: string, description: string, facts: Facts): Column {
  return { type, sql, description, isNullable: false, isUuid: false, isSearched: false, ...facts };
}

/** Creates columns of one type. */
type Maker = (sql: string, description: string, facts?: Facts) => Column;

function maker(type: ColumnType): Maker {
  return (sql, description, facts = {}) => column(type, sql, description, facts);
}

/** A text. */
export const text = maker('text');
/** A calendar date, without a time zone. */
export const date = maker('date');
/** An instant. */
export const datetime = maker('datetime');
/** A number with exact digits. */
export const decimal = maker('decimal');
/** A 32-bit integer. */
export const integer = maker('integer');
/** True or false. */
export const boolean = maker('boolean');

/** Returns a column with one of our UUIDs, which callers see as text. */
export function uuid(sql: string, description: string): Column {
  return { ...text(sql, description), isUuid: true };
}

/** Part of the entity's `search_text`. */
export const searched = { isSearched: true } as const;
/** Can be NULL. */
export const nullable = { isNullable: true } as const;

/** Returns whether a column can be aggregated. */
export function isNumeric({ type }: Column): boolean {
  return type === 'decimal' || type === 'integer';
}

/**
 * Returns whether a search finds a column only by how its value begins: our IDs, and instants. Their
 * substrings would fill the text indexes.
 */
export function isFoundByBeginning({ isUuid, type }: Column): boolean {
  return isUuid || type === 'datetime';
}
