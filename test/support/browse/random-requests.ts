/** Requests of every kind that docs/guides/browse.md allows, for the existing rows. */
import fc from 'fast-check';
import { isFoundByBeginning, type Column, type ColumnType } from '../../../src/browse/catalogue/column';
import { columnsOf, type BrowseRoute, type PlacedColumn } from '../../../src/browse/catalogue/routes';
import { cellsOf, type Cell, type OracleRow } from './oracle-row';
import { nearText, valuesOf } from './random-values';
import type { BodyAggregate, BodyFilter, BrowseBody } from './request-body';
import { nastyTexts } from './seed-values';

const comparing = ['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte'];
/** The guide's table of operators by type. */
const operators: Readonly<Record<ColumnType, readonly string[]>> = {
  text: ['equals', 'notEquals', 'contains', 'startsWith', 'endsWith'],
  date: comparing,
  datetime: comparing,
  decimal: comparing,
  integer: comparing,
  boolean: ['equals', 'notEquals'],
};

type Value = Exclude<Cell, null>;

function distinct(rows: readonly OracleRow[], { entity, field }: PlacedColumn): Value[] {
  return [...new Set(rows.map(cellsOf(entity, field)).filter(cell => cell !== null))];
}

function filterOf(column: Column, existing: readonly Value[]): fc.Arbitrary<BodyFilter> {
  const value = valuesOf(column, existing);
  const single = fc
    .tuple(fc.constantFrom(...operators[column.type]), value)
    .map(([operator, one]): BodyFilter => ({ [operator]: one }));
  const values = fc.oneof(
    { arbitrary: fc.array(value, { maxLength: 4 }), weight: 5 },
    { arbitrary: fc.array(value, { minLength: 20, maxLength: 60 }), weight: 1 },
  );
  const list = fc
    .tuple(fc.constantFrom('in', 'notIn'), values)
    .map(([operator, listed]): BodyFilter => ({ [operator]: listed }));
  const ofNull = fc.constantFrom<BodyFilter>('isNull', 'isNotNull');
  return fc.oneof(
    { arbitrary: single, weight: 6 },
    { arbitrary: list, weight: 3 },
    ...(column.isNullable ? [{ arbitrary: ofNull, weight: 2 }] : []),
  );
}

/** A column of any entity, with equal weight for entities with few columns. */
function anyColumn(route: BrowseRoute): fc.Arbitrary<PlacedColumn> {
  const columns = columnsOf(route);
  return fc
    .constantFrom(...Object.keys(route.blocks), route.base, route.base)
    .chain(entity => fc.constantFrom(...columns.filter(column => column.entity === entity)));
}

interface PlacedBodyFilter {
  readonly entity: string;
  readonly field: string;
  readonly made: BodyFilter;
}

/** Filters by patient or project: most callers use them, and random draws hardly ever do. */
function namingFilters(
  route: BrowseRoute,
  rows: readonly OracleRow[],
): fc.Arbitrary<readonly PlacedBodyFilter[]> {
  const naming = ['patient', 'project'].map(entity => {
    const placed = columnsOf(route).find(column => column.entity === entity && column.field === 'id');
    const id = fc.constantFrom(...(placed === undefined ? [] : distinct(rows, placed)));
    const filter = fc.oneof(
      { arbitrary: id.map((one): BodyFilter => ({ equals: one })), weight: 4 },
      { arbitrary: fc.array(id, { maxLength: 2 }).map((list): BodyFilter => ({ in: list })), weight: 1 },
    );
    return fc.option(
      filter.map((made): PlacedBodyFilter => ({ entity, field: 'id', made })),
      { freq: 4 },
    );
  });
  return fc.tuple(...naming).map(filters => filters.filter(filter => filter !== null));
}

function wheres(
  route: BrowseRoute,
  rows: readonly OracleRow[],
): fc.Arbitrary<NonNullable<BrowseBody['where']>> {
  const filters = new Map(
    columnsOf(route).map(placed => [
      `${placed.entity}.${placed.field}`,
      filterOf(placed.column, distinct(rows, placed)),
    ]),
  );
  const one = anyColumn(route).chain(({ entity, field }) => {
    const filter = filters.get(`${entity}.${field}`);
    if (filter === undefined) throw new TypeError('a column has no filters');
    return filter.map((made): PlacedBodyFilter => ({ entity, field, made }));
  });
  const some = (minLength: number, maxLength: number): fc.Arbitrary<readonly PlacedBodyFilter[]> =>
    fc.array(one, { minLength, maxLength });
  const named = fc
    .tuple(namingFilters(route, rows), some(0, 2))
    .map(([naming, others]) => [...naming, ...others]);
  // Four random filters find hardly anything, so most requests have one or two.
  const lists = fc.oneof(
    { arbitrary: some(0, 0), weight: 3 },
    { arbitrary: some(1, 1), weight: 5 },
    { arbitrary: some(2, 4), weight: 3 },
    { arbitrary: named, weight: 3 },
  );
  return lists.map(list => {
    const where: Record<string, Record<string, BodyFilter[]>> = {};
    for (const { entity, field, made } of list) ((where[entity] ??= {})[field] ??= []).push(made);
    return where;
  });
}

const orders = (route: BrowseRoute): fc.Arbitrary<NonNullable<BrowseBody['orderBy']>> =>
  fc.array(
    fc
      .tuple(anyColumn(route), fc.constantFrom('asc' as const, 'desc' as const))
      .map(([{ entity, field }, direction]) => ({ [entity]: { [field]: direction } })),
    { maxLength: 3 },
  );

/** Blocks that are omitted, empty, or have some columns; the row's own id is nearly always selected. */
function selects({ blocks, base }: BrowseRoute): fc.Arbitrary<NonNullable<BrowseBody['select']>> {
  const flags = (fields: readonly string[]): fc.Arbitrary<Record<string, boolean>> =>
    fc
      .array(fc.tuple(fc.constantFrom(...fields), fc.integer({ min: 0, max: 4 })), { maxLength: 4 })
      .map(chosen => Object.fromEntries(chosen.map(([field, n]) => [field, n > 0])));
  const block = (entity: string): fc.Arbitrary<Record<string, boolean> | undefined> => {
    const some = flags(Object.keys(blocks[entity]?.columns ?? {}));
    if (entity === base) return some.map(shown => ({ id: true, ...shown }));
    return fc.oneof(
      { arbitrary: fc.constant({}), weight: 3 },
      { arbitrary: some, weight: 3 },
      { arbitrary: fc.constant(undefined), weight: 1 },
    );
  };
  return fc
    .tuple(...Object.keys(blocks).map(entity => block(entity).map(shown => [entity, shown] as const)))
    .map(entries =>
      Object.fromEntries(
        entries.flatMap(([entity, shown]) => (shown === undefined ? [] : [[entity, shown] as const])),
      ),
    );
}

function aggregates({ blocks }: BrowseRoute): fc.Arbitrary<NonNullable<BrowseBody['aggregate']>> {
  const parts = Object.entries(blocks).map(([entity, { columns }]) => {
    const numbers = Object.keys(columns).filter(field =>
      ['decimal', 'integer'].includes(columns[field]?.type ?? ''),
    );
    const count = fc.record({ count: fc.boolean() }, { requiredKeys: [] });
    const flags = fc
      .array(fc.constantFrom('', ...numbers), { maxLength: 3 })
      .map(fields => Object.fromEntries(fields.filter(field => field !== '').map(field => [field, true])));
    const functions = fc.record({ sum: flags, avg: flags, min: flags, max: flags }, { requiredKeys: [] });
    const block: fc.Arbitrary<BodyAggregate> =
      numbers.length === 0 ? count : fc.tuple(count, functions).map(([one, more]) => ({ ...one, ...more }));
    return fc.option(block, { nil: undefined }).map(made => [entity, made] as const);
  });
  return fc
    .tuple(...parts)
    .map(entries =>
      Object.fromEntries(entries.flatMap(([entity, made]) => (made === undefined ? [] : [[entity, made]]))),
    );
}

const searchMax = 200;

/** A search for what one searched column has, what two have together, or what none has. */
function searches(route: BrowseRoute, rows: readonly OracleRow[]): fc.Arbitrary<string> {
  const searched = columnsOf(route).filter(({ column }) => !isFoundByBeginning(column));
  const others = columnsOf(route).filter(({ column }) => isFoundByBeginning(column));
  const text = (columns: readonly PlacedColumn[]): fc.Arbitrary<string> =>
    fc
      .constantFrom(...columns.map(placed => distinct(rows, placed).map(String)))
      .chain(texts => nearText(texts.length === 0 ? ['none'] : texts, searchMax));
  const across = fc
    .tuple(text(searched), fc.constantFrom('', ' '), text(searched))
    .map(
      ([one, between, other]) => one.slice(-20).toWellFormed() + between + other.slice(0, 20).toWellFormed(),
    );
  return fc
    .oneof(
      { arbitrary: text(searched), weight: 4 },
      { arbitrary: text(others), weight: 1 },
      { arbitrary: across, weight: 1 },
      { arbitrary: nearText(nastyTexts, searchMax), weight: 2 },
    )
    .filter(made => !/\p{Cc}/u.test(made));
}

const takes = fc.oneof(
  { arbitrary: fc.nat(25), weight: 20 },
  { arbitrary: fc.constant(undefined), weight: 2 },
  { arbitrary: fc.constantFrom(1_000, 1_001, 10_000), weight: 1 },
);
const skips = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 4 },
  { arbitrary: fc.nat(30), weight: 4 },
  { arbitrary: fc.constantFrom(100, 1_000, 10_000_000), weight: 1 },
);

/** Something that occurs once in so many times. */
function sometimes<T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> {
  return fc.oneof({ arbitrary: fc.constant(undefined), weight: 10 - times }, { arbitrary, weight: times });
}

/** Request bodies of a route; none breaks a rule. */
export function requestsOf(route: BrowseRoute, rows: readonly OracleRow[]): fc.Arbitrary<BrowseBody> {
  return fc
    .record({
      where: wheres(route, rows),
      orderBy: sometimes(orders(route), 8),
      select: sometimes(selects(route), 9),
      aggregate: sometimes(aggregates(route), 3),
      search: sometimes(searches(route, rows), 3),
      take: takes,
      skip: skips,
    })
    .map(({ where, ...others }) => {
      const given = Object.entries(others).filter(([, value]) => value !== undefined);
      return { ...(Object.keys(where).length === 0 ? {} : { where }), ...Object.fromEntries(given) };
    });
}
