/**
 * Requests that docs/guides/browse.md doesn't allow, generated from the catalog, each with the place of the
 * fault.
 */
import type { Column, ColumnType } from '../../../src/browse/catalogue/column';
import { browseRoutes, columnsOf, type BrowseRoute } from '../../../src/browse/catalogue/routes';

/** A request that must be refused. */
export interface MalformedRequest {
  /** The name of its route, as in paths. */
  readonly route: string;
  /** The body as sent. */
  readonly text: string;
  /** 400 for the shape, operators and names; 422 for a limit or another rule of a value. */
  readonly status: 400 | 422;
  /** What the error must name. */
  readonly place: string;
}

const operators = ['equals', 'notEquals', 'contains', 'startsWith', 'endsWith', 'gt', 'gte', 'lt', 'lte'];
const comparing = new Set(['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte']);
const fitting: Readonly<Record<ColumnType, ReadonlySet<string>>> = {
  text: new Set(['equals', 'notEquals', 'contains', 'startsWith', 'endsWith']),
  date: comparing,
  datetime: comparing,
  decimal: comparing,
  integer: comparing,
  boolean: new Set(['equals', 'notEquals']),
};

const right: Readonly<Record<ColumnType, string | number | boolean>> = {
  text: 'a',
  date: '2021-03-01',
  datetime: '2026-01-01T10:00:00Z',
  decimal: '1.50',
  integer: 1,
  boolean: true,
};

const anyWrong: readonly unknown[] = [null, {}, []];
const wrong: Readonly<Record<ColumnType, readonly unknown[]>> = {
  text: [1, true, 'a\0b', '\uD800', 'b\uDC00', 'a'.repeat(501)],
  date: [
    ...['2021-02-29', '2021-3-1', '0000-01-01', '2021-13-01', '10000-01-01', '-2021-01-01', '', 'today'],
    ...['2021-03-01T00:00:00Z', ' 2021-03-01', 20_210_301],
  ],
  datetime: [
    ...['2026-01-01', '2026-01-01T10:00:00', '2026-02-30T10:00:00Z', '2026-01-01T25:00:00Z', 'now', ''],
    ...['0000-01-01T00:00:00Z', '0000-12-31T23:59:59-15:59', '2026-01-01T10:60:00Z', '2026-01-01T10:00:60Z'],
    ...['2026-01-01T00:00:00+16:00', '2026-01-01T00:00:00-16:00', '2026-01-01T00:00:00+24:00', 'infinity'],
    ...[
      '2026-01-01T00:00:00.0010004Z',
      '2026-01-01T00:00:00 Europe/Berlin',
      '+12026-01-01T00:00:00Z',
      1_767_225_600_000,
    ],
  ],
  decimal: [
    ...['NaN', 'Infinity', '1e5', '1.1234567', '1234567890123456', '', ' 1', '1,5', '+1', '0x10', '1.', '.5'],
    ...[1e15, -1e15, true],
  ],
  integer: [1.5, '1', 2_147_483_648, -2_147_483_649, 1e300, true],
  boolean: ['true', 1, 0, ''],
};

/** Values that no filter list may contain. */
const noFilters: readonly unknown[] = [
  null,
  1,
  true,
  [],
  {},
  'isnull',
  'null',
  { isNull: true },
  { like: 'a' },
  { Equals: 'a' },
  { toString: 'a' },
];

const notAnObject: readonly unknown[] = [null, [], 'a', 1, true];
const notAList: readonly unknown[] = [null, {}, 'isNull', 1, { equals: 'a' }];
const notABoolean: readonly unknown[] = [null, 1, 'true', {}, []];

function request(route: BrowseRoute, body: unknown, status: 400 | 422, place: string): MalformedRequest {
  return { route: route.path, text: JSON.stringify(body), status, place };
}

/** Returns filters that don't fit a column. */
function misfits(route: BrowseRoute, entity: string, field: string, column: Column): MalformedRequest[] {
  const { type, isNullable } = column;
  const ofType = operators.filter(operator => !fitting[type].has(operator));
  const filters: unknown[] = [
    ...ofType.map(operator => ({ [operator]: right[type] })),
    ...[...wrong[type], ...anyWrong].map(value => ({ equals: value })),
    ...wrong[type].map(value => ({ in: [right[type], value] })),
    { equals: right[type], notEquals: right[type] },
    { equals: right[type], in: [] },
    { in: right[type] },
    { notIn: null },
    { in: [[right[type]]] },
    ...noFilters,
    ...(isNullable ? [] : ['isNull', 'isNotNull']),
  ];
  // The faulty filter comes after a valid one, because the error must name its own place.
  return filters.map(filter =>
    request(
      route,
      { where: { [entity]: { [field]: [{ equals: right[type] }, filter] } } },
      400,
      `where.${entity}.${field}[1]`,
    ),
  );
}

/** Returns requests for a column of each type, nullable and not; different ones for each route. */
function kindsOfColumns(): MalformedRequest[] {
  const known = new Set<string>();
  const found: MalformedRequest[] = [];
  // A route's own columns first: only they have every type.
  for (const route of browseRoutes)
    for (const { entity, field, column } of columnsOf(route)) {
      const kind = `${column.type} ${column.isNullable}`;
      if (known.has(kind)) continue;
      known.add(kind);
      found.push(...misfits(route, entity, field, column));
    }
  return found;
}

/** Returns an operator that doesn't fit, for every column of every route that no other test covers. */
function everyColumn(): MalformedRequest[] {
  return browseRoutes.flatMap(route =>
    columnsOf(route)
      .filter(({ entity }) => entity === route.base)
      .map(({ entity, field, column: { type } }) => {
        const operator = operators.findLast(one => !fitting[type].has(one)) ?? '';
        const where = { [entity]: { [field]: [{ [operator]: right[type] }] } };
        return request(route, { where }, 400, `where.${entity}.${field}[0]`);
      }),
  );
}

const strangeNames = ['nope', 'constructor', 'toString', 'hasOwnProperty', 'ID', 'created_at', 'search_text'];

/** Returns an unknown name at each level; an entity of another route counts as unknown. */
function unknownNames(route: BrowseRoute): MalformedRequest[] {
  const { base } = route;
  const stranger = browseRoutes.find(other => route.blocks[other.base] === undefined)?.base ?? 'nope';
  return [stranger, ...strangeNames].flatMap(name => [
    request(route, { [name]: {} }, 400, name),
    request(route, { where: { [name]: {} } }, 400, `where.${name}`),
    request(route, { where: { [base]: { [name]: [] } } }, 400, `where.${base}.${name}`),
    request(route, { select: { [name]: {} } }, 400, `select.${name}`),
    request(route, { select: { [base]: { [name]: true } } }, 400, `select.${base}.${name}`),
    request(route, { orderBy: [{ [name]: { id: 'asc' } }] }, 400, `orderBy[0].${name}`),
    request(route, { orderBy: [{ [base]: { [name]: 'asc' } }] }, 400, `orderBy[0].${base}.${name}`),
    request(route, { aggregate: { [name]: { count: true } } }, 400, `aggregate.${name}`),
    request(route, { aggregate: { [base]: { [name]: true } } }, 400, `aggregate.${base}.${name}`),
  ]);
}

/** Returns another shape at each level. */
function wrongShapes(route: BrowseRoute): MalformedRequest[] {
  const { base } = route;
  const at = (values: readonly unknown[], place: string, make: (value: unknown) => unknown) =>
    values.map(value => request(route, make(value), 400, place));
  const ordered = (way: unknown) => ({ orderBy: [{ [base]: { id: 'asc' } }, { [base]: { id: way } }] });
  return [
    ...at([null, [], 'a', 1, true], 'body', value => value),
    ...at(notAnObject, 'where', where => ({ where })),
    ...at(notAnObject, `where.${base}`, block => ({ where: { [base]: block } })),
    ...at(notAList, `where.${base}.id`, filters => ({ where: { [base]: { id: filters } } })),
    ...at(notAnObject, 'select', select => ({ select })),
    ...at(notAnObject, `select.${base}`, block => ({ select: { [base]: block } })),
    ...at(notABoolean, `select.${base}.id`, id => ({ select: { [base]: { id } } })),
    ...at(notAList, 'orderBy', orderBy => ({ orderBy })),
    ...at(notAnObject, 'orderBy[0]', entry => ({ orderBy: [entry] })),
    ...at(notAnObject, `orderBy[0].${base}`, block => ({ orderBy: [{ [base]: block }] })),
    ...at([null, 1, true], `orderBy[1].${base}.id`, ordered),
    ...['ASC', 'up', ''].map(way => request(route, ordered(way), 422, `orderBy[1].${base}.id`)),
    ...at(notAnObject, 'aggregate', aggregate => ({ aggregate })),
    ...at(notAnObject, `aggregate.${base}`, block => ({ aggregate: { [base]: block } })),
    ...at(notABoolean, `aggregate.${base}.count`, count => ({ aggregate: { [base]: { count } } })),
    ...at(notAnObject, 'aggregate.visit.sum', sum => ({ aggregate: { visit: { sum } } })),
    ...at(notABoolean, 'aggregate.visit.avg.chargeAmount', chargeAmount => ({
      aggregate: { visit: { avg: { chargeAmount } } },
    })),
    ...at([true], 'aggregate.visit.max.createdAt', createdAt => ({
      aggregate: { visit: { max: { createdAt } } },
    })),
    ...at([{}], 'aggregate.patient.min', min => ({ aggregate: { patient: { min } } })),
    ...at([null, 1, true, [], {}], 'search', search => ({ search })),
    ...at([null, '1', true, 1.5, [], {}], 'take', take => ({ take })),
    ...at([null, '1', true, 0.1, [], {}], 'skip', skip => ({ skip })),
  ];
}

const repeated = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** Returns one more than the guide's table allows, and numbers and texts that break their rules. */
function beyondLimits(route: BrowseRoute): MalformedRequest[] {
  const { base } = route;
  const equal = { equals: 'a' };
  const over = (body: unknown, place: string): MalformedRequest => request(route, body, 422, place);
  const thousand = { in: repeated(1_000, 'a') };
  const ofBase = (filters: Readonly<Record<string, readonly unknown[]>>) => ({ where: { [base]: filters } });
  return [
    over(ofBase({ id: repeated(21, equal) }), `where.${base}.id`),
    over(
      {
        where: {
          [base]: { id: repeated(20, equal) },
          patient: { id: repeated(20, equal), firstName: repeated(11, equal) },
        },
      },
      'where',
    ),
    over(ofBase({ id: [...repeated(6, { contains: 'a' }), ...repeated(5, { endsWith: 'a' })] }), 'where'),
    over(
      {
        where: {
          [base]: { id: repeated(5, { startsWith: 'a' }) },
          site: { name: repeated(6, { contains: '' }) },
        },
      },
      'where',
    ),
    request(route, ofBase({ id: [{ notIn: repeated(1_001, 'a') }] }), 400, `where.${base}.id[0]`),
    over(ofBase({ id: [thousand, thousand, { notIn: ['a'] }] }), 'where'),
    over({ orderBy: repeated(11, { [base]: { id: 'asc' } }) }, 'orderBy'),
    over({ orderBy: [{}] }, 'orderBy[0]'),
    over({ orderBy: [{ [base]: {} }] }, 'orderBy[0]'),
    over({ orderBy: [{ [base]: { id: 'asc', createdAt: 'asc' } }] }, 'orderBy[0]'),
    over({ orderBy: [{ [base]: { id: 'asc' }, patient: { id: 'asc' } }] }, 'orderBy[0]'),
    ...['a'.repeat(201), 'a\nb', '\t', 'a\0', '\uD83D', '\u0085'].map(search => over({ search }, 'search')),
    over({ take: -1 }, 'take'),
    over({ take: 10_001 }, 'take'),
    over({ skip: -1 }, 'skip'),
    over({ skip: 10_000_001 }, 'skip'),
  ];
}

/**
 * Returns what only a text can express: names that every object has, and numbers that are too large for any.
 */
function byText({ path, base }: BrowseRoute): MalformedRequest[] {
  const made = (text: string, place: string): MalformedRequest => ({ route: path, text, status: 400, place });
  return [
    made('{"__proto__":{}}', '__proto__'),
    made('{"__proto__":{"take":1}}', '__proto__'),
    made('{"where":{"__proto__":{}}}', 'where.__proto__'),
    made(`{"where":{"${base}":{"__proto__":[]}}}`, `where.${base}.__proto__`),
    made(`{"where":{"${base}":{"id":[{"__proto__":"a"}]}}}`, `where.${base}.id[0]`),
    made(`{"where":{"${base}":{"id":[{"equals":"a","__proto__":"a"}]}}}`, `where.${base}.id[0].__proto__`),
    made('{"select":{"__proto__":{}}}', 'select.__proto__'),
    made(`{"select":{"${base}":{"__proto__":true}}}`, `select.${base}.__proto__`),
    made('{"orderBy":[{"__proto__":{"id":"asc"}}]}', 'orderBy[0].__proto__'),
    made('{"aggregate":{"__proto__":{"count":true}}}', 'aggregate.__proto__'),
    made('{"take":1e999}', 'take'),
    made('{"skip":-1e999}', 'skip'),
    made(`{"where":{"visit":{"chargeAmount":[{"gt":1e999}]}}}`, 'where.visit.chargeAmount[0]'),
  ];
}

/** Returns all of them; what is the same for every route is distributed among the routes. */
export function malformedRequests(): MalformedRequest[] {
  const inTurn = (make: (route: BrowseRoute) => MalformedRequest[]): MalformedRequest[] => {
    const lists = browseRoutes.map(make);
    return (lists[0] ?? []).flatMap((_one, index) => lists[index % lists.length]?.[index] ?? []);
  };
  const all = [
    ...kindsOfColumns(),
    ...everyColumn(),
    ...[unknownNames, wrongShapes, beyondLimits, byText].flatMap(inTurn),
  ];
  return [...new Map(all.map(one => [`${one.route} ${one.text}`, one])).values()];
}
