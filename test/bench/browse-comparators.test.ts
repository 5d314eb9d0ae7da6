import pg from 'pg';
import { growthFigure } from '../../bench/browse/scale-bench';
import { typicalQueries } from '../../bench/browse/queries';
import { drawSamples, type BrowseSample } from '../../bench/browse/samples';
import { openHandWritten, openOurs, type BrowseSide } from '../../bench/browse/sides';
import { planSeed } from '../../bench/seed/plan';
import { seedDatabase } from '../../bench/seed/seed-database';
import { quickReader } from '../../src/browse/request/quick-reader';
import { browseRequestSchema } from '../../src/browse/request/request-schema';
import { runBrowse } from '../../src/browse/run-browse';
import { openBrowseDatabase } from '../../src/store/browse-database';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let samples: readonly BrowseSample[];
const sides: BrowseSide[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const owner = new pg.Pool({ connectionString: database.ownerUrl });
  // The rows are the same in every run; so are the samples then, and each query finds something of them.
  owner.on('connect', client => void client.query('select setseed(0.3)'));
  try {
    const client = await owner.connect();
    const nothing = (): void => undefined;
    await seedDatabase(client, planSeed(1, 3_000, 1), {
      begin: nothing,
      add: nothing,
      reach: nothing,
      tell: nothing,
    });
    client.release();
    samples = await drawSamples(owner, 20);
  } finally {
    await owner.end();
  }
  sides.push(
    openOurs(database.browseUrl, { openBrowseDatabase, runBrowse, quickReader, browseRequestSchema }),
    openHandWritten(database.browseUrl),
  );
}, 60_000);
afterAll(async () => {
  await Promise.all(sides.map(side => side.close()));
  await database.drop();
});

test.each(typicalQueries)('what is written by hand for “$name” answers with the same text', async query => {
  const [ours, byHand] = sides.map(side => side.answering(query));
  let isAnyFound = false;
  for (const sample of samples) {
    const text = (await ours?.(sample)) ?? '';
    expect(await byHand?.(sample)).toBe(text);
    isAnyFound ||= !text.includes('"total":0}');
  }
  expect(isAnyFound).toBe(true);
});

test('a time that grows as the rows do has the exponent 1, and one that does not grow 0', () => {
  expect(growthFigure(10_000, 1_000_000, 100).value).toBeCloseTo(1);
  expect(growthFigure(10_000, 1_000_000, 1).value).toBeCloseTo(0);
});
