import type { Column } from '../../src/browse/catalogue/column';
import { visit } from '../../src/browse/catalogue/entities';
import { visitRoute, type BrowseRoute } from '../../src/browse/catalogue/routes';
import { browseRequestSchema } from '../../src/browse/request/request-schema';
import { runBrowse } from '../../src/browse/run/run-browse';
import type { ProjectScope } from '../../src/domain/projects/project';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { seededVisits, seedVisits } from '../support/seeded-visits';

interface Row {
  readonly visit: { readonly ref: string };
}

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await seedVisits(world, company, { project: 'live', patientId: 'jane' });
});
afterAll(() => world.close());

async function browse(where: object, take?: number): Promise<{ refs: string[]; total: number }> {
  const answer = await world.call('POST', '/v0/visits/browse', {
    key: company.productionKey,
    body: { where, ...(take === undefined ? {} : { take }) },
  });
  expect({ status: answer.status, error: answer.json['error'] }).toEqual({ status: 200, error: undefined });
  const { table, total } = answer.json as unknown as { table: Row[]; total: number };
  return { refs: table.map(({ visit }) => visit.ref).toSorted(), total };
}

type Case = readonly [column: string, filter: unknown, refs: readonly string[]];
const all = seededVisits.map(({ ref }) => ref);

/** Tests that each filter alone returns these rows, and that an empty page still counts them all. */
function each(cases: readonly Case[]): void {
  test.each(cases)('%s %j gives %j', async (column, filter, refs) => {
    const [entity = '', field = ''] = column.split('.');
    const where = { [entity]: { [field]: [filter] } };
    expect(await browse(where)).toEqual({ refs, total: refs.length });
    expect(await browse(where, 0)).toEqual({ refs: [], total: refs.length });
  });
}

describe('Filter of a text column that can be NULL [BROWSE-14] [BROWSE-15] [BROWSE-16]', () => {
  each([
    ['visit.reason', { equals: 'Chest pain' }, ['v1']],
    // Exact, unlike substrings, which ignore case.
    ['visit.reason', { equals: 'chest pain' }, []],
    ['visit.reason', { equals: '' }, []],
    // NULL differs from every value.
    ['visit.reason', { notEquals: 'Chest pain' }, ['v2', 'v3', 'v4', 'v5']],
    ['visit.reason', { contains: 'CHEST' }, ['v1', 'v4']],
    ['visit.reason', { contains: '' }, ['v1', 'v3', 'v4', 'v5']],
    ['visit.reason', { startsWith: 'chest' }, ['v1']],
    ['visit.reason', { startsWith: 'hest' }, []],
    ['visit.reason', { endsWith: 'HOURS' }, ['v3', 'v5']],
    ['visit.reason', { endsWith: 'hour' }, []],
    ['visit.reason', { in: ['Chest pain', 'nobody'] }, ['v1']],
    ['visit.reason', { in: [] }, []],
    ['visit.reason', { notIn: ['Chest pain', 'nobody'] }, ['v2', 'v3', 'v4', 'v5']],
    ['visit.reason', { notIn: [] }, all],
    ['visit.reason', 'isNull', ['v2']],
    ['visit.reason', 'isNotNull', ['v1', 'v3', 'v4', 'v5']],
  ]);
});

describe('Wildcard character in a substring filter', () => {
  each([
    ['visit.reason', { contains: '50%' }, ['v3']],
    ['visit.reason', { contains: '%' }, ['v3']],
    ['visit.reason', { contains: 'off_hours' }, ['v3']],
    ['visit.reason', { contains: '_' }, ['v3']],
    ['visit.reason', { contains: '\\' }, ['v4']],
    ['visit.reason', { startsWith: '50%' }, ['v3']],
    ['visit.reason', { startsWith: '%' }, []],
    ['visit.reason', { startsWith: 'C:\\' }, ['v4']],
    ['visit.reason', { endsWith: 'off_hours' }, ['v3']],
    ['visit.reason', { endsWith: '%' }, []],
    ['visit.reason', { endsWith: '\\chest' }, ['v4']],
    ['visit.reason', { endsWith: '\\' }, []],
    ['visit.reason', { contains: '\\%' }, []],
    ['site.name', { endsWith: '100%_Care' }, ['v3', 'v4']],
  ]);
});

describe('Filter of a text column that is never NULL', () => {
  each([
    ['visit.kind', { equals: 'Office' }, ['v2', 'v3']],
    ['visit.kind', { notEquals: 'Office' }, ['v1', 'v4', 'v5']],
    ['visit.kind', { contains: 'FF' }, ['v2', 'v3']],
    ['visit.kind', { startsWith: 'in' }, ['v1']],
    ['visit.kind', { endsWith: 'e' }, ['v2', 'v3']],
    ['visit.kind', { in: ['Office', 'Inpatient'] }, ['v1', 'v2', 'v3']],
    ['visit.kind', { notIn: ['Office', 'Inpatient'] }, ['v4', 'v5']],
    // A value that is combined for the answer can be filtered as shown.
    ['patient.lastName', { equals: 'Doe' }, all],
    ['patient.lastName', { equals: 'Smith' }, []],
  ]);
});

describe('Filter of a date [BROWSE-14]', () => {
  each([
    ['visit.earliestServiceDate', { equals: '2021-05-10' }, ['v2', 'v3']],
    ['visit.earliestServiceDate', { notEquals: '2021-05-10' }, ['v1', 'v4', 'v5']],
    ['visit.earliestServiceDate', { gt: '2021-05-10' }, ['v4']],
    ['visit.earliestServiceDate', { gte: '2021-05-10' }, ['v2', 'v3', 'v4']],
    ['visit.earliestServiceDate', { lt: '2021-03-01' }, ['v5']],
    ['visit.earliestServiceDate', { lte: '2021-03-01' }, ['v1', 'v5']],
    ['visit.earliestServiceDate', { equals: '2020-02-29' }, ['v5']],
    ['visit.earliestServiceDate', { in: ['2020-02-29', '2022-12-31'] }, ['v4', 'v5']],
    ['visit.earliestServiceDate', { notIn: ['2020-02-29', '2022-12-31'] }, ['v1', 'v2', 'v3']],
  ]);
});

describe('Filter of a date and time', () => {
  each([
    ['visit.createdAt', { equals: '2026-01-03T10:00:00.123Z' }, ['v3']],
    ['visit.createdAt', { equals: '2026-01-03T10:00:00Z' }, []],
    // The same instant in another time zone.
    ['visit.createdAt', { equals: '2026-01-04T05:00:00-05:00' }, ['v4', 'v5']],
    ['visit.createdAt', { notEquals: '2026-01-04T10:00:00Z' }, ['v1', 'v2', 'v3']],
    ['visit.createdAt', { gt: '2026-01-03T10:00:00.123Z' }, ['v4', 'v5']],
    ['visit.createdAt', { gte: '2026-01-03T10:00:00.123Z' }, ['v3', 'v4', 'v5']],
    ['visit.createdAt', { lt: '2026-01-02T10:00:00Z' }, ['v1']],
    ['visit.createdAt', { lte: '2026-01-02T10:00:00Z' }, ['v1', 'v2']],
    // The earliest and the latest possible instant.
    ['visit.createdAt', { gte: '0001-01-01T00:00:00+15:59' }, all],
    ['visit.createdAt', { lte: '9999-12-31T23:59:59.999999-15:59' }, all],
  ]);
});

describe('Filter of a decimal by amount, not by text', () => {
  each([
    ['visit.chargeAmount', { equals: '100.00' }, ['v4', 'v5']],
    ['visit.chargeAmount', { equals: 100 }, ['v4', 'v5']],
    ['visit.chargeAmount', { equals: '1714.89' }, ['v1']],
    // NULL differs from every value, and is neither more nor less.
    ['visit.chargeAmount', { notEquals: 100 }, ['v1', 'v2', 'v3']],
    ['visit.chargeAmount', { gt: '99.90' }, ['v1', 'v4', 'v5']],
    ['visit.chargeAmount', { gte: 99.9 }, ['v1', 'v3', 'v4', 'v5']],
    ['visit.chargeAmount', { lt: 100 }, ['v3']],
    ['visit.chargeAmount', { lte: '100' }, ['v3', 'v4', 'v5']],
    ['visit.chargeAmount', { gt: '-0.01' }, ['v1', 'v3', 'v4', 'v5']],
    ['visit.chargeAmount', { in: ['1714.89', '99.90'] }, ['v1', 'v3']],
    ['visit.chargeAmount', { notIn: ['1714.89', '99.90'] }, ['v2', 'v4', 'v5']],
    ['visit.chargeAmount', 'isNull', ['v2']],
    ['visit.chargeAmount', 'isNotNull', ['v1', 'v3', 'v4', 'v5']],
  ]);
});

describe('Filter of the payor of a visit without one', () => {
  each([
    ['payor.name', 'isNull', ['v2']],
    ['payor.name', 'isNotNull', ['v1', 'v3', 'v4', 'v5']],
    ['payor.name', { notEquals: 'Medicare' }, ['v1', 'v2', 'v5']],
    ['payor.kind', { notIn: ['Medicare', 'Commercial'] }, ['v2']],
    ['payor.id', 'isNull', ['v2']],
  ]);
});

test('Filters of one column, several columns, and several entities apply together [BROWSE-8]', async () => {
  expect(
    await browse({
      visit: {
        earliestServiceDate: [{ gte: '2021-01-01' }, { lt: '2022-01-01' }],
        kind: [{ equals: 'Office' }],
      },
      payor: { kind: [{ equals: 'Medicare' }] },
    }),
  ).toEqual({ refs: ['v3'], total: 1 });
  expect(await browse({ visit: { kind: [{ equals: 'Office' }, { equals: 'Inpatient' }] } })).toEqual({
    refs: [],
    total: 0,
  });
  expect(await browse({ visit: { kind: [] }, payor: {} })).toEqual({ refs: all, total: 5 });
});

test('An id in a row finds the rows with that id [BROWSE-1]', async () => {
  const { json } = await world.call('POST', '/v0/visits/browse', {
    key: company.productionKey,
    body: { where: { visit: { ref: [{ equals: 'v4' }] } } },
  });
  const [row] = json['table'] as Array<Record<'visit' | 'site' | 'payor', { id: string }>>;
  expect(await browse({ visit: { id: [{ equals: row?.visit.id }] } })).toEqual({ refs: ['v4'], total: 1 });
  for (const entity of ['site', 'payor'] as const)
    expect(await browse({ [entity]: { id: [{ in: [row?.[entity].id] }] } })).toEqual({
      refs: ['v3', 'v4'],
      total: 2,
    });
});

describe('Filter of an integer or a boolean', () => {
  const made = (type: Column['type'], sql: string): Column => ({
    type,
    sql,
    isNullable: true,
    isUuid: false,
    isSearched: false,
    description: '',
  });
  /** No column of visits has these types yet, but the compiler accepts them. */
  const route: BrowseRoute = {
    ...visitRoute,
    blocks: {
      ...visitRoute.blocks,
      visit: {
        ...visit,
        columns: {
          ...visit.columns,
          days: made('integer', '(visit.latest_service_date - visit.earliest_service_date)'),
          isFull: made('boolean', '(visit.charge_amount = 100)'),
        },
      },
    },
  };
  test.each<Case>([
    ['days', { equals: 1 }, ['v3']],
    ['days', { notEquals: 0 }, ['v1', 'v3']],
    ['days', { gt: 1 }, ['v1']],
    ['days', { gte: 1 }, ['v1', 'v3']],
    ['days', { lt: 1 }, ['v2', 'v4', 'v5']],
    ['days', { lte: 1 }, ['v2', 'v3', 'v4', 'v5']],
    ['days', { in: [1, 3] }, ['v1', 'v3']],
    ['days', { notIn: [1, 3] }, ['v2', 'v4', 'v5']],
    ['days', 'isNull', []],
    ['isFull', { equals: true }, ['v4', 'v5']],
    ['isFull', { equals: false }, ['v1', 'v3']],
    ['isFull', { notEquals: true }, ['v1', 'v2', 'v3']],
    ['isFull', { in: [false] }, ['v1', 'v3']],
    ['isFull', { notIn: [false] }, ['v2', 'v4', 'v5']],
    ['isFull', 'isNull', ['v2']],
    ['isFull', 'isNotNull', ['v1', 'v3', 'v4', 'v5']],
  ])('%s %j gives %j', async (field, filter, refs) => {
    const scope: ProjectScope = {
      companyUid: company.uid,
      environment: 'production',
      membershipUid: company.uid,
      seesAllProjects: true,
    };
    const query = browseRequestSchema(route).parse({ where: { visit: { [field]: [filter] } }, take: 100 });
    const caller = { scope, gone: new AbortController().signal };
    const found = await runBrowse(world.services.browse, route, caller, query);
    if (found.kind === 'streamed') throw new Error('so few rows come as a whole');
    const table = JSON.parse(`[${found.rows.join(',')}]`) as Row[];
    expect({ refs: table.map(row => row.visit.ref).toSorted(), total: found.total }).toEqual({
      refs,
      total: refs.length,
    });
  });
});
