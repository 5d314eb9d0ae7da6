/** Pages far from the first row, which are read from the nearer end. */
import { startSeededWorld, type SeededWorld } from '../support/browse/seeded-world';
import { seededVisits, seedManyVisits } from '../support/seeded-visits';

const many = 2_500;
const total = many + seededVisits.length;
let seeded: SeededWorld;
beforeAll(async () => {
  seeded = await startSeededWorld();
  await seedManyVisits(seeded.world, many);
});
afterAll(() => seeded.world.close());

async function browse(body: object): Promise<{ refs: unknown[]; total: number; aggregate: unknown }> {
  const { table, ...numbers } = await seeded.browse('visits', body);
  return { ...numbers, refs: table.map(row => row['visit']?.['ref']) };
}

const half = Math.floor(total / 2);
const skips = [1_000, half - 1, half, half + 1, half + 2, total - 26, total - 25, total - 24, total - 1];
/** Positions past the last row. */
const beyond = [total, total + 1, total + 24, 10_000_000];

describe.each<[order: string, orderBy: readonly object[]]>([
  ['of discovery', []],
  ['by a date that most rows share, latest first', [{ visit: { earliestServiceDate: 'desc' } }]],
  ['by an amount that most rows lack', [{ visit: { chargeAmount: 'asc' } }]],
  ['by an amount, rows without it first', [{ visit: { chargeAmount: 'desc' } }]],
  [
    'by a column of another entity, then one of the visit',
    [{ site: { name: 'desc' } }, { visit: { ref: 'asc' } }],
  ],
])('Pages in the order %s', (_, orderBy) => {
  test('have the same rows as that part of the complete answer, and the same total [BROWSE-9] [BROWSE-13]', async () => {
    // More rows than a page come from another statement, row by row.
    const whole = (await browse({ orderBy, take: 10_000 })).refs;
    expect(whole).toHaveLength(total);
    for (const skip of [...skips, ...beyond])
      expect([skip, await browse({ orderBy, skip, take: 25 })]).toEqual([
        skip,
        { refs: whole.slice(skip, skip + 25), total, aggregate: {} },
      ]);
  });
});

test('A long page reaches over the middle, and its aggregates cover all rows', async () => {
  const aggregate = { visit: { count: true, sum: { chargeAmount: true } } };
  const { refs } = await browse({ take: 10_000 });
  const { aggregate: ofAll } = await browse({ aggregate, take: 0 });
  for (const skip of [1_000, half, total - 500, total])
    expect(await browse({ aggregate, skip, take: 1_000 })).toEqual({
      refs: refs.slice(skip, skip + 1_000),
      total,
      aggregate: ofAll,
    });
});

test('A page of a filter or a search has the same rows as that part of the complete answer', async () => {
  const where = { visit: { kind: [{ equals: 'Office' }] } };
  for (const body of [{ where }, { search: 'xxx' }, { search: 'harbor', where }]) {
    const whole = await browse({ ...body, take: 10_000 });
    expect(whole.total).toBeGreaterThan(many - 1);
    for (const skip of [half + 100, whole.total - 10, whole.total])
      expect(await browse({ ...body, skip, take: 25 })).toEqual({
        ...whole,
        refs: whole.refs.slice(skip, skip + 25),
      });
  }
});
