/**
 * Compares browse with an oracle written from docs/guides/browse.md alone: both answer random requests. A
 * difference is reported with its request, and `TEST_BROWSE_SEED` repeats the run with a reported seed.
 */
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { browseRoutes, type BrowseRoute } from '../../src/browse/catalogue/routes';
import { browseRequestSchema } from '../../src/browse/request/request-schema';
import { runBrowse } from '../../src/browse/run/run-browse';
import { startApiWorld, type ApiWorld } from '../support/api-world';
import { differences, type GivenAnswer } from '../support/browse/compare-answer';
import { readJoinedRows, type RowsOfRoutes } from '../support/browse/joined-rows';
import { foretell } from '../support/browse/oracle';
import { isVisible } from '../support/browse/oracle-row';
import { requestsOf } from '../support/browse/random-requests';
import type { BrowseBody } from '../support/browse/request-body';
import { mark } from '../support/browse/seed-values';
import { seedTwoCompanies, type SeededCaller } from '../support/browse/two-companies';

/** A request with names instead of objects, so that a failing one is printed in one line. */
interface Case {
  readonly path: string;
  readonly caller: string;
  readonly body: BrowseBody;
}

let world: ApiWorld;
let callers: ReadonlyMap<string, SeededCaller>;
let rows: RowsOfRoutes;
let cases: fc.Arbitrary<Case>;

const routes = new Map(
  browseRoutes.map(route => [route.path, { route, schema: browseRequestSchema(route) }]),
);

beforeAll(async () => {
  world = await startApiWorld();
  const seeded = await seedTwoCompanies(world);
  callers = new Map(seeded.map(caller => [caller.name, caller]));
  rows = await readJoinedRows(world.db);
  // Half of the requests use the key that sees the most.
  const [first, ...others] = callers.keys();
  const caller = fc.oneof(
    { arbitrary: fc.constant(first ?? ''), weight: 4 },
    { arbitrary: fc.constantFrom(...others), weight: 4 },
  );
  cases = fc.oneof(
    ...browseRoutes.map(route =>
      fc.record({ path: fc.constant(route.path), caller, body: requestsOf(route, rows[route.path] ?? []) }),
    ),
  );
}, 120_000);
afterAll(() => world.close());

/** Returns the objects that the names of a case stand for. */
function partiesOf({ path, caller }: Case): {
  readonly route: BrowseRoute;
  readonly schema: ReturnType<typeof browseRequestSchema>;
  readonly asking: SeededCaller;
} {
  const [found, asking] = [routes.get(path), callers.get(caller)];
  if (found === undefined || asking === undefined) throw new TypeError('unknown route or caller');
  return { ...found, asking };
}

const plain = (row: unknown): string => JSON.stringify(row);

/** Runs a request without HTTP, and reads a stream to its end. */
async function askDirectly(one: Case): Promise<GivenAnswer> {
  const { route, schema, asking } = partiesOf(one);
  const query = schema.parse(JSON.parse(JSON.stringify(one.body)));
  const asked = { scope: asking.scope, gone: new AbortController().signal };
  const found = await runBrowse(world.services.browse, route, asked, query);
  const texts: string[] = [];
  if (found.kind === 'whole') texts.push(...found.rows);
  else for await (const batch of found.batches) texts.push(...batch);
  const { aggregate, total } = found.kind === 'whole' ? found : found.numbers();
  const rows = JSON.parse(`[${texts.join(',')}]`) as unknown[];
  return { rows: rows.map(plain), aggregate, total };
}

async function askByHttp(one: Case): Promise<GivenAnswer> {
  const { key } = partiesOf(one).asking;
  const { status, json } = await world.call('POST', `/v0/${one.path}/browse`, { key, body: one.body });
  if (status !== 200) throw new Error(`HTTP ${status}: ${String(json['error'])}`);
  const { table, aggregate, total, ...rest } = json as unknown as {
    readonly table: readonly unknown[];
    readonly aggregate: unknown;
    readonly total: number;
  };
  expect(rest).toEqual({});
  return { rows: table.map(plain), aggregate, total };
}

/** Compares both answers, and throws the request with the differences. */
async function expectAgreement(one: Case, ask: (one: Case) => Promise<GivenAnswer>): Promise<void> {
  const { route, asking } = partiesOf(one);
  const request = `POST /v0/${one.path}/browse as ${one.caller}: ${JSON.stringify(one.body)}`;
  const given = await ask(one).catch((error: unknown) => {
    throw new Error(`${request}\nfailed: ${String(error)}`);
  });
  const wanted = foretell(route, rows[one.path] ?? [], asking.sees, one.body);
  const found = differences(wanted, given);
  const isForeign = !one.caller.startsWith('umbrella') && JSON.stringify(given).includes(mark);
  if (isForeign) found.push('a row of another company appears');
  if (found.length > 0) throw new Error([request, ...found].join('\n'));
}

const repeated = process.env['TEST_BROWSE_SEED'];
const seed = repeated === undefined ? randomInt(2 ** 31) : Number(repeated);
// Printed so that a failed run can be repeated.
console.log(`TEST_BROWSE_SEED=${seed}`);

/** Runs random cases of a seed, one after the other. */
function askRandomly(ask: (one: Case) => Promise<GivenAnswer>, ofSeed: number, numRuns: number) {
  return fc.assert(
    fc.asyncProperty(cases, one => expectAgreement(one, ask)),
    { seed: ofSeed, numRuns },
  );
}

test('The seeded data has thousands of rows, and every row of the second company is marked', () => {
  const all = Object.values(rows).flat();
  expect(all.length).toBeGreaterThan(4_000);
  const second = callers.get('umbrella production')?.sees.companyUid;
  for (const { companyUid, cells } of all)
    expect(Object.values(cells).some(cell => String(cell).includes(mark))).toBe(companyUid === second);
});

test('Any request gets the answer that the guide promises, to the row and the digit', async () => {
  // Four at once. Half of them are the same in every run.
  await Promise.all([1, 2, seed, seed + 1].map(one => askRandomly(askDirectly, one, 1_000)));
}, 600_000);

test.each<readonly [string, ReadonlyArray<keyof BrowseBody>]>([
  ['only columns [BROWSE-7]', ['select']],
  ['only filters and a search [BROWSE-8] [BROWSE-11]', ['where', 'search']],
  ['only an order and a page [BROWSE-9] [BROWSE-13]', ['orderBy', 'skip', 'take']],
  ['only aggregates [BROWSE-10]', ['aggregate']],
])(
  'A request with %s gets the answer that the guide promises',
  async (_what, parts) => {
    const narrowed = (one: Case): Case => {
      const named = Object.entries(one.body).filter(([part]) => parts.some(own => own === part));
      return { ...one, body: Object.fromEntries(named) };
    };
    await Promise.all(
      [1, seed].map(one =>
        fc.assert(
          fc.asyncProperty(cases, found => expectAgreement(narrowed(found), askDirectly)),
          { seed: one, numRuns: 125 },
        ),
      ),
    );
  },
  120_000,
);

test('A request over HTTP gets the same answer, with only the rows that the key may see [PROJECT-1] [KEY-4]', async () => {
  await askRandomly(askByHttp, seed + 2, 200);
}, 120_000);

/** Kinds of requests, each with other statements. The last ones name rows that only others have. */
const ways: ReadonlyArray<readonly [string, (route: BrowseRoute, ids: readonly string[]) => BrowseBody]> = [
  ['a page', () => ({ take: 25 })],
  ['a page far from the first row', () => ({ take: 25, skip: 1_000 })],
  ['every row', () => ({})],
  ['a count', ({ base }) => ({ take: 0, aggregate: { [base]: { count: true }, patient: { count: true } } })],
  ['a search', () => ({ search: 'a', take: 25 })],
  ['a patient whose id both companies use', () => ({ where: { patient: { id: [{ contains: '' }] } } })],
  ["the ids of others' rows", ({ base }, ids) => ({ where: { [base]: { id: [{ in: ids }] } }, take: 25 })],
  ['the id of another company', () => ({ where: { company: { id: [{ equals: 'umbrella' }] } }, take: 25 })],
];

test.each(browseRoutes.flatMap(route => ways.map(([way, body]) => [route.path, way, body, route] as const)))(
  '%s, %s: every key gets the rows of its own company, environment, and projects [PROJECT-1] [KEY-4]',
  async (path, _way, body, route) => {
    for (const [caller, { sees }] of callers) {
      const others = (rows[path] ?? []).filter(row => !isVisible(row, sees)).slice(0, 500);
      const ids = others.map(({ ownId }) => ownId);
      await expectAgreement({ path, caller, body: body(route, ids) }, askDirectly);
    }
  },
);
