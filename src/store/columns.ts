/** The columns of a model, stated once, each with its PostgreSQL type. */

/** The column types in use. */
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

/** A type, and whether the column is nullable. */
export type Notation = SqlType | `${SqlType} | null`;

/** A column whose value has a different form in TypeScript than in PostgreSQL. */
export interface ShownColumn<Type extends Notation = Notation> {
  readonly type: Type;
  readonly form: 'hex' | 'unixMs';
  /** The column's name if it differs from the property's. */
  readonly column?: string;
}

/** A column that is written with its row and never updated. */
export interface FixedColumn<Inner extends Notation | ShownColumn = Notation | ShownColumn> {
  readonly fixed: Inner;
}

/** A column that PostgreSQL fills. */
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
 * The columns of a row: exactly its properties, each with a matching type, nullable where the property is.
 */
export type Columns<Row> = {
  readonly [Name in keyof Row]-?:
    | Stated<Row[Name]>
    | FixedColumn<Stated<Row[Name]>>
    | GeneratedColumn<OrNull<Row[Name], TypeFor<NonNullable<Row[Name]>>>>;
};

/** The updatable properties of a row, by its model's columns. */
export type Patchable<Stated> = {
  [Name in keyof Stated]: Stated[Name] extends FixedColumn | GeneratedColumn ? never : Name;
}[keyof Stated];

/** Returns a column that is never updated. */
export function fixed<const Inner extends Notation | ShownColumn>(column: Inner): FixedColumn<Inner> {
  return { fixed: column };
}

/** Returns a column that is neither inserted nor updated. */
export function generated<const Type extends Notation>(type: Type): { readonly generated: Type } {
  return { generated: type };
}

/** Returns a column of bytes that TypeScript has as hex text. */
export function hex<const Type extends 'bytea' | 'bytea | null'>(type: Type): ShownColumn<Type> {
  return { type, form: 'hex' };
}

/** Returns a timestamp column that TypeScript has as Unix milliseconds, in a property named so. */
export function unixMs<const Type extends 'timestamptz' | 'timestamptz | null'>(
  column: string,
  type: Type,
): ShownColumn<Type> {
  return { type, form: 'unixMs', column };
}

/** The facts of a stated column. */
export interface ColumnFacts {
  readonly type: SqlType;
  readonly mayBeNull: boolean;
  /** No update changes it. */
  readonly isFixed: boolean;
  /** PostgreSQL creates its value. */
  readonly isGenerated: boolean;
  readonly form: ShownColumn['form'] | undefined;
  /** Its name if it differs from the property's. */
  readonly column: string | undefined;
}

/** Returns the facts of a stated column. */
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
