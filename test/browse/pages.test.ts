import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';
import { seededVisits, seedVisits } from '../support/seeded-visits';

type Row = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await seedVisits(world, company, { project: 'live', patientId: 'jane' });
});
afterAll(() => world.close());

const ask = (body: object): Promise<Answer> =>
  world.call('POST', '/v0/visits/browse', { key: company.productionKey, body });

async function browse(body: object): Promise<{ table: readonly Row[]; total: number }> {
  const answer = await ask(body);
  expect({ status: answer.status, error: answer.json['error'] }).toEqual({ status: 200, error: undefined });
  return answer.json as unknown as { table: readonly Row[]; total: number };
}

async function refs(body: object): Promise<unknown[]> {
  return (await browse(body)).table.map(row => row['visit']?.['ref']);
}

const all = seededVisits.map(({ ref }) => ref);

describe('Browse order', () => {
  const by = (entity: string, column: string, direction: string): object => ({
    [entity]: { [column]: direction },
  });
  test.each<[string, object[], string[]]>([
    ['by a text', [by('visit', 'ref', 'desc')], ['v5', 'v4', 'v3', 'v2', 'v1']],
    ['by a date', [by('visit', 'earliestServiceDate', 'asc')], ['v5', 'v1', 'v2', 'v3', 'v4']],
    ['by a date, latest first', [by('visit', 'earliestServiceDate', 'desc')], ['v4', 'v2', 'v3', 'v1', 'v5']],
    ['by an amount, NULL last', [by('visit', 'chargeAmount', 'asc')], ['v3', 'v4', 'v5', 'v1', 'v2']],
    ['by an amount, NULL first', [by('visit', 'chargeAmount', 'desc')], ['v2', 'v1', 'v4', 'v5', 'v3']],
    ['by an instant', [by('visit', 'createdAt', 'desc')], ['v4', 'v5', 'v3', 'v2', 'v1']],
    [
      'by a column of another entity, then by one of the visit',
      [by('site', 'name', 'desc'), by('visit', 'ref', 'desc')],
      ['v4', 'v3', 'v5', 'v2', 'v1'],
    ],
    [
      'by the first entry, and by the next one for equal values',
      [by('visit', 'kind', 'asc'), by('visit', 'latestServiceDate', 'desc')],
      ['v5', 'v1', 'v3', 'v2', 'v4'],
    ],
  ])('sorts %s, and equal rows by their ids [BROWSE-9] [DECISION-28]', async (_, orderBy, wanted) => {
    expect(await refs({ orderBy })).toEqual(wanted);
  });

  test.each([[undefined], [[]]])(
    'is the order of discovery without an entry (%j) [BROWSE-9]',
    async orderBy => {
      expect(await refs({ orderBy })).toEqual(all);
    },
  );

  test("doesn't depend on the selected columns", async () => {
    const { table } = await browse({
      orderBy: [by('patient', 'id', 'asc'), by('visit', 'chargeAmount', 'desc')],
      select: { visit: { ref: true } },
    });
    expect(table.map(row => row['visit'])).toEqual(['v2', 'v1', 'v4', 'v5', 'v3'].map(ref => ({ ref })));
  });
});

describe('Browse page', () => {
  test.each([
    [{ skip: 3 }, ['v4', 'v5']],
    [{ skip: 5 }, []],
    [{}, all],
  ])('%j skips the given number of rows [BROWSE-13] [DECISION-28]', async (page, wanted) => {
    expect(await refs(page)).toEqual(wanted);
    expect((await browse(page)).total).toBe(5);
  });

  test.each([
    [{ take: 2 }, ['v1', 'v2']],
    [{ take: 2, skip: 2 }, ['v3', 'v4']],
    [{ take: 2, skip: 4 }, ['v5']],
    [{ take: 0 }, []],
    [{ take: 10_000, skip: 10_000_000 }, []],
  ])('%j has at most the given number of rows [DECISION-30]', async (page, wanted) => {
    expect(await refs(page)).toEqual(wanted);
    expect((await browse(page)).total).toBe(5);
  });

  test('has the rows, the aggregate, and the total of all pages [BROWSE-18] [DECISION-28]', async () => {
    const { json } = await ask({ take: 2, aggregate: { visit: { count: true } } });
    expect(Object.keys(json).toSorted()).toEqual(['aggregate', 'table', 'total']);
    expect([(json['table'] as unknown[]).length, json['total']]).toEqual([2, 5]);
  });

  test('loses and repeats no row when many are equal in the order [BROWSE-9]', async () => {
    for (const orderBy of [[{ patient: { id: 'asc' } }], [{ company: { name: 'desc' } }]]) {
      const pages = await Promise.all([0, 1, 2, 3, 4].map(skip => refs({ orderBy, skip, take: 1 })));
      expect(pages.flat()).toEqual(all);
    }
  });
});

describe('Browse selection', () => {
  const none = { visit: {}, patient: {}, site: {}, payor: {}, company: {}, project: {} };
  const first = async (select: unknown): Promise<Row | undefined> =>
    (await browse({ select, where: { visit: { ref: [{ equals: 'v2' }] } } })).table[0];

  test('without a block returns every column of every entity, and NULL as null [BROWSE-2] [BROWSE-3] [BROWSE-7]', async () => {
    const id = expect.any(String) as string;
    const whole = {
      visit: {
        id,
        ref: 'v2',
        kind: 'Office',
        earliestServiceDate: '2021-05-10',
        latestServiceDate: '2021-05-10',
        reason: null,
        chargeAmount: null,
        createdAt: '2026-01-02T10:00:00.000Z',
      },
      patient: {
        id: 'jane',
        firstName: 'Jane',
        lastName: 'Doe',
        dateOfBirth: '1984-02-29',
        sex: 'Female',
        reference: null,
      },
      site: {
        id,
        name: 'Harbor General Hospital',
        systemName: null,
        npi: null,
        addressLine1: '1 Harbor Way',
        addressLine2: null,
        city: 'Salem',
        state: 'MA',
        zip: '01970',
        phone: null,
        fax: null,
      },
      payor: { id: null, name: null, kind: null },
      company: { id: 'acme', name: 'Company acme' },
      project: { id: 'live', name: 'Live project', status: 'Live' },
    };
    expect(await first(undefined)).toStrictEqual(whole);
    expect(await first({})).toStrictEqual(whole);
  });

  test('returns the true columns of a block, and leaves out the rest and empty blocks [BROWSE-7]', async () => {
    expect(await first({ ...none, visit: { ref: true, reason: true, kind: false } })).toStrictEqual({
      visit: { ref: 'v2', reason: null },
    });
    expect(await first({ ...none, site: { id: false } })).toStrictEqual({});
    expect(await first({ ...none, payor: { name: true }, project: { id: true } })).toStrictEqual({
      payor: { name: null },
      project: { id: 'live' },
    });
  });

  test('of nothing still returns an object for each row, and the total', async () => {
    expect(await browse({ select: none })).toMatchObject({ table: [{}, {}, {}, {}, {}], total: 5 });
  });

  test("returns all columns of the blocks that it doesn't name [BROWSE-7]", async () => {
    const { company: _company, ...others } = none;
    expect(await first(others)).toStrictEqual({ company: { id: 'acme', name: 'Company acme' } });
  });
});

describe('Invalid browse request [DECISION-6]', () => {
  const where = (column: string, ...filters: unknown[]): object => ({
    where: { visit: { [column]: filters } },
  });
  const repeated = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

  test.each<[string, object, number, string]>([
    ['an operator of another type [BROWSE-17]', where('reason', { gt: 'a' }), 400, 'where.visit.reason[0]'],
    ['a substring of a date', where('earliestServiceDate', { contains: '2021' }), 400, 'where.visit.earli'],
    ['two operators at once', where('ref', { equals: 'a', contains: 'b' }), 400, 'where.visit.ref[0]'],
    ['an unknown operator', where('ref', { like: 'a' }), 400, 'where.visit.ref[0]'],
    ['no operator', where('ref', {}), 400, 'where.visit.ref[0]'],
    ['the second filter', where('ref', { equals: 'a' }, null), 400, 'where.visit.ref[1]'],
    ['a filter that is not a list', { where: { visit: { ref: { equals: 'a' } } } }, 400, 'where.visit.ref'],
    ['a null check of a column that is never NULL', where('ref', 'isNull'), 400, 'where.visit.ref[0]'],
    ['a value of another type', where('ref', { equals: 1 }), 400, 'where.visit.ref[0]'],
    ['a list instead of a value', where('ref', { equals: ['a'] }), 400, 'where.visit.ref[0]'],
    ['a value instead of a list', where('ref', { in: 'a' }), 400, 'where.visit.ref[0]'],
    ['a NUL', where('reason', { contains: 'a\0' }), 400, 'where.visit.reason[0]'],
    ['half a character', where('reason', { equals: '\uD800' }), 400, 'where.visit.reason[0]'],
    ['a long text', where('reason', { equals: 'a'.repeat(501) }), 400, 'where.visit.reason[0]'],
    ['an invalid date', where('latestServiceDate', { lt: '2021-02-29' }), 400, 'where.visit.latest'],
    ['an instant without a zone', where('createdAt', { gt: '2026-01-01T00:00:00' }), 400, 'where.visit.crea'],
    ['a date for a date and time', where('createdAt', { gt: '2026-01-01' }), 400, 'where.visit.createdAt[0]'],
    ['too large an amount', where('chargeAmount', { gt: 1e15 }), 400, 'where.visit.chargeAmount[0]'],
    ['an invalid amount', where('chargeAmount', { gt: 'NaN' }), 400, 'where.visit.chargeAmount[0]'],
    ['a long list', where('reason', { in: repeated(1_001, 'a') }), 400, 'where.visit.reason[0]'],
    ['many filters', where('reason', ...repeated(21, { equals: 'a' })), 422, 'where.visit.reason'],
    ['an unknown part', { filter: {} }, 400, "filter` isn't a known field"],
    ['a sum of a text', { aggregate: { visit: { sum: { ref: true } } } }, 400, 'aggregate.visit.sum.ref`'],
    ['an unknown function', { aggregate: { visit: { median: {} } } }, 400, 'aggregate.visit.median`'],
    ['an aggregate of an unknown entity', { aggregate: { nope: { count: true } } }, 400, 'aggregate.nope`'],
    ['a search for null', { search: null }, 400, 'search` must be a string'],
    ['a search for a line', { search: 'a\nb' }, 422, 'search`'],
    ['a long search', { search: 'a'.repeat(201) }, 422, 'search`'],
    ['an unknown column', where('nope', { equals: 'a' }), 400, 'where.visit.nope` isn'],
    ['an unknown entity', { where: { nope: {} } }, 400, 'where.nope` isn'],
    ['a column of another entity', { where: { site: { reason: [] } } }, 400, 'where.site.reason`'],
    [
      'a selection of an unknown column',
      { select: { visit: { nope: true } } },
      400,
      'select.visit.nope` isn',
    ],
    ['a selection of an unknown entity', { select: { nope: {} } }, 400, 'select.nope` isn'],
    ['a selection that is not a boolean', { select: { visit: { ref: 1 } } }, 400, 'select.visit.ref'],
    ['an unknown direction', { orderBy: [{ visit: { ref: 'up' } }] }, 422, 'orderBy[0].visit.ref'],
    [
      'an order by an unknown column',
      { orderBy: [{ visit: { nope: 'asc' } }] },
      400,
      'orderBy[0].visit.nope`',
    ],
    ['an order by nothing', { orderBy: [{ visit: { ref: 'asc' } }, {}] }, 422, 'orderBy[1]'],
    ['an order by two columns', { orderBy: [{ visit: { ref: 'asc', kind: 'asc' } }] }, 422, 'orderBy[0]'],
    ['many orders', { orderBy: repeated(11, { visit: { ref: 'asc' } }) }, 422, 'orderBy'],
    ['an order that is not a list', { orderBy: { visit: { ref: 'asc' } } }, 400, 'orderBy'],
    ['a negative page', { take: -1 }, 422, 'take'],
    ['a page of more than 10,000 [DECISION-30]', { take: 10_001 }, 422, 'take'],
    ['half a row', { take: 1.5 }, 400, 'take'],
    ['a page as text', { take: '1' }, 400, 'take'],
    ['a negative skip', { skip: -1 }, 422, 'skip'],
    ['a skip of more than ten million', { skip: 10_000_001 }, 422, 'skip'],
  ])('with %s is refused with the place of the error', async (_, body, status, path) => {
    const answer = await ask(body);
    expect({ status: answer.status, error: answer.json['error'] }).toEqual({
      status,
      error: expect.stringContaining(`\`${path}`) as string,
    });
  });

  test.each(['{"where":{"__proto__":{"x":[]}}}', '{"where":{"visit":{"__proto__":[{"equals":"a"}]}}}'])(
    'with a name that every object has is refused: %s',
    async rawBody => {
      const key = company.productionKey;
      expect((await world.call('POST', '/v0/visits/browse', { key, rawBody })).status).toBe(400);
    },
  );

  test('is refused without repeating the invalid value', async () => {
    const { text } = await ask(where('reason', { gt: 'Zqxmarked' }));
    expect(text).not.toContain('Zqxmarked');
  });
});
