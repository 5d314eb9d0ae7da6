import type { ApiWorld } from '../support/api-world';
import { seededPlace, startSeededWorld, type SeededWorld } from '../support/browse/seeded-world';
import { seedManyVisits, seedVisits } from '../support/seeded-visits';

let world: ApiWorld;
let browse: SeededWorld['browse'];
beforeAll(async () => {
  ({ world, browse } = await startSeededWorld());
  // Another company's amounts are in no sum.
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

describe('numbers over all rows that match [BROWSE-10]', () => {
  test.each<[string, string, object, object]>([
    [
      'amounts keep their digits, and NULL is left out',
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
      'the rows of the filters alone are counted',
      'visits',
      { ...office, aggregate: { visit: { count: true, sum: { chargeAmount: true } } } },
      { visit: { count: 2, sum: { chargeAmount: '99.90' } } },
    ],
    [
      'an entity counts where a row has it',
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
      'no rows have the count 0 and no other number',
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
      'whole numbers are numbers, and their mean a decimal',
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
      'they go over rows: a visit with two procedures counts twice',
      'procedures',
      { aggregate: { visit: { count: true, sum: { chargeAmount: true } } } },
      { visit: { count: 3, sum: { chargeAmount: '3529.68' } } },
    ],
    [
      'rows without a visit are not counted for it',
      'prescription-fills',
      { aggregate: { prescriptionFill: { count: true, sum: { quantity: true } }, visit: { count: true } } },
      { prescriptionFill: { count: 2, sum: { quantity: '67.5' } }, visit: { count: 1 } },
    ],
    [
      'what is not asked for is absent',
      'visits',
      { aggregate: { visit: { count: false, sum: {} }, payor: {} } },
      {},
    ],
    ['nothing is asked for', 'visits', { aggregate: {} }, {}],
    [
      'a search narrows them as well',
      'visits',
      { search: 'medicare', aggregate: { visit: { count: true } } },
      { visit: { count: 2 } },
    ],
  ])('%s', async (_, path, body, wanted) => {
    for (const page of [{}, { take: 1 }, { take: 1, skip: 1 }, { take: 0 }, { skip: 100 }])
      expect((await browse(path, { ...body, ...page })).aggregate).toEqual(wanted);
  });

  test('are those of all rows of an answer that is sent while it is read', async () => {
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
