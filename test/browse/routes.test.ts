/** Each kind of row with its nested entities. */
import { browseAnswerSchema } from '../../src/browse/answer/answer-schema';
import { browseRoutes } from '../../src/browse/catalogue/routes';
import type { ApiWorld } from '../support/api-world';
import { startSeededWorld, type SeededWorld } from '../support/browse/seeded-world';
import { seededVisits } from '../support/seeded-visits';

let world: ApiWorld;
let browse: SeededWorld['browse'];
beforeAll(async () => {
  ({ world, browse } = await startSeededWorld());
});
afterAll(() => world.close());

const id = expect.any(String) as string;
const nobody = { id: null, name: null, kind: null };
const whose = {
  company: { id: 'acme', name: 'Company acme' },
  project: { id: 'live', name: 'Live project', status: 'Live' },
};

test('A procedure is returned with its visit, patient, site, and payor [BROWSE-4]', async () => {
  const { table, total } = await browse('procedures', {
    where: { procedure: { code: [{ equals: 'G0008' }] } },
  });
  expect(total).toBe(1);
  expect(table[0]).toMatchObject({
    procedure: {
      id,
      codeSystem: 'HCPCS',
      code: 'G0008',
      description: 'Influenza vaccine',
      performedOn: '2021-05-10',
      units: 1,
      chargeAmount: '-20.25',
      createdAt: '2026-01-05T10:00:00.000Z',
    },
    visit: { ref: 'v3', chargeAmount: '99.90' },
    patient: { id: 'jane', lastName: 'Doe' },
    site: { name: 'Mercy 100%_Care', state: 'MA' },
    payor: { name: 'Medicare', kind: 'Medicare' },
    ...whose,
  });
});

test('A diagnosis is returned with its visit, patient, site, and payor [BROWSE-5]', async () => {
  const { table } = await browse('diagnoses', {
    where: { diagnosis: { isPrimary: [{ equals: true }] } },
    orderBy: [{ visit: { ref: 'asc' } }],
  });
  expect(table).toEqual([
    {
      diagnosis: {
        id,
        codeSystem: 'ICD10CM',
        code: 'I20.9',
        description: 'Angina pectoris',
        diagnosedOn: '2021-03-01',
        isPrimary: true,
        createdAt: '2026-01-05T10:00:00.000Z',
      },
      visit: expect.objectContaining({ ref: 'v1' }) as object,
      patient: expect.objectContaining({ id: 'jane' }) as object,
      site: expect.objectContaining({ name: 'Harbor General Hospital' }) as object,
      payor: expect.objectContaining({ name: 'Bay State Health Plan' }) as object,
      ...whose,
    },
  ]);
});

test('A prescription fill or lab result without a visit has null in every column of the visit', async () => {
  const fills = await browse('prescription-fills', { where: { visit: { id: ['isNull'] } } });
  expect(fills.table).toHaveLength(1);
  expect(fills.table[0]).toMatchObject({
    prescriptionFill: {
      ndc: null,
      rxNormCode: null,
      drugName: 'amoxicillin',
      quantity: '7.5',
      daysSupply: 10,
      prescriberName: null,
    },
    visit: { id: null, ref: null, earliestServiceDate: null, createdAt: null },
    site: { id: null, name: null, state: null },
    payor: nobody,
    patient: { id: 'jane' },
    ...whose,
  });
  const results = await browse('lab-results', { orderBy: [{ visit: { ref: 'desc' } }] });
  expect(
    results.table.map(row => [
      row['labResult']?.['name'],
      row['labResult']?.['numericValue'],
      row['visit']?.['ref'],
    ]),
  ).toEqual([
    ['Urine culture', null, null],
    ['Hemoglobin A1c', '7.1', 'v3'],
  ]);
});

test.each(browseRoutes.map(route => [route.plural, route] as const))(
  "The answer for %s has exactly the catalogue's columns, and is audited under its own name",
  async (_, route) => {
    const before = await world.audits({ event: `${route.base}.browse` });
    const answer = await browse(route.path, {});
    expect(answer.total).toBe(
      { visit: seededVisits.length, procedure: 3, diagnosis: 2, prescriptionFill: 2, labResult: 2 }[
        route.base
      ],
    );
    for (const row of answer.table)
      expect(Object.entries(row).map(([entity, cells]) => [entity, Object.keys(cells)])).toEqual(
        Object.entries(route.blocks).map(([entity, { columns }]) => [entity, Object.keys(columns)]),
      );
    // Sent rows aren't parsed with the schema, so this test and the oracle check that they fit.
    expect(browseAnswerSchema(route).strict().parse(answer)).toEqual(answer);
    expect(await world.audits({ event: `${route.base}.browse` })).toHaveLength(before.length + 1);
  },
);
