import { factsOf, type Column, type ColumnFacts, type Patchable } from './columns';

/**
 * Constant texts of SQL, made from the columns of a model when the process starts. A row's values are bound
 * by the names of its properties (`:firstName`), and read back under them, so that no order of columns is
 * said anywhere.
 */

/** What the texts need of a model's class. */
export interface Table<Name extends string = string> {
  readonly tableName: string;
  readonly columns: Readonly<Record<Name, Column>>;
  readonly propertyNameToColumnName: (property: string) => string;
}

interface TableColumn<Name extends string> extends ColumnFacts {
  readonly name: Name;
  /** The column's own name. */
  readonly sql: string;
}

function columnOf<Name extends string>(model: Table<Name>, name: Name): TableColumn<Name> {
  const facts = factsOf(model.columns[name]);
  return { ...facts, name, sql: facts.column ?? model.propertyNameToColumnName(name) };
}

/** The properties of a model's rows, in the order in which it states them. */
export function namesOf<Name extends string>(model: Table<Name>): Name[] {
  return Object.keys(model.columns) as Name[];
}

/** The properties of a model's rows but these. */
export function namesWithout<Name extends string, Out extends Name>(
  model: Table<Name>,
  out: readonly Out[],
): Array<Exclude<Name, Out>> {
  const isOut = (name: Name): name is Out => out.some(other => other === name);
  return namesOf(model).filter((name): name is Exclude<Name, Out> => !isOut(name));
}

/** The column as TypeScript has it. */
function shown(alias: string, { form, sql }: TableColumn<string>): string {
  const column = `${alias}.${sql}`;
  if (form === 'hex') return `encode(${column}, 'hex')`;
  if (form === 'unixMs') return `(extract(epoch from ${column}) * 1000)::bigint`;
  return column;
}

/** What is stored of a value as TypeScript has it. */
function stored(value: string, form: ColumnFacts['form']): string {
  if (form === 'hex') return `decode(${value}, 'hex')`;
  if (form === 'unixMs') return `to_timestamp(${value} / 1000.0)`;
  return value;
}

/** The type of the value as TypeScript has it. */
function boundType({ form, type }: ColumnFacts): string {
  if (form === 'hex') return 'text';
  return form === 'unixMs' ? 'bigint' : type;
}

function parameter(column: TableColumn<string>): string {
  // JSON and other forms need their cast; the rest is known by the column that it goes to.
  const isCast = column.type === 'jsonb' || column.form !== undefined;
  return stored(`:${column.name}${isCast ? `::${boundType(column)}` : ''}`, column.form);
}

/** `p.first_name as "firstName", …`: a row, or the named properties of one, for a SELECT list. */
export function selectList<Name extends string>(
  model: Table<Name>,
  alias: string,
  names: readonly Name[] = namesOf(model),
): string {
  return names.map(name => `${shown(alias, columnOf(model, name))} as "${name}"`).join(', ');
}

/**
 * The columns of a row, or of the named properties of one, for Objection's `select`.
 * @throws TypeError for a column that Objection would read in another form than TypeScript has
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

/** A row, or the named properties of one, as a JSON object. */
export function jsonObject<Name extends string>(
  model: Table<Name>,
  alias: string,
  names: readonly Name[] = namesOf(model),
): string {
  const pairs = names.map(name => `'${name}', ${shown(alias, columnOf(model, name))}`);
  return `json_build_object(${pairs.join(', ')})`;
}

/** What an INSERT says beside its table and values. */
export interface InsertOptions<Name extends string> {
  /** What is written, when it is not the whole row; the rest has the table's defaults. */
  readonly only?: readonly Name[];
  /** The SQL of columns whose value is not bound. */
  readonly given?: Readonly<Partial<Record<Name, string>>>;
  /** Where the row is inserted only if this has one: what follows `from`. */
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

/** Inserts a row; its values are those of {@link valuesOf}. */
export function insert<Name extends string>(model: Table<Name>, options: InsertOptions<Name> = {}): string {
  const columns = insertable(model, options.only);
  const values = columns.map(column => options.given?.[column.name] ?? parameter(column)).join(', ');
  const source = options.from === undefined ? `values (${values})` : `select ${values}\nfrom ${options.from}`;
  return (
    `insert into ${model.tableName} ` +
    `(${columns.map(({ sql }) => sql).join(', ')})\n${source}${tail(options)}`
  );
}

/** What an INSERT of many rows says; in its SQL a row is `r`. */
export interface InsertManyOptions<Name extends string> extends InsertOptions<Name> {
  /** What a row brings beside columns, each with its type. */
  readonly beside?: Readonly<Record<string, SqlTypeOfJson>>;
  /** Joins to `r`. */
  readonly joins?: string;
  /** In which order rows are written; `r.place` is a row's place in the list. */
  readonly orderBy?: string;
}

/** The types of what is in JSON only. */
export type SqlTypeOfJson = 'bigint' | 'integer' | 'text' | 'uuid';

/**
 * Inserts the rows of the parameter `:rows` in one statement, however many they are. A list of objects with
 * the properties of the model's rows is bound; what such an object has beside them is not looked at.
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
 * `set` of a row that is there to what an INSERT would have written: what may change of a row, or the named
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

/** `do update` that fills what is blank in the row that is there, and changes nothing that is not. */
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

/** What an UPDATE says beside its table. */
export interface UpdateOptions<Name extends string> {
  /** What is set, when it is not everything that may change. */
  readonly set?: readonly Name[];
  /** Which row, in SQL; by its `uid` unless said otherwise. */
  readonly where?: string;
  readonly returning?: string;
}

/**
 * Updates a row: a constant text, whatever of the row has changed. Its values are those of {@link patchOf}.
 */
export function update<Name extends string>(model: Table<Name>, options: UpdateOptions<Name> = {}): string {
  const { set = patchableOf(model), where = 'uid = :uid' } = options;
  const columns = set.map(name => columnOf(model, name));
  return `update ${model.tableName}
set ${columns.map(column => `${column.sql} = ${parameter(column)}`).join(', ')}
where ${where}${tail(options)}`;
}

/** The values of a whole row for {@link insert}, whatever else the object has. */
export function valuesOf<Name extends string, Row extends Readonly<Record<Name, unknown>>>(
  model: Table<Name>,
  row: Row,
): Pick<Row, Name> {
  return pick(
    row,
    insertable(model).map(({ name }) => name),
  );
}

/** What may change of a row, as it is now, for Objection's `patch`. */
export function changesOf<
  Stated extends Readonly<Record<string, Column>>,
  Row extends Readonly<Record<Patchable<Stated>, unknown>>,
>(model: Table & { readonly columns: Stated }, row: Row): Pick<Row, Patchable<Stated> & keyof Row> {
  return pick(row, patchableOf(model) as Array<Patchable<Stated> & keyof Row>);
}

/** The values of a row that has changed for {@link update}: its `uid` and whatever may change. */
export function patchOf<Name extends string, Row extends Readonly<Record<Name | 'uid', unknown>>>(
  model: Table<Name>,
  row: Row,
): Pick<Row, Name | 'uid'> {
  return pick(row, ['uid', ...patchableOf(model)]);
}

/** The named properties of an object. */
export function pick<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name> {
  const picked: Partial<Pick<Row, Name>> = {};
  for (const name of names) picked[name] = row[name];
  return picked as Pick<Row, Name>;
}
