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
/** A nullable column of every type, and one that is never NULL. */
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
/** Returns the parsed filters of a column, or undefined if they are refused. */
const filtered = (field: string, ...filters: unknown[]) => {
  const { data } = schema.safeParse({ where: { visit: { [field]: filters } } });
  return data?.filters.map(({ entity, field: of, filter }) => ({ entity, field: of, filter }));
};
const isAccepted = (field: string, ...filters: unknown[]): boolean =>
  filtered(field, ...filters) !== undefined;

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

describe('Browse request', () => {
  test.each(types)(
    'on a %s column accepts its operators, lists, and null checks [BROWSE-14] [BROWSE-15] [BROWSE-17]',
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

  test('rejects a null check of a column that is never NULL [BROWSE-16]', () => {
    expect(isAccepted('never', { equals: 1 })).toBe(true);
    expect(isAccepted('never', 'isNull')).toBe(false);
    expect(isAccepted('never', 'isNotNull')).toBe(false);
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
  ])('on a %s column rejects the value %j', (type, value) => {
    expect(isAccepted(type, { equals: value })).toBe(false);
    expect(isAccepted(type, { in: [value] })).toBe(false);
  });

  test.each<[string, unknown]>([
    ['text', ''],
    ['text', 'a'.repeat(500)],
    ['datetime', '2026-01-01T10:00:00.123456Z'],
    ['decimal', '-0.01'],
    ['decimal', '123456789012345.123456'],
    ['decimal', 99.9],
    ['integer', -2_147_483_648],
  ])('on a %s column accepts the value %j', (type, value) => {
    expect(isAccepted(type, { equals: value })).toBe(true);
  });

  const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
  const where = (...filters: Array<[field: string, filters: unknown[]]>) =>
    schema.safeParse({ where: { visit: Object.fromEntries(filters) } }).success;
  const orders = (count: number) => schema.safeParse({ orderBy: many(count, { visit: { text: 'asc' } }) });
  const thousand = [{ in: many(1_000, 'a') }];
  test.each([
    ['accepts 20 filters of a column', isAccepted('text', ...many(20, { equals: 'a' })), true],
    ['rejects 21 filters of a column', isAccepted('text', ...many(21, { equals: 'a' })), false],
    [
      'accepts 50 filters in total',
      where(['text', many(20, 'isNull')], ['date', many(20, 'isNull')], ['integer', many(10, 'isNull')]),
      true,
    ],
    [
      'rejects 51 filters in total',
      where(['text', many(20, 'isNull')], ['date', many(20, 'isNull')], ['integer', many(11, 'isNull')]),
      false,
    ],
    ['accepts 10 substring filters', isAccepted('text', ...many(10, { contains: 'a' })), true],
    [
      'rejects 11 substring filters',
      isAccepted('text', ...many(6, { startsWith: 'a' }), ...many(5, { endsWith: 'a' })),
      false,
    ],
    ['accepts 1,000 values in a list', isAccepted('text', { in: many(1_000, 'a') }), true],
    ['rejects 1,001 values in a list', isAccepted('text', { in: many(1_001, 'a') }), false],
    ['accepts 2,000 values in all lists', isAccepted('text', ...thousand, { notIn: many(1_000, 'a') }), true],
    ['rejects 2,001 values in all lists', isAccepted('text', ...thousand, ...thousand, { in: ['a'] }), false],
    ['accepts 10 orders', orders(10).success, true],
    ['rejects 11 orders', orders(11).success, false],
    ['accepts a search of 200 characters', schema.safeParse({ search: 'a'.repeat(200) }).success, true],
    ['rejects a search of 201 characters', schema.safeParse({ search: 'a'.repeat(201) }).success, false],
    ['accepts a page of 10,000 rows', schema.safeParse({ take: 10_000 }).success, true],
    ['rejects a page of 10,001 rows', schema.safeParse({ take: 10_001 }).success, false],
  ])('%s', (_, isAllowed, wanted) => {
    expect(isAllowed).toBe(wanted);
  });

  test('parses an order into its entity, column, and direction [DECISION-28]', () => {
    const query = schema.parse({ orderBy: [{ visit: { text: 'asc' } }, { visit: { date: 'desc' } }] });
    expect(query.orders.map(({ entity, field, direction }) => [entity, field, direction])).toEqual([
      ['visit', 'text', 'asc'],
      ['visit', 'date', 'desc'],
    ]);
  });

  test('reports twenty unknown fields of one object, and the number of the others', () => {
    const input = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`f${index}`, 1]));
    const { error } = schema.safeParse(input);
    if (error === undefined) throw new Error('the body was taken');
    const { isShape, issues } = describeIssues(error, input);
    expect(isShape).toBe(true);
    expect(issues).toHaveLength(21);
    expect(issues[19]).toEqual({ field: 'f19', rule: "isn't a known field" });
    expect(issues[20]).toEqual({ field: 'body', rule: 'has 99980 more unknown fields' });
  });

  test('parses the requested aggregates, and ignores those that are false [BROWSE-10] [DECISION-29]', () => {
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
  ])('rejects the invalid aggregate %j', aggregate => {
    expect(schema.safeParse({ aggregate }).success).toBe(false);
  });

  test('can be empty, and an empty part has no effect [BROWSE-6]', () => {
    const nothing = { filters: [], orders: [], aggregates: [], skip: 0 };
    expect(schema.parse({})).toMatchObject(nothing);
    expect(schema.parse({ where: {}, select: {}, orderBy: [], search: '' })).toEqual(schema.parse({}));
  });
});

describe.each(browseRoutes.map(one => [one.plural, one] as const))('Catalogue of %s', (_, made) => {
  const columns = columnsOf(made);

  test('offers every column to filters, orders, and selections [BROWSE-3]', () => {
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

  test('offers every column to the answer, with NULL only if it is nullable [BROWSE-18]', () => {
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
