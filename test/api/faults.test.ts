/**
 * Answers and log lines when the database is down, too slow, or exhausted, or when our code has a bug.
 */
import type { Knex } from 'knex';
import { ProjectModel } from '../../src/store/models/project';
import { openDatabase } from '../../src/store/database';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { anyText } from '../support/matchers';
import { testChange, testOperation } from '../support/operations/test-operation';
import { startTcpRelay, type TcpRelay } from '../support/tcp-relay';
import { until } from '../support/until';
import { readRows } from '../support/records';

const acquireTimeoutMs = 1_500;
const statementTimeoutMs = 400;
const mark = 'ZQXMARK';

let database: TestDatabase;
let relay: TcpRelay;
let pool: Knex;
let world: ApiWorld;
let company: TestCompany;
/** Called when a sleeping statement has been sent. */
let onSleep: () => void = () => undefined;

async function sleepInDatabase(db: Knex): Promise<void> {
  const sleeping = db.raw('select pg_sleep(30)').then(() => undefined);
  onSleep();
  await sleeping;
}

const operations = [
  testOperation('quick', async () => undefined),
  testOperation('sleep', async ({ services }) => sleepInDatabase(services.db)),
  testOperation('modelSleep', async ({ services }) =>
    ProjectModel.query(services.db).whereRaw('pg_sleep(30) is not null'),
  ),
  testOperation('bug', async () => {
    throw new Error(`the patient ${mark} cannot be read`, { cause: new SyntaxError(`near ${mark}`) });
  }),
  testOperation('queryBug', async ({ services }) => services.db.raw('select cast(? as integer)', [mark])),
  testOperation('modelBug', async ({ services }) =>
    ProjectModel.query(services.db).whereRaw('id = cast(? as integer)', [mark]),
  ),
  testOperation('noError', async () => {
    // Some libraries throw values that aren't errors.
    // oxlint-disable-next-line typescript/only-throw-error
    throw { name: mark };
  }),
  testChange('changeSleep', async ({ tx }) => sleepInDatabase(tx)),
  testChange('noAudit', async () => undefined),
];

beforeAll(async () => {
  database = await createTestDatabase();
  const direct = new URL(database.url);
  relay = await startTcpRelay({ host: direct.hostname, port: Number(direct.port) });
  const relayed = new URL(database.url);
  relayed.hostname = '127.0.0.1';
  relayed.port = String(relay.port);
  pool = openDatabase({
    url: relayed.href,
    poolMax: 3,
    statementTimeoutMs,
    acquireTimeoutMs,
    applicationName: 'faults',
  });
  world = await startApiWorld({ database: { ...database, db: pool }, operations });
  company = await world.company('acme');
});
afterAll(async () => {
  await world.close();
  await pool.destroy();
  await relay.close();
  await database.drop();
});

afterEach(() => relay.set('forward'));

async function get(id: string): Promise<Answer> {
  return world.call('GET', `/test/${id}`, { key: company.sandboxKey });
}

/** Returns the log lines with an answer's `errorId`. */
function logged(answer: Answer): ReadonlyArray<Record<string, unknown>> {
  return world.logLines
    .map(line => JSON.parse(line) as Record<string, unknown>)
    .filter(line => line['errorId'] === answer.json['errorId']);
}

function expectUnavailable(answer: Answer): void {
  expect([answer.status, answer.json]).toEqual([
    503,
    { error: anyText, problem: 'service.unavailable', errorId: anyText },
  ]);
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(logged(answer)).toEqual([expect.objectContaining({ level: 'error' })]);
}

test('While the database is down every call gets 503 with Retry-After and errorId, and then recovers [ERROR-4] [ERROR-13]', async () => {
  expect((await get('quick')).status).toBe(200);
  relay.set('refuse');
  for (const answer of await Promise.all([get('quick'), get('quick'), get('quick')]))
    expectUnavailable(answer);
  relay.set('forward');
  expect((await get('quick')).status).toBe(200);
});

test('A call whose database connection dies during a statement gets 503, and the next call succeeds', async () => {
  const asleep = new Promise<void>(resolve => {
    onSleep = resolve;
  });
  const answers = [get('sleep'), get('sleep')];
  await asleep;
  relay.set('refuse');
  for (const answer of await Promise.all(answers)) expectUnavailable(answer);
  relay.set('forward');
  expect((await get('quick')).status).toBe(200);
});

test('A change whose database backend is terminated gets 503, and the next call succeeds', async () => {
  const asleep = new Promise<void>(resolve => {
    onSleep = resolve;
  });
  const change = world.call('POST', '/test/changeSleep', { key: company.sandboxKey, body: { note: 'x' } });
  await asleep;
  // The statement may not have arrived yet, so it's terminated once it's visible.
  await until('the backend to be visible and terminated', async () => {
    const ended = await readRows(
      database.db,
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'select ` +
        `pg_sleep(30)%' and datname = current_database()`,
    );
    return ended.length;
  });
  expectUnavailable(await change);
  expect((await get('quick')).status).toBe(200);
});

test("A database that accepts connections and never answers doesn't block a caller", async () => {
  relay.set('swallow');
  // Without the statement's time limit there would be no answer.
  const answer = await get('quick');
  expect([503, 504]).toContain(answer.status);
  // The next caller must not get the connection that still waits for its answer.
  relay.set('forward');
  expect((await get('quick')).status).toBe(200);
});

/** Holds all connections of the pool, or none while the log of requests waits for one that was cut off. */
async function holdAll(): Promise<Knex.Transaction[]> {
  const asked = await Promise.allSettled(Array.from({ length: 3 }, () => pool.transaction()));
  const held = asked.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
  if (held.length === 3) return held;
  await Promise.all(held.map(holder => holder.rollback()));
  return [];
}

test('A call gets 503 within the connection timeout when the pool is exhausted', async () => {
  const holders = await until('all connections to be held', holdAll, held => held.length === 3);
  const startedAt = performance.now();
  // The connections are held until it answers.
  const answer = await get('quick');
  const waitedMs = performance.now() - startedAt;
  await Promise.all(holders.map(holder => holder.rollback()));
  expectUnavailable(answer);
  expect(waitedMs).toBeGreaterThan(acquireTimeoutMs - 50);
  expect((await get('quick')).status).toBe(200);
});

test.each(['sleep', 'modelSleep'])('A statement over its time limit gets 504 (%s) [ERROR-14]', async id => {
  const answer = await get(id);
  expect([answer.status, answer.json]).toEqual([
    504,
    { error: anyText, problem: 'query.timedOut', errorId: anyText },
  ]);
  expect(logged(answer)).toHaveLength(1);
});

test('A change over its time limit gets 504 and writes one audit row with the outcome failed', async () => {
  const requestId = 'aaaa-1111-changed-slowly';
  const answer = await world.call('POST', '/test/changeSleep', {
    key: company.sandboxKey,
    body: { note: 'x' },
    headers: { 'X-Request-Id': requestId },
  });
  expect(answer.status).toBe(504);
  expect(await world.audits({ requestId })).toMatchObject([
    { event: 'test.change', outcome: 'failed', problem: 'query.timedOut' },
  ]);
});

test.each(['bug', 'queryBug', 'modelBug', 'noError'])(
  'A bug gets 500 with a reference that finds the cause in the log, without values (%s) [ERROR-4] [ERROR-11]',
  async id => {
    const answer = await get(id);
    const errorId = String(answer.json['errorId']);
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual({
      error: `Internal server error (ref: ${errorId})`,
      problem: 'server.fault',
      errorId,
    });
    const lines = logged(answer);
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'error',
        operation: id,
        problem: 'server.fault',
        error: expect.objectContaining({
          cause: expect.objectContaining({ type: anyText }) as unknown,
        }) as unknown,
      }),
    ]);
    expect(world.logLines.filter(line => line.includes(mark))).toEqual([]);
  },
);

test('A change that writes no audit row gets 500', async () => {
  const answer = await world.call('POST', '/test/noAudit', { key: company.sandboxKey, body: { note: 'x' } });
  expect(answer.status).toBe(500);
});
