/** The quick way to read a request beside the schema, which decides: what it reads is what the schema makes of it. */
import fc from 'fast-check';
import type { ColumnType } from '../../src/browse/catalogue/column';
import { browseRoutes, columnsOf, type BrowseRoute } from '../../src/browse/catalogue/routes';
import { quickReader } from '../../src/browse/request/quick-reader';
import { browseRequestSchema } from '../../src/browse/request/request-schema';
import { malformedRequests } from '../support/browse/malformed-requests';
import type { Cell, OracleRow } from '../support/browse/oracle-row';
import { requestsOf } from '../support/browse/random-requests';

const cells: Readonly<Record<ColumnType, readonly [Cell, Cell]>> = {
  text: ['Zoë 100%', 'I10'],
  date: ['2021-03-01', '2024-02-29'],
  datetime: ['2026-01-01T10:00:00.123Z', '1999-12-31T23:59:59.999Z'],
  decimal: ['1714.89', '-0.01'],
  integer: [7, -2_147_483_648],
  boolean: [true, false],
};

/** Two rows whose values requests are about. */
function rowsOf(route: BrowseRoute): readonly OracleRow[] {
  const columns = columnsOf(route);
  const row = (at: 0 | 1): OracleRow => ({
    ownId: 'row',
    companyUid: 'company',
    projectUid: 'project',
    environment: 'production',
    has: new Set(Object.keys(route.blocks)),
    cells: Object.fromEntries(
      columns.map(({ entity, field, column }) => [`${entity}.${field}`, cells[column.type][at]]),
    ),
  });
  return [row(0), row(1)];
}

type Path = readonly string[];

/** Where something stands in a body, the body itself first. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [path, ...inner.flatMap(([key, one]) => pathsOf(one, [...path, key]))];
}

/** A copy in which something else stands in one place, or stands there under another name. */
function changed(
  value: unknown,
  [key, ...rest]: Path,
  change: (old: unknown) => unknown,
  name?: string,
): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((one: unknown, at) => (String(at) === key ? changed(one, rest, change, name) : one));
  const entries = Object.entries(value as object).map(([own, one]): [string, unknown] => {
    if (own !== key) return [own, one];
    return [rest.length === 0 && name !== undefined ? name : own, changed(one, rest, change, name)];
  });
  return Object.fromEntries(entries);
}

const oddities = fc.constantFrom<unknown>(
  ...[null, true, false, '', 'asc', 'isNull', 'isNotNull', 0, -0, -1, 1, 1.5, 1e300, 10_001, 'a'.repeat(501)],
  ...[[], [[]], ['isNull'], {}, { id: 'asc' }, { id: true }, { visit: {} }, { visit: { id: 'desc' } }],
  ...[{ equals: 'a' }, { equals: 1 }, { in: [] }, { in: [1, 'a'] }, { gt: '1.5' }, { equals: 'a', in: [] }],
  ...[{ count: true }, { sum: { chargeAmount: true } }, { visit: { count: false } }, '\uD800', 'a\nb'],
);
const names = fc.constantFrom(
  ...[
    '__proto__',
    'constructor',
    'toString',
    'where',
    'take',
    'visit',
    'site',
    'id',
    'createdAt',
    'chargeAmount',
  ],
  ...['equals', 'notEquals', 'in', 'lte', 'contains', 'count', 'sum', 'more'],
);

/** Bodies that are right, and such as are changed in a place or two. */
function bodiesOf(route: BrowseRoute): fc.Arbitrary<unknown> {
  const spoils = fc.array(
    fc.record({ at: fc.nat(), oddity: oddities, name: fc.option(names), isKept: fc.boolean() }),
    { maxLength: 2 },
  );
  return fc.tuple(requestsOf(route, rowsOf(route)), spoils).map(([body, list]) =>
    list.reduce<unknown>((made, { at, oddity, name, isKept }) => {
      const paths = pathsOf(made);
      const path = paths[at % paths.length] ?? [];
      const isRenamed = name !== null && isKept;
      return changed(made, path, old => (isRenamed ? old : oddity), name ?? undefined);
    }, body),
  );
}

describe.each(browseRoutes.map(route => [route.plural, route] as const))('a request of %s', (_, route) => {
  const read = quickReader(route);
  const schema = browseRequestSchema(route);

  test('is read as the schema reads it, and left to the schema where that refuses it', () => {
    let [taken, refused] = [0, 0];
    fc.assert(
      fc.property(bodiesOf(route), body => {
        const { success, data } = schema.safeParse(body);
        if (success) taken += 1;
        else refused += 1;
        expect(read(body)).toStrictEqual(data);
      }),
      { numRuns: 500 },
    );
    // The bodies are of both kinds.
    expect(Math.min(taken, refused)).toBeGreaterThan(100);
  });

  test('is left to the schema in each of the ways in which it can be malformed', () => {
    const malformed = malformedRequests().filter(request => request.route === route.path);
    expect(malformed.length).toBeGreaterThan(40);
    const wronglyRead = malformed.filter(({ text }) => read(JSON.parse(text)) !== undefined);
    expect(wronglyRead).toEqual([]);
  });

  test('may ask for as much as the limits allow, and is read then', () => {
    const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
    const ofBase = (...filters: unknown[]) => ({ where: { [route.base]: { id: filters } } });
    const twenty = many(20, { equals: 'a' });
    const bodies = [
      { where: { [route.base]: { id: twenty }, patient: { id: twenty, firstName: twenty.slice(10) } } },
      ofBase(...many(10, { contains: 'a' })),
      ofBase({ in: many(1_000, 'a') }, { notIn: many(1_000, 'a') }),
      { orderBy: many(10, { [route.base]: { id: 'asc' } }) },
      { search: 'a'.repeat(200), take: 10_000, skip: 10_000_000 },
      { search: '', take: 0, skip: 0 },
    ];
    for (const body of bodies) expect(read(body)).toStrictEqual(schema.parse(body));
  });
});
