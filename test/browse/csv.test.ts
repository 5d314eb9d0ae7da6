import { parse } from 'csv-parse/sync';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';
import {
  seedContent,
  seededChildren,
  seededVisits,
  seedManyVisits,
  seedVisits,
} from '../support/seeded-visits';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  const place = { project: 'live', patientId: 'jane' };
  const [one] = seededVisits;
  if (one === undefined) throw new Error('there is no seeded visit');
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '"quoted", and a comma', 'two\r\nlines'];
  await seedVisits(world, company, place, [
    ...seededVisits,
    ...formulas.map((reason, index) => ({
      ...one,
      ref: `f${index}`,
      reason,
      createdAt: `2026-01-06T10:00:0${index}.000Z`,
    })),
  ]);
  await seedContent(world, company, place, [seededChildren]);
});
afterAll(() => world.close());

const ask = (path: string, body: object, accept: string): Promise<Answer> =>
  world.call('POST', `/v0/${path}/browse`, { key: company.productionKey, body, headers: { accept } });

async function csv(path: string, body: object): Promise<string[][]> {
  const answer = await ask(path, body, 'text/csv');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(answer.headers.get('vary')).toContain('Accept');
  return parse(answer.text);
}

const refAndReason = {
  select: { visit: { ref: true, reason: true }, patient: {}, site: {}, payor: {}, company: {}, project: {} },
};

test('A CSV answer has a header, then the rows in their order, with NULL as an empty cell', async () => {
  const rows = await csv('visits', {
    select: {
      ...refAndReason.select,
      visit: { ref: true, chargeAmount: true, createdAt: true },
      payor: { name: true },
    },
    take: 3,
  });
  expect(rows).toEqual([
    ['visit.ref', 'visit.chargeAmount', 'visit.createdAt', 'payor.name'],
    ['v1', '1714.89', '2026-01-01T10:00:00.000Z', 'Bay State Health Plan'],
    ['v2', '', '2026-01-02T10:00:00.000Z', ''],
    ['v3', '99.90', '2026-01-03T10:00:00.123Z', 'Medicare'],
  ]);
});

test('A CSV answer has no formulas, and negative amounts stay numbers', async () => {
  const reasons = await csv('visits', { ...refAndReason, where: { visit: { ref: [{ startsWith: 'f' }] } } });
  expect(reasons.slice(1).map(([, reason]) => reason)).toEqual([
    "'=1+1",
    "'+1",
    "'-1",
    "'@SUM(A1)",
    "'\t=1",
    '"quoted", and a comma',
    'two\r\nlines',
  ]);
  const amounts = await csv('procedures', {
    where: { procedure: { chargeAmount: [{ lt: 0 }] } },
    select: {
      procedure: { chargeAmount: true, units: true },
      visit: {},
      patient: {},
      site: {},
      payor: {},
      company: {},
      project: {},
    },
  });
  expect(amounts[1]).toEqual(['1', '-20.25']);
});

test('A CSV answer has booleans as true and false', async () => {
  const rows = await csv('diagnoses', {
    orderBy: [{ diagnosis: { isPrimary: 'asc' } }],
    select: {
      diagnosis: { isPrimary: true },
      visit: {},
      patient: {},
      site: {},
      payor: {},
      company: {},
      project: {},
    },
  });
  expect(rows).toEqual([['diagnosis.isPrimary'], ['false'], ['true']]);
});

test('A CSV answer without rows has only the header', async () => {
  expect(await csv('visits', { ...refAndReason, take: 0 })).toEqual([['visit.ref', 'visit.reason']]);
});

test('A CSV answer of many rows is streamed completely', async () => {
  await seedManyVisits(world, 2_500);
  const answer = await ask('visits', refAndReason, 'text/csv');
  expect(answer.headers.has('content-length')).toBe(false);
  const rows: string[][] = parse(answer.text);
  expect(rows).toHaveLength(1 + 12 + 2_500);
  expect(rows.at(-1)?.[0]).toBe('n2500');
});

test.each([
  ['text/csv;q=0.5, application/json', 'application/json; charset=utf-8'],
  ['application/json;q=0.5, text/csv', 'text/csv; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
  ['text/*', 'text/csv; charset=utf-8'],
  ['application/xml', 'application/json; charset=utf-8'],
])("The answer's format follows the preferred type in Accept, else it is JSON: %s", async (accept, type) => {
  const { status, headers } = await ask('visits', { take: 1 }, accept);
  expect([status, headers.get('content-type')]).toEqual([200, type]);
});

test('An aggregate in a CSV request is refused', async () => {
  const { status, json } = await ask('visits', { aggregate: { visit: { count: true } } }, 'text/csv');
  expect([status, json['error']]).toEqual([
    400,
    "The request isn't valid. `aggregate` isn't available in CSV; leave it out or request JSON.",
  ]);
});

test('A browse error is JSON even if CSV is requested', async () => {
  const { status, json } = await ask('visits', { take: -1 }, 'text/csv');
  expect([status, typeof json['error']]).toEqual([422, 'string']);
});
