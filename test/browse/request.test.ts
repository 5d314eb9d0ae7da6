import { browseAnswerSchema } from '../../src/browse/answer/answer-schema';
import type { Column } from '../../src/browse/catalogue/column';
import { browseRoutes, columnsOf, type BrowseRoute } from '../../src/browse/catalogue/routes';
import { browseRequestSchema } from '../../src/browse/request/request-schema';
import { describeIssues } from '../../src/forms/field-issues';

const column = (type: Column['type'], isNullable: boolean): Column => ({
  type,
  isNullable,
  sql: 'visit.uid',
  isUuid: false,
  isSearched: false,
  description: '',
});
/** A column of every type that can be NULL, and one that cannot. */
const route: BrowseRoute = {
  name: 'Made',
  path: 'made',
  plural: 'made rows',
  base: 'visit',
  blocks: {
    visit: {
      description: 'The visit.',
      table: 'visit',
      columns: {
        text: column('text', true),
        date: column('date', true),
        datetime: column('datetime', true),
        decimal: column('decimal', true),
        integer: column('integer', true),
        boolean: column('boolean', true),
        never: column('integer', false),
      },
    },
  },
};
const schema = browseRequestSchema(route);
/** What a filter of a column is read as; undefined where it is refused. */
const filtered = (field: string, ...filters: unknown[]) => {
  const { data } = schema.safeParse({ where: { visit: { [field]: filters } } });
  return data?.filters.map(({ entity, field: of, filter }) => ({ entity, field: of, filter }));
};
const isTaken = (field: string, ...filters: unknown[]): boolean => filtered(field, ...filters) !== undefined;

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
    'a %s column takes the operators of its type, the lists and the null checks [BROWSE-14] ' +
      '[BROWSE-15] [BROWSE-17]',
    type => {
      for (const operator of comparing) {
        const value = values[type];
        expect({ operator, filters: filtered(type, { [operator]: value }) }).toEqual({
          operator,
          filters: takes[type].includes(operator)
            ? [{ entity: 'visit', field: type, filter: { operator, value } }]
            : undefined,
        });
      }
      for (const operator of ['in', 'notIn'])
        expect(filtered(type, { [operator]: [values[type], values[type]] })).toEqual([
          { entity: 'visit', field: type, filter: { operator, values: [values[type], values[type]] } },
        ]);
      for (const operator of ['isNull', 'isNotNull'])
        expect(filtered(type, operator)).toEqual([{ entity: 'visit', field: type, filter: { operator } }]);
    },
  );

  test('a column that is never NULL takes no null check [BROWSE-16]', () => {
    expect(isTaken('never', { equals: 1 })).toBe(true);
    expect(isTaken('never', 'isNull')).toBe(false);
    expect(isTaken('never', 'isNotNull')).toBe(false);
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
    ['datetime', '2026-01-01T00:00:00.1234567Z'],
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
    expect(isTaken(type, { equals: value })).toBe(false);
    expect(isTaken(type, { in: [value] })).toBe(false);
  });

  test.each<[string, unknown]>([
    ['text', ''],
    ['text', 'a'.repeat(500)],
    ['datetime', '2026-01-01T10:00:00.123456Z'],
    ['decimal', '-0.01'],
    ['decimal', '123456789012345.123456'],
    ['decimal', 99.9],
    ['integer', -2_147_483_648],
  ])('a %s column takes %j', (type, value) => {
    expect(isTaken(type, { equals: value })).toBe(true);
  });

  const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
  const where = (...filters: Array<[field: string, filters: unknown[]]>) =>
    schema.safeParse({ where: { visit: Object.fromEntries(filters) } }).success;
  const orders = (count: number) => schema.safeParse({ orderBy: many(count, { visit: { text: 'asc' } }) });
  const thousand = [{ in: many(1_000, 'a') }];
  test.each([
    ['20 filters of a column', isTaken('text', ...many(20, { equals: 'a' })), true],
    ['21', isTaken('text', ...many(21, { equals: 'a' })), false],
    [
      '50 filters in all',
      where(['text', many(20, 'isNull')], ['date', many(20, 'isNull')], ['integer', many(10, 'isNull')]),
      true,
    ],
    [
      '51',
      where(['text', many(20, 'isNull')], ['date', many(20, 'isNull')], ['integer', many(11, 'isNull')]),
      false,
    ],
    ['10 filters by a substring', isTaken('text', ...many(10, { contains: 'a' })), true],
    ['11', isTaken('text', ...many(6, { startsWith: 'a' }), ...many(5, { endsWith: 'a' })), false],
    ['1,000 values of a list', isTaken('text', { in: many(1_000, 'a') }), true],
    ['1,001', isTaken('text', { in: many(1_001, 'a') }), false],
    ['2,000 values of all lists', isTaken('text', ...thousand, { notIn: many(1_000, 'a') }), true],
    ['2,001', isTaken('text', ...thousand, ...thousand, { in: ['a'] }), false],
    ['10 orders', orders(10).success, true],
    ['11', orders(11).success, false],
    ['a search of 200 characters', schema.safeParse({ search: 'a'.repeat(200) }).success, true],
    ['201', schema.safeParse({ search: 'a'.repeat(201) }).success, false],
    ['a page of 10,000', schema.safeParse({ take: 10_000 }).success, true],
    ['10,001', schema.safeParse({ take: 10_001 }).success, false],
  ])('its limit: %s', (_, isAllowed, wanted) => {
    expect(isAllowed).toBe(wanted);
  });

  test('reads an order as its entity, its column and its direction [DECISION-28]', () => {
    const query = schema.parse({ orderBy: [{ visit: { text: 'asc' } }, { visit: { date: 'desc' } }] });
    expect(query.orders.map(({ entity, field, direction }) => [entity, field, direction])).toEqual([
      ['visit', 'text', 'asc'],
      ['visit', 'date', 'desc'],
    ]);
  });

  test('names twenty fields that it does not know in one place, and how many more there are', () => {
    const input = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`f${index}`, 1]));
    const { error } = schema.safeParse(input);
    if (error === undefined) throw new Error('the body was taken');
    const { isShape, issues } = describeIssues(error, input);
    expect(isShape).toBe(true);
    expect(issues).toHaveLength(21);
    expect(issues[19]).toEqual({ field: 'f19', rule: "isn't a known field" });
    expect(issues[20]).toEqual({ field: 'body', rule: 'has 99980 more unknown fields' });
  });

  test('reads an aggregate as what is wanted; `false` wants nothing [BROWSE-10] [DECISION-29]', () => {
    const read = (aggregate: unknown) =>
      schema
        .parse({ aggregate })
        .aggregates.map(one => (one.kind === 'count' ? [one.kind] : [one.kind, one.field]));
    expect(
      read({ visit: { count: true, sum: { decimal: true, integer: false }, max: { integer: true } } }),
    ).toEqual([['count'], ['sum', 'decimal'], ['max', 'integer']]);
    expect(read({ visit: { count: false, avg: {} } })).toEqual([]);
    expect(read({})).toEqual([]);
  });

  test.each([
    { visit: { sum: { text: true } } },
    { visit: { avg: { date: true } } },
    { visit: { sum: true } },
    { visit: { median: { decimal: true } } },
    { visit: { count: 1 } },
    { visit: true },
    { nobody: { count: true } },
  ])('refuses an aggregate that is none: %j', aggregate => {
    expect(schema.safeParse({ aggregate }).success).toBe(false);
  });

  test('may be empty, and an empty part says nothing [BROWSE-6]', () => {
    const nothing = { filters: [], orders: [], aggregates: [], skip: 0 };
    expect(schema.parse({})).toMatchObject(nothing);
    expect(schema.parse({ where: {}, select: {}, orderBy: [], search: '' })).toEqual(schema.parse({}));
  });
});

describe.each(browseRoutes.map(one => [one.plural, one] as const))('the catalogue of %s', (_, made) => {
  const columns = columnsOf(made);

  test('gives every column to the filters, the orders and the selection [BROWSE-3]', () => {
    const request = browseRequestSchema(made);
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
    const answers = browseAnswerSchema(made);
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
      expect(answers.parse(answer(cells[type]))).toEqual(answer(cells[type]));
      expect({ entity, field, success: answers.safeParse(answer(null)).success }).toEqual({
        entity,
        field,
        success: isNullable,
      });
    }
  });
});
