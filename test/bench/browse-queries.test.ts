import pg from 'pg';
import { typicalQueries } from '../../bench/browse/queries';
import { drawSamples, type BrowseSample } from '../../bench/browse/samples';
import { growthFigure } from '../../bench/browse/scale-bench';
import { planSeed } from '../../bench/seed/plan';
import { seedDatabase } from '../../bench/seed/seed-database';
import { browseRequestSchema } from '../../src/browse/request/request-schema';
import { openBrowseDatabase, type BrowseDatabase } from '../../src/browse/run/database';
import { runBrowse } from '../../src/browse/run/run-browse';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let browse: BrowseDatabase;
let samples: readonly BrowseSample[];

beforeAll(async () => {
  database = await createTestDatabase();
  const owner = new pg.Pool({ connectionString: database.ownerUrl });
  // The rows are the same in every run, and so are the samples; each query finds some rows.
  owner.on('connect', client => void client.query('select setseed(0.3)'));
  try {
    const client = await owner.connect();
    const nothing = (): void => undefined;
    const progress = { begin: nothing, add: nothing, reach: nothing, tell: nothing };
    await seedDatabase(client, planSeed(1, 3_000, 1), progress);
    client.release();
    samples = await drawSamples(owner, 20);
  } finally {
    await owner.end();
  }
  browse = openBrowseDatabase({
    url: database.browseUrl,
    poolMax: 1,
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
    applicationName: 'test',
  });
}, 60_000);
afterAll(async () => {
  await browse.close();
  await database.drop();
});

test.each(typicalQueries)('The browse query “$name” finds rows for its samples', async ({ route, body }) => {
  const gone = new AbortController().signal;
  const totals: number[] = [];
  for (const sample of samples) {
    const query = browseRequestSchema(route).parse(body(sample));
    const found = await runBrowse(browse, route, { scope: sample.scope, gone }, query);
    if (found.kind === 'whole') totals.push(found.total);
  }
  expect(totals).toHaveLength(samples.length);
  expect(Math.max(...totals)).toBeGreaterThan(0);
});

test('A time that grows with the rows has the exponent 1, and a constant time 0', () => {
  expect(growthFigure(10_000, 1_000_000, 100).value).toBeCloseTo(1);
  expect(growthFigure(10_000, 1_000_000, 1).value).toBeCloseTo(0);
});
