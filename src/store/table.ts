import { factsOf, type Column, type ColumnFacts, type Patchable } from './columns';

/**
 * Constant SQL texts, generated from the columns of a model when the process starts. A row's values are bound
 * by property name (`:firstName`), and read back under it, so that no order of columns is repeated anywhere.
 */

/** What the texts need from a model's class. */
export interface Table<Name extends string = string> {
  readonly tableName: string;
  readonly columns: Readonly<Record<Name, Column>>;
  readonly propertyNameToColumnName: (property: string) => string;
}

interface TableColumn<Name extends string> extends ColumnFacts {
  readonly name: Name;
  /** The column's name in SQL. */
  readonly sql: string;
}

function columnOf<Name extends string>(model: Table<Name>, name: Name): TableColumn<Name> {
  const facts = factsOf(model.columns[name]);
  return { ...facts, name, sql: facts.column ?? model.propertyNameToColumnName(name) };
}

/** Returns the properties of a model's rows, in the model's order. */
export function namesOf<Name extends string>(model: Table<Name>): Name[] {
  return Object.keys(model.columns) as Name[];
}

/** Returns the properties of a model's rows except these. */
export function namesWithout<Name extends string, Out extends Name>(
  model: Table<Name>,
  out: readonly Out[],
): Array<Exclude<Name, Out>> {
  const isOut = (name: Name): name is Out => out.some(other => other === name);
  return namesOf(model).filter((name): name is Exclude<Name, Out> => !isOut(name));
}

/** Returns the column in TypeScript's form. */
function shown(alias: string, { form, sql }: TableColumn<string>): string {
  const column = `${alias}.${sql}`;
  if (form === 'hex') return `encode(${column}, 'hex')`;
  if (form === 'unixMs') return `(extract(epoch from ${column}) * 1000)::bigint`;
  return column;
}

/** Returns the stored form of a TypeScript value. */
function stored(value: string, form: ColumnFacts['form']): string {
  if (form === 'hex') return `decode(${value}, 'hex')`;
  if (form === 'unixMs') return `to_timestamp(${value} / 1000.0)`;
  return value;
}

/** Returns the SQL type of a bound TypeScript value. */
function boundType({ form, type }: ColumnFacts): string {
  if (form === 'hex') return 'text';
  return form === 'unixMs' ? 'bigint' : type;
}

function parameter(column: TableColumn<string>): string {
  // JSON and converted forms need a cast; for the rest, the target column gives the type.
  const isCast = column.type === 'jsonb' || column.form !== undefined;
  return stored(`:${column.name}${isCast ? `::${boundType(column)}` : ''}`, column.form);
}

/** Returns `p.first_name as "firstName", …`: a row, or the named properties of one, for a SELECT list. */
export function selectList<Name extends string>(
  model: Table<Name>,
  alias: string,
  names: readonly Name[] = namesOf(model),
): string {
  return names.map(name => `${shown(alias, columnOf(model, name))} as "${name}"`).join(', ');
}

/**
 * Returns the columns of a row, or of the named properties of one, for Objection's `select`.
 * @throws TypeError for a column that Objection would read in a different form than TypeScript has
 */
export function columnsOf<Name extends string>(
  model: Table<Name>,
  names: readonly Name[] = namesOf(model),
): string[] {
  return names.map(name => {
    const { form, sql } = columnOf(model, name);
    if (form !== undefined) throw new TypeError(`${model.tableName}.${sql} is read by SQL text only`);
    return `${model.tableName}.${sql}`;
  });
}

/**
 * Returns a row, or the named properties of one, as a JSON object.
 * @param given SQL for further properties
 */
export function jsonObject<Name extends string>(
  model: Table<Name>,
  alias: string,
  names: readonly Name[] = namesOf(model),
  given: Readonly<Record<string, string>> = {},
): string {
  const pairs = [
    ...names.map(name => `'${name}', ${shown(alias, columnOf(model, name))}`),
    ...Object.entries(given).map(([name, sql]) => `'${name}', ${sql}`),
  ];
  return `json_build_object(${pairs.join(', ')})`;
}

/** The options of an INSERT. */
export interface InsertOptions<Name extends string> {
  /** The written properties, if not the whole row; the others get the table's defaults. */
  readonly only?: readonly Name[];
  /** SQL for columns whose value isn't bound. */
  readonly given?: Readonly<Partial<Record<Name, string>>>;
  /** Inserts the row only if this has one: what follows `from`. */
  readonly from?: string;
  readonly onConflict?: string;
  readonly returning?: string;
}

function tail({ onConflict, returning }: { onConflict?: string; returning?: string }): string {
  return [onConflict, returning === undefined ? undefined : `returning ${returning}`]
    .filter(part => part !== undefined)
    .map(part => `\n${part}`)
    .join('');
}

function insertable<Name extends string>(
  model: Table<Name>,
  names: readonly Name[] = namesOf(model),
): Array<TableColumn<Name>> {
  return names.map(name => columnOf(model, name)).filter(({ isGenerated }) => !isGenerated);
}

/** Returns the INSERT of a row; its values are those of {@link valuesOf}. */
export function insert<Name extends string>(model: Table<Name>, options: InsertOptions<Name> = {}): string {
  const columns = insertable(model, options.only);
  const values = columns.map(column => options.given?.[column.name] ?? parameter(column)).join(', ');
  const source = options.from === undefined ? `values (${values})` : `select ${values}\nfrom ${options.from}`;
  return (
    `insert into ${model.tableName} ` +
    `(${columns.map(({ sql }) => sql).join(', ')})\n${source}${tail(options)}`
  );
}

/** The options of an INSERT of many rows; in its SQL a row is `r`. */
export interface InsertManyOptions<Name extends string> extends InsertOptions<Name> {
  /** Additional values of a row, each with its type. */
  readonly beside?: Readonly<Record<string, SqlTypeOfJson>>;
  /** Joins to `r`. */
  readonly joins?: string;
  /** The order in which rows are written; `r.place` is a row's position in the list. */
  readonly orderBy?: string;
}

/** The types of values that are only in the JSON. */
export type SqlTypeOfJson = 'bigint' | 'integer' | 'text' | 'uuid';

/**
 * Returns the INSERT of the rows in the parameter `:rows` as one statement, for any number. It is bound to a
 * list of objects with the properties of the model's rows; other properties are ignored.
 */
export function insertMany<Name extends string>(
  model: Table<Name>,
  options: InsertManyOptions<Name> = {},
): string {
  const { given, beside = {}, joins, orderBy } = options;
  const columns = insertable(model, options.only);
  const brought: ReadonlyArray<readonly [name: string, type: string]> = [
    ...columns
      .filter(({ name }) => given?.[name] === undefined)
      .map(column => [column.name, boundType(column)] as const),
    ...Object.entries(beside),
  ];
  const values = columns.map(({ name, form }) => given?.[name] ?? stored(`r."${name}"`, form));
  const names = brought.map(([name]) => `"${name}"`);
  const typed = brought.map(([name, type]) => `"${name}" ${type}`);
  return (
    [
      `insert into ${model.tableName} (${columns.map(({ sql }) => sql).join(', ')})`,
      `select ${values.join(', ')}`,
      `from rows from (json_to_recordset(:rows::json) as (${typed.join(', ')})) with ordinality as ` +
        `r(${names.join(', ')}, place)`,
      ...(joins === undefined ? [] : [joins]),
      ...(orderBy === undefined ? [] : [`order by ${orderBy}`]),
    ].join('\n') + tail(options)
  );
}

/**
 * Returns the `set` that updates an existing row with the values of an INSERT: its updatable or named
 * properties.
 */
export function excluded<Name extends string>(
  model: Table<Name>,
  names: readonly Name[] = patchableOf(model),
): string {
  return names
    .map(name => columnOf(model, name))
    .map(({ sql }) => `${sql} = excluded.${sql}`)
    .join(', ');
}

/** Returns the `do update` that fills blank columns of an existing row and changes no others. */
export function fillBlanks<Name extends string>(model: Table<Name>, names: readonly Name[]): string {
  const columns = names.map(name => columnOf(model, name).sql);
  const here = (column: string): string => `${model.tableName}.${column}`;
  return `do update
    set ${columns.map(column => `${column} = coalesce(${here(column)}, excluded.${column})`).join(', ')}
where ${columns.map(column => `(${here(column)} is null and excluded.${column} is not null)`).join(' or ')}`;
}

function patchableOf<Name extends string>(model: Table<Name>): Name[] {
  return namesOf(model).filter(name => !columnOf(model, name).isFixed);
}

/** The options of an UPDATE. */
export interface UpdateOptions<Name extends string> {
  /** The updated properties, if not all updatable ones. */
  readonly set?: readonly Name[];
  /** The row's condition in SQL; its `uid` by default. */
  readonly where?: string;
  readonly returning?: string;
}

/**
 * Returns the UPDATE of a row: a constant text, whatever has changed. Its values are those of {@link
 * patchOf}.
 */
export function update<Name extends string>(model: Table<Name>, options: UpdateOptions<Name> = {}): string {
  const { set = patchableOf(model), where = 'uid = :uid' } = options;
  const columns = set.map(name => columnOf(model, name));
  return `update ${model.tableName}
set ${columns.map(column => `${column.sql} = ${parameter(column)}`).join(', ')}
where ${where}${tail(options)}`;
}

/** Returns the values of a whole row for {@link insert}, without the object's other properties. */
export function valuesOf<Name extends string, Row extends Readonly<Record<Name, unknown>>>(
  model: Table<Name>,
  row: Row,
): Pick<Row, Name> {
  return pick(
    row,
    insertable(model).map(({ name }) => name),
  );
}

/** Returns the updatable values of a row, for Objection's `patch`. */
export function changesOf<
  Stated extends Readonly<Record<string, Column>>,
  Row extends Readonly<Record<Patchable<Stated>, unknown>>,
>(model: Table & { readonly columns: Stated }, row: Row): Pick<Row, Patchable<Stated> & keyof Row> {
  return pick(row, patchableOf(model) as Array<Patchable<Stated> & keyof Row>);
}

/** Returns the values of a changed row for {@link update}: its `uid` and its updatable properties. */
export function patchOf<Name extends string, Row extends Readonly<Record<Name | 'uid', unknown>>>(
  model: Table<Name>,
  row: Row,
): Pick<Row, Name | 'uid'> {
  return pick(row, ['uid', ...patchableOf(model)]);
}

/** Returns the named properties of an object. */
export function pick<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name> {
  const picked: Partial<Pick<Row, Name>> = {};
  for (const name of names) picked[name] = row[name];
  return picked as Pick<Row, Name>;
}
