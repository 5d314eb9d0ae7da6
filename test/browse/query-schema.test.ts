import { visitRoute, type BrowseRoute, type Column } from '../../src/browse/catalogue';
import { browseRequestSchema, browseResponseSchema } from '../../src/browse/query-schema';
import { describeIssues } from '../../src/forms/field-issues';

const column = (type: Column['type'], isNullable: boolean): Column => ({
  ...{ type, isNullable, sql: 'visit.uid', description: '' },
});
/** A column of every type that can be NULL, and one that cannot. */
const route: BrowseRoute = {
  name: 'Made',
  base: 'visit',
  entities: {
    visit: {
      text: column('text', true),
      date: column('date', true),
      datetime: column('datetime', true),
      decimal: column('decimal', true),
      integer: column('integer', true),
      boolean: column('boolean', true),
      never: column('integer', false),
    },
  },
};
const schema = browseRequestSchema(route);
const filtered = (field: string, ...filters: unknown[]) =>
  schema.safeParse({ where: { visit: { [field]: filters } } });

const values = {
  text: 'a',
  date: '2021-03-01',
  datetime: '2026-01-01T10:00:00+02:00',
  decimal: '1714.89',
  integer: 7,
  boolean: true,
} as const;
const types = ['text', 'date', 'datetime', 'decimal', 'integer', 'boolean'] as const;
const ranges = ['gt', 'gte', 'lt', 'lte'];
const substrings = ['contains', 'startsWith', 'endsWith'];
const takes: Readonly<Record<(typeof types)[number], readonly string[]>> = {
  text: ['equals', 'notEquals', ...substrings],
  date: ['equals', 'notEquals', ...ranges],
  datetime: ['equals', 'notEquals', ...ranges],
  decimal: ['equals', 'notEquals', ...ranges],
  integer: ['equals', 'notEquals', ...ranges],
  boolean: ['equals', 'notEquals'],
};
const comparing = ['equals', 'notEquals', ...substrings, ...ranges];

describe('the request', () => {
  test.each(types)(
    'a %s column takes the operators of its type, the lists and the null checks [BROWSE-14] [BROWSE-15] [BROWSE-17]',
    type => {
      for (const operator of comparing) {
        const { success, data } = filtered(type, { [operator]: values[type] });
        expect({ operator, success }).toEqual({ operator, success: takes[type].includes(operator) });
        if (success)
          expect(data.where).toEqual({ visit: { [type]: [{ operator, values: [values[type]] }] } });
      }
      for (const operator of ['in', 'notIn'])
        expect(filtered(type, { [operator]: [values[type], values[type]] }).data?.where).toEqual({
          visit: { [type]: [{ operator, values: [values[type], values[type]] }] },
        });
      for (const operator of ['isNull', 'isNotNull'])
        expect(filtered(type, operator).data?.where).toEqual({
          visit: { [type]: [{ operator, values: [] }] },
        });
    },
  );

  test('a column that is never NULL takes no null check [BROWSE-16]', () => {
    expect(filtered('never', { equals: 1 }).success).toBe(true);
    expect(filtered('never', 'isNull').success).toBe(false);
    expect(filtered('never', 'isNotNull').success).toBe(false);
  });

  test.each<[string, unknown]>([
    ['text', 1],
    ['text', null],
    ['text', 'a'.repeat(501)],
    ['date', '2021-02-29'],
    ['date', '2021-3-1'],
    ['date', '2021-03-01T00:00:00Z'],
    ['datetime', '2026-01-01'],
    ['datetime', '2026-01-01T10:00:00'],
    ['datetime', '2026-02-30T10:00:00Z'],
    ['datetime', '0000-01-01T00:00:00Z'],
    ['datetime', '2026-01-01T00:00:00+16:00'],
    ['datetime', '2026-01-01T00:00:00-23:59'],
    ['decimal', 'NaN'],
    ['decimal', '1e5'],
    ['decimal', '1.1234567'],
    ['decimal', '1234567890123456'],
    ['decimal', -1e15],
    ['integer', 1.5],
    ['integer', '1'],
    ['integer', 2_147_483_648],
    ['boolean', 'true'],
  ])('a %s column does not take %j', (type, value) => {
    expect(filtered(type, { equals: value }).success).toBe(false);
    expect(filtered(type, { in: [value] }).success).toBe(false);
  });

  test.each<[string, unknown]>([
    ['text', ''],
    ['text', 'a'.repeat(500)],
    ['datetime', '2026-01-01T10:00:00.123Z'],
    ['decimal', '-0.01'],
    ['decimal', '123456789012345.123456'],
    ['decimal', 99.9],
    ['integer', -2_147_483_648],
  ])('a %s column takes %j', (type, value) => {
    expect(filtered(type, { equals: value }).success).toBe(true);
  });

  test('holds at most 20 filters of a column, 1,000 values of a list, 10 orders', () => {
    const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
    const orders = (count: number) => schema.safeParse({ orderBy: many(count, { visit: { text: 'asc' } }) });
    expect(filtered('text', ...many(20, { equals: 'a' })).success).toBe(true);
    expect(filtered('text', ...many(21, { equals: 'a' })).success).toBe(false);
    expect(filtered('text', { in: many(1_000, 'a') }).success).toBe(true);
    expect(filtered('text', { in: many(1_001, 'a') }).success).toBe(false);
    expect(orders(10).success).toBe(true);
    expect(orders(11).success).toBe(false);
  });

  test('reads an order as its entity, its column and its direction [DECISION-28]', () => {
    const { orderBy } = schema.parse({
      orderBy: [{ visit: { text: 'asc' } }, { visit: { date: 'desc' } }],
    });
    expect(orderBy).toEqual([
      { entity: 'visit', column: 'text', direction: 'asc' },
      { entity: 'visit', column: 'date', direction: 'desc' },
    ]);
  });

  test('names twenty fields that it does not know in one place, and how many more there are', () => {
    const input = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`f${index}`, 1]));
    const { error } = schema.safeParse(input);
    if (error === undefined) throw new Error('the body was taken');
    const { isShape, issues } = describeIssues(error, input);
    expect(isShape).toBe(true);
    expect(issues).toHaveLength(21);
    expect(issues[19]).toEqual({ field: 'f19', rule: 'is not known here' });
    expect(issues[20]).toEqual({ field: 'body', rule: 'has 99980 more entries that are not known here' });
  });

  test('may be empty, and an empty part says nothing [BROWSE-6]', () => {
    expect(schema.parse({})).toEqual({});
    expect(schema.parse({ where: {}, select: {}, orderBy: [] })).toEqual({
      where: {},
      select: {},
      orderBy: [],
    });
  });
});

describe('the catalogue of visits', () => {
  const columns = Object.entries(visitRoute.entities).flatMap(([entity, fields]) =>
    Object.entries(fields).map(([field, column]) => ({ entity, field, column })),
  );

  test('gives every column to the filters, the orders and the selection [BROWSE-3]', () => {
    const request = browseRequestSchema(visitRoute);
    for (const { entity, field } of columns) {
      const asked = {
        where: { [entity]: { [field]: [] } },
        orderBy: [{ [entity]: { [field]: 'asc' } }],
        select: { [entity]: { [field]: true } },
      };
      expect({ entity, field, ...request.safeParse(asked) }).toMatchObject({ entity, field, success: true });
    }
  });

  test('gives every column to the answer, as NULL only where it can be [BROWSE-18]', () => {
    const response = browseResponseSchema(visitRoute);
    const cells = { ...values, datetime: '2026-01-01T10:00:00.000Z' };
    for (const {
      entity,
      field,
      column: { type, isNullable },
    } of columns) {
      const answer = (cell: unknown): object => ({
        table: [{ [entity]: { [field]: cell } }],
        aggregate: {},
        total: 1,
      });
      expect(response.parse(answer(cells[type]))).toEqual(answer(cells[type]));
      expect({ entity, field, success: response.safeParse(answer(null)).success }).toEqual({
        entity,
        field,
        success: isNullable,
      });
    }
  });
});
