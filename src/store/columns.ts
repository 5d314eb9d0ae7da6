/** How a model states its columns: once, with the type that each has in PostgreSQL. */

/** The types of our columns. */
export type SqlType =
  | 'bigint'
  | 'boolean'
  | 'bytea'
  | 'date'
  | 'integer'
  | 'jsonb'
  | 'numeric'
  | 'text'
  | 'text[]'
  | 'timestamptz'
  | 'uuid'
  | 'uuid[]';

/** A type, and whether the column may be null. */
export type Notation = SqlType | `${SqlType} | null`;

/** A column whose value TypeScript has in another form than PostgreSQL. */
export interface ShownColumn<Type extends Notation = Notation> {
  readonly type: Type;
  readonly form: 'hex' | 'unixMs';
  /** The column's own name where it is not the property's. */
  readonly column?: string;
}

/** A column that is written with its row and stays. */
export interface FixedColumn<Inner extends Notation | ShownColumn = Notation | ShownColumn> {
  readonly fixed: Inner;
}

/** A column that PostgreSQL fills by itself. */
export interface GeneratedColumn<Inner extends Notation = Notation> {
  readonly generated: Inner;
}

/** A column as a model states it. */
export type Column = Notation | ShownColumn | FixedColumn | GeneratedColumn;

type TypeFor<Value> = [Value] extends [string]
  ? 'date' | 'numeric' | 'text' | 'uuid'
  : [Value] extends [number]
    ? 'bigint' | 'integer'
    : [Value] extends [boolean]
      ? 'boolean'
      : [Value] extends [Date]
        ? 'timestamptz'
        : [Value] extends [Buffer]
          ? 'bytea'
          : [Value] extends [readonly string[]]
            ? 'jsonb' | 'text[]' | 'uuid[]'
            : 'jsonb';
type OrNull<Value, Type extends SqlType> = null extends Value ? `${Type} | null` : Type;
type Shown<Value> = [Value] extends [string | null]
  ? ShownColumn<OrNull<Value, 'bytea'>>
  : [Value] extends [number | null]
    ? ShownColumn<OrNull<Value, 'timestamptz'>>
    : never;
type Stated<Value> = OrNull<Value, TypeFor<NonNullable<Value>>> | Shown<Value>;

/**
 * The columns of a row: none missing, none too many, each of a type that holds the property, null where it
 * may be null.
 */
export type Columns<Row> = {
  readonly [Name in keyof Row]-?:
    | Stated<Row[Name]>
    | FixedColumn<Stated<Row[Name]>>
    | GeneratedColumn<OrNull<Row[Name], TypeFor<NonNullable<Row[Name]>>>>;
};

/** The properties of a row that may change, by the columns of its model. */
export type Patchable<Stated> = {
  [Name in keyof Stated]: Stated[Name] extends FixedColumn | GeneratedColumn ? never : Name;
}[keyof Stated];

/** A column that no update changes. */
export function fixed<const Inner extends Notation | ShownColumn>(column: Inner): FixedColumn<Inner> {
  return { fixed: column };
}

/** A column that no insert names either. */
export function generated<const Type extends Notation>(type: Type): { readonly generated: Type } {
  return { generated: type };
}

/** Bytes that TypeScript has as text in hex. */
export function hex<const Type extends 'bytea' | 'bytea | null'>(type: Type): ShownColumn<Type> {
  return { type, form: 'hex' };
}

/** An instant that TypeScript has as Unix milliseconds, under a property that says so. */
export function unixMs<const Type extends 'timestamptz' | 'timestamptz | null'>(
  column: string,
  type: Type,
): ShownColumn<Type> {
  return { type, form: 'unixMs', column };
}

/** What a stated column comes to. */
export interface ColumnFacts {
  readonly type: SqlType;
  readonly mayBeNull: boolean;
  /** No update changes it. */
  readonly isFixed: boolean;
  /** PostgreSQL makes its value. */
  readonly isGenerated: boolean;
  readonly form: ShownColumn['form'] | undefined;
  /** Its own name, where it is not the property's. */
  readonly column: string | undefined;
}

/** Reads a stated column. */
export function factsOf(stated: Column): ColumnFacts {
  if (typeof stated === 'string') {
    const type = stated.replace(' | null', '') as SqlType;
    const mayBeNull = type !== stated;
    return { type, mayBeNull, isFixed: false, isGenerated: false, form: undefined, column: undefined };
  }
  if ('fixed' in stated) return { ...factsOf(stated.fixed), isFixed: true };
  if ('generated' in stated) return { ...factsOf(stated.generated), isFixed: true, isGenerated: true };
  return { ...factsOf(stated.type), form: stated.form, column: stated.column };
}
