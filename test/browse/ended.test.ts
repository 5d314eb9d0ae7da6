/** A browse that nobody waits for, or that takes too long, ends in PostgreSQL, and gives its place back at once. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Knex } from 'knex';
import { openBrowseDatabase, type BrowseDatabase } from '../../src/store/browse-database';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { busyConnections, openAsOwner } from '../support/browse/busy-connections';
import { seedManyVisits, seedVisits } from '../support/seeded-visits';
import { until, within } from '../support/until';

let world: ApiWorld;
let company: TestCompany;
let owner: Knex;
beforeAll(async () => {
  // More time for a statement than any wait here has: what ends is ended since nobody waits for it.
  world = await startApiWorld({ browseTimeoutMs: 600_000, limits: { heavyMax: 1, heavyPerCompanyMax: 1 } });
  company = await world.company('acme');
  await seedVisits(world, company, { project: 'live', patientId: 'jane' });
  await seedManyVisits(world, 5_000);
  owner = openAsOwner(world.database);
});
afterAll(async () => {
  await owner.destroy();
  await world.close();
});

const running = (): Promise<number> => busyConnections(owner);

/** Holds every browse of visits up until it is called. */
async function holdUp(): Promise<() => Promise<void>> {
  const tx = await owner.transaction();
  await tx.raw('lock table visit in access exclusive mode');
  return async () => {
    await tx.rollback();
  };
}

const url = (): string => `${world.url}/v0/visits/browse`;
const request = (body: object, signal?: AbortSignal): RequestInit => ({
  method: 'POST',
  headers: { authorization: `Bearer ${company.productionKey}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
  ...(signal === undefined ? {} : { signal }),
});

/** Sooner than PostgreSQL ends the transaction that holds browses up, which has nothing to do: that would free them as well. */
const withinMs = 8_000;

/** Waits until nothing of browse runs. */
async function noneLeft(): Promise<void> {
  await until('none left', running, count => count === 0, { withinMs });
}

test.each([
  ['a page', { take: 10 }],
  ['everything', {}],
  ['many rows', { take: 5_000 }],
])('a caller who leaves ends the statement of %s, and the next one finds the place free', async (_, body) => {
  const letGo = await holdUp();
  const caller = new AbortController();
  const answer = fetch(url(), request(body, caller.signal)).catch((error: unknown) => error);
  await until('its statement to run', running, count => count > 0);
  caller.abort();
  await answer;
  await noneLeft();
  await letGo();
  // The only place there is.
  expect((await fetch(url(), request({ take: 1 }))).status).toBe(200);
});

test('a caller who leaves in the middle of a long answer frees its connection', async () => {
  const caller = new AbortController();
  const { body } = await fetch(url(), request({}, caller.signal));
  await body?.getReader().read();
  caller.abort();
  await noneLeft();
  expect((await fetch(url(), request({ take: 1 }))).status).toBe(200);
});

test('a statement past its time is 504, and its place is free at once', async () => {
  const hurried = await startApiWorld({
    database: world.database,
    browseTimeoutMs: 300,
    limits: { heavyMax: 1, heavyPerCompanyMax: 1 },
  });
  const ask = () =>
    hurried.call('POST', '/v0/visits/browse', { key: company.productionKey, body: { take: 1 } });
  const letGo = await holdUp();
  expect((await ask()).status).toBe(504);
  expect((await ask()).status).toBe(504);
  await letGo();
  expect((await ask()).status).toBe(200);
  await hurried.close();
});

test('to close is to wait for what is being ended, and for nothing else', async () => {
  const database = openBrowseDatabase({
    url: world.database.browseUrl,
    poolMax: 1,
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
    applicationName: 'test browse',
  });
  const caller = new AbortController();
  const snapshot = await database.openSnapshot(caller.signal);
  const batches = snapshot.batches({ text: 'select ref from visit', values: [] });
  await batches.next();
  // Its statement is ended twice, since the caller leaves and since the answer lets go of it: the second waits for the first.
  caller.abort();
  const ended = snapshot.end();
  await within('browse to be closed', database.close(), () => 'not closed', 10_000);
  await ended;
  expect(await running()).toBe(0);
});

test('a caller who leaves while an answer lets go of its rows leaves no transaction behind', async () => {
  const database = openBrowseDatabase({
    url: world.database.browseUrl,
    poolMax: 1,
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
    applicationName: 'test browse',
  });
  const here = new AbortController().signal;
  for (let turns = 0; turns < 60; turns += 1) {
    const caller = new AbortController();
    const snapshot = await database.openSnapshot(caller.signal);
    await snapshot.batches({ text: 'select ref from visit', values: [] }).next();
    const ended = snapshot.end();
    for (let turn = 0; turn < turns; turn += 1) await new Promise(resolve => setImmediate(resolve));
    caller.abort();
    await ended;
    const asked = await database.run({ text: 'select 1', values: [] }, { gone: here, isPlannedOnce: false });
    expect(asked).toEqual([['1']]);
  }
  expect(await running()).toBe(0);
  await database.close();
});

test('a caller who leaves, at whatever moment, ends no statement but their own', async () => {
  const database = openBrowseDatabase({
    url: world.database.browseUrl,
    poolMax: 1,
    applicationName: 'test browse',
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
  });
  const ask = (text: string, gone: AbortSignal) =>
    database.run({ text, values: [] }, { gone, isPlannedOnce: false });
  const here = new AbortController().signal;
  for (let turns = 0; turns < 60; turns += 1) {
    const caller = new AbortController();
    const left = ask('select count(*) from generate_series(1, 2000)', caller.signal).catch(() => undefined);
    const next = ask('select count(*) from generate_series(1, 30000)', here);
    for (let turn = 0; turn < turns; turn += 1) await new Promise(resolve => setImmediate(resolve));
    caller.abort();
    await left;
    expect(await next).toEqual([['30000']]);
  }
  await database.close();
});

test('a server that does not answer at all has its time, and the next statement another connection', async () => {
  // “You are welcome” (AuthenticationOk), “ask” (ReadyForQuery), and nothing more.
  const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
  let connections = 0;
  const silent = createServer(socket => {
    connections += 1;
    socket.once('data', () => socket.write(welcome));
  });
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const database = openBrowseDatabase({
    url: `postgres://browse@127.0.0.1:${port}/none`,
    poolMax: 1,
    applicationName: 'test browse',
    statementTimeoutMs: 50,
    acquireTimeoutMs: 20_000,
  });
  const ask = () =>
    database.run(
      { text: 'select 1', values: [] },
      { gone: new AbortController().signal, isPlannedOnce: true },
    );
  for (const _time of [1, 2]) await expect(ask()).rejects.toThrow('Query read timeout');
  expect(connections).toBe(2);
  await database.close();
  silent.close();
});

describe('what a connection keeps', () => {
  const shape = (index: number) => ({ text: `select ${index} as n, $1::text as t`, values: ['a'] });
  const kept = 'select count(*) from pg_prepared_statements';
  let database: BrowseDatabase;
  beforeAll(() => {
    database = openBrowseDatabase({
      url: world.database.browseUrl,
      poolMax: 1,
      statementTimeoutMs: 20_000,
      acquireTimeoutMs: 20_000,
      applicationName: 'test browse',
    });
  });
  afterAll(() => database.close());
  const { signal: gone } = new AbortController();
  const plans = async (): Promise<number> =>
    Number((await database.run({ text: kept, values: [] }, { gone, isPlannedOnce: false }))[0]?.[0]);

  test('is a plan of what comes again, and none of what comes once or must be planned anew', async () => {
    await database.run(shape(1), { gone, isPlannedOnce: true });
    expect(await plans()).toBe(0);
    await database.run(shape(1), { gone, isPlannedOnce: true });
    expect(await plans()).toBe(1);
    for (const _time of [1, 2, 3]) await database.run(shape(2), { gone, isPlannedOnce: false });
    expect(await plans()).toBe(1);
  });

  test('is bounded, whatever comes', async () => {
    const seen: number[] = [];
    for (let index = 10; index < 210; index += 1) {
      for (const _time of [1, 2]) await database.run(shape(index), { gone, isPlannedOnce: true });
      seen.push(await plans());
    }
    expect(Math.max(...seen)).toBeGreaterThan(40);
    expect(Math.max(...seen)).toBeLessThanOrEqual(64);
  });

  test('is nothing that failed when its plan was to be made, and a plan that other values failed of', async () => {
    const part = (of: number) =>
      database.run({ text: 'select 12 / $1::integer', values: [of] }, { gone, isPlannedOnce: true });
    expect(await part(4)).toEqual([['3']]);
    for (const _time of [1, 2]) {
      await expect(part(0)).rejects.toThrow('division by zero');
      expect(await part(4)).toEqual([['3']]);
    }
  });

  test('is no value: each arrives as it is, and its text is the answer', async () => {
    const odd = ['', 'NULL', 'null', '{', '}', ',', '"', '\\', '\\"', "'", ' ', 'ü\n\t€𝄞', '$1'];
    const ask = (text: string, ...values: unknown[]) =>
      database.run({ text, values }, { gone, isPlannedOnce: true });
    for (const text of odd) expect(await ask('select $1::text', text)).toEqual([[text]]);
    expect(await ask('select unnest($1::text[])', odd)).toEqual(odd.map(text => [text]));
    expect(await ask('select unnest($1::text[])', [])).toEqual([]);
    expect(await ask('select unnest($1::text[])', ['null', null])).toEqual([['null'], [null]]);
    expect(
      await ask('select $1::numeric, $2::bigint, $3::boolean, $4::text', -1.5, 10_000, true, null),
    ).toEqual([['-1.5', '10000', 't', null]]);
    expect(await ask('select sum(n) from unnest($1::integer[]) as n', [1, 2])).toEqual([['3']]);
    expect(await ask('select bool_and(b) from unnest($1::boolean[]) as b', [true, false])).toEqual([['f']]);
  });
});

describe('how long a connection is kept', () => {
  beforeEach(() => {
    // Of timers alone: what comes from PostgreSQL comes in its own time.
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'hrtime'],
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('is until its age, by which it is closed for a new one, and not until it has nothing to do', async () => {
    const database = openBrowseDatabase({
      url: world.database.browseUrl,
      poolMax: 2,
      applicationName: 'test browse',
      statementTimeoutMs: 20_000,
      acquireTimeoutMs: 20_000,
    });
    const { signal: gone } = new AbortController();
    const connection = async (): Promise<string | null | undefined> => {
      const statement = { text: 'select pg_backend_pid()', values: [] };
      return (await database.run(statement, { gone, isPlannedOnce: false }))[0]?.[0];
    };
    const first = await connection();
    jest.advanceTimersByTime(14 * 60_000);
    expect(await connection()).toBe(first);
    jest.advanceTimersByTime(2 * 60_000);
    expect(await connection()).not.toBe(first);
    jest.useRealTimers();
    await database.close();
  });
});
