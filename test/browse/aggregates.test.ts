import type { ApiWorld } from '../support/api-world';
import { seededPlace, startSeededWorld, type SeededWorld } from '../support/browse/seeded-world';
import { seedManyVisits, seedVisits } from '../support/seeded-visits';

let world: ApiWorld;
let browse: SeededWorld['browse'];
beforeAll(async () => {
  ({ world, browse } = await startSeededWorld());
  // Another company's amounts must not be in any sum.
  await seedVisits(world, await world.company('umbrella'), seededPlace);
});
afterAll(() => world.close());

const all = {
  sum: { chargeAmount: true },
  avg: { chargeAmount: true },
  min: { chargeAmount: true },
  max: { chargeAmount: true },
};
const office = { where: { visit: { kind: [{ equals: 'Office' }] } } };

describe('Aggregates over all matching rows [BROWSE-10]', () => {
  test.each<[string, string, object, object]>([
    [
      'keep the digits of amounts, and leave NULL out',
      'visits',
      { aggregate: { visit: { count: true, ...all } } },
      {
        visit: {
          count: 5,
          sum: { chargeAmount: '2014.79' },
          avg: { chargeAmount: '503.6975' },
          min: { chargeAmount: '99.90' },
          max: { chargeAmount: '1714.89' },
        },
      },
    ],
    [
      'count only the filtered rows',
      'visits',
      { ...office, aggregate: { visit: { count: true, sum: { chargeAmount: true } } } },
      { visit: { count: 2, sum: { chargeAmount: '99.90' } } },
    ],
    [
      'count an entity for each row that has it',
      'visits',
      {
        aggregate: {
          visit: { count: true },
          payor: { count: true },
          site: { count: true },
          patient: { count: true },
          company: { count: true },
          project: { count: true },
        },
      },
      {
        visit: { count: 5 },
        payor: { count: 4 },
        site: { count: 5 },
        patient: { count: 5 },
        company: { count: 5 },
        project: { count: 5 },
      },
    ],
    [
      'have the count 0 and no other number without rows',
      'visits',
      { where: { visit: { ref: [{ equals: 'nobody' }] } }, aggregate: { visit: { count: true, ...all } } },
      {
        visit: {
          count: 0,
          sum: { chargeAmount: null },
          avg: { chargeAmount: null },
          min: { chargeAmount: null },
          max: { chargeAmount: null },
        },
      },
    ],
    [
      'return integers as numbers, and their mean as a decimal',
      'procedures',
      {
        aggregate: {
          procedure: {
            sum: { units: true, chargeAmount: true },
            avg: { units: true },
            min: { units: true, chargeAmount: true },
            max: { units: true },
          },
        },
      },
      {
        procedure: {
          sum: { units: 4, chargeAmount: '100.25' },
          avg: { units: '1.333333' },
          min: { units: 1, chargeAmount: '-20.25' },
          max: { units: 2 },
        },
      },
    ],
    [
      'count a visit with two procedures twice',
      'procedures',
      { aggregate: { visit: { count: true, sum: { chargeAmount: true } } } },
      { visit: { count: 3, sum: { chargeAmount: '3529.68' } } },
    ],
    [
      'leave rows without a visit out of the count of visits',
      'prescription-fills',
      { aggregate: { prescriptionFill: { count: true, sum: { quantity: true } }, visit: { count: true } } },
      { prescriptionFill: { count: 2, sum: { quantity: '67.5' } }, visit: { count: 1 } },
    ],
    [
      'contain only requested numbers',
      'visits',
      { aggregate: { visit: { count: false, sum: {} }, payor: {} } },
      {},
    ],
    ['are empty for an empty request', 'visits', { aggregate: {} }, {}],
    [
      'follow a search',
      'visits',
      { search: 'medicare', aggregate: { visit: { count: true } } },
      { visit: { count: 2 } },
    ],
  ])('%s', async (_, path, body, wanted) => {
    for (const page of [{}, { take: 1 }, { take: 1, skip: 1 }, { take: 0 }, { skip: 100 }])
      expect((await browse(path, { ...body, ...page })).aggregate).toEqual(wanted);
  });

  test('are computed over all rows of a streamed answer', async () => {
    await seedManyVisits(world, 1_500);
    const body = {
      select: { visit: { ref: true } },
      aggregate: { visit: { count: true, max: { chargeAmount: true } } },
    };
    for (const page of [{}, { take: 1_200 }]) {
      const answer = await browse('visits', { ...body, ...page });
      expect(answer.table.length).toBe('take' in page ? 1_200 : answer.total);
      expect(answer.total).toBeGreaterThan(1_500);
      expect(answer.aggregate).toEqual({ visit: { count: answer.total, max: { chargeAmount: '1714.89' } } });
    }
  });
});
