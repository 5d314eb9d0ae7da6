/**
 * A browse whose caller has disconnected, or that takes too long, ends in PostgreSQL and frees its
 * slot at once.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Knex } from 'knex';
import type { Statement } from '../../src/browse/compile/statements';
import {
  openBrowseDatabase,
  type BrowseDatabase,
  type BrowseDatabaseOptions,
} from '../../src/browse/run/database';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { busyConnections, openAsOwner } from '../support/browse/busy-connections';
import { seedManyVisits, seedVisits } from '../support/seeded-visits';
import { until, within } from '../support/until';

let world: ApiWorld;
let company: TestCompany;
let owner: Knex;
beforeAll(async () => {
  // The statement timeout is longer than every wait here, so statements only end because of the disconnect.
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

/** Blocks every browse of visits until the returned function is called. */
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

/**
 * Sooner than PostgreSQL ends the idle transaction that blocks browses, which would also free them.
 */
const withinMs = 8_000;

/** Waits until no browse runs. */
async function noneLeft(): Promise<void> {
  await until('none left', running, count => count === 0, { withinMs });
}

test.each([
  ['a page', { take: 10 }],
  ['everything', {}],
  ['many rows', { take: 5_000 }],
])(
  'A caller who disconnects ends the statement for %s, and frees the slot for the next caller',
  async (_, body) => {
    const letGo = await holdUp();
    const caller = new AbortController();
    const answer = fetch(url(), request(body, caller.signal)).catch((error: unknown) => error);
    await until('its statement to run', running, count => count > 0);
    caller.abort();
    await answer;
    await noneLeft();
    await letGo();
    // There is only one slot.
    expect((await fetch(url(), request({ take: 1 }))).status).toBe(200);
  },
);

test('A caller who disconnects in the middle of a long answer frees its connection', async () => {
  const caller = new AbortController();
  const { body } = await fetch(url(), request({}, caller.signal));
  await body?.getReader().read();
  caller.abort();
  await noneLeft();
  expect((await fetch(url(), request({ take: 1 }))).status).toBe(200);
});

test('A browse over its time limit gets 504, and frees its slot at once', async () => {
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

const here = new AbortController().signal;

function openBrowse(options: Partial<BrowseDatabaseOptions> = {}): BrowseDatabase {
  return openBrowseDatabase({
    url: world.database.browseUrl,
    poolMax: 1,
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
    applicationName: 'test browse',
    ...options,
  });
}

/** Runs one statement in its own snapshot. */
async function ask(
  database: BrowseDatabase,
  statement: Partial<Statement> & Pick<Statement, 'text'>,
  gone = here,
): Promise<unknown[]> {
  const snapshot = await database.openSnapshot(gone);
  try {
    const rows = await snapshot.run<{ readonly value: unknown }>({ values: [], ...statement });
    return rows.map(({ value }) => value);
  } finally {
    await snapshot.end();
  }
}

const readVisits = { text: 'select ref as value from visit', values: [] };

test('The browse database closes while a caller disconnects during a long answer, and leaves nothing running', async () => {
  const database = openBrowse();
  const caller = new AbortController();
  const snapshot = await database.openSnapshot(caller.signal);
  await snapshot.batches(readVisits).next();
  caller.abort();
  const ended = snapshot.end();
  await within('browse to be closed', database.close(), () => 'not closed', 10_000);
  await ended;
  await noneLeft();
});

test('A caller who disconnects while an answer releases its rows leaves no transaction behind', async () => {
  const database = openBrowse();
  for (let turns = 0; turns < 60; turns += 1) {
    const caller = new AbortController();
    const snapshot = await database.openSnapshot(caller.signal);
    await snapshot.batches(readVisits).next();
    const ended = snapshot.end();
    for (let turn = 0; turn < turns; turn += 1) await new Promise(resolve => setImmediate(resolve));
    caller.abort();
    await ended;
    expect(await ask(database, { text: 'select 1 as value' })).toEqual([1]);
  }
  await noneLeft();
  await database.close();
});

test('A caller who disconnects at any moment ends only its own statement', async () => {
  const database = openBrowse();
  const counted = (count: number) => ({ text: `select count(*) as value from generate_series(1, ${count})` });
  for (let turns = 0; turns < 60; turns += 1) {
    const caller = new AbortController();
    const left = ask(database, counted(2_000), caller.signal).catch(() => undefined);
    const next = ask(database, counted(30_000));
    for (let turn = 0; turn < turns; turn += 1) await new Promise(resolve => setImmediate(resolve));
    caller.abort();
    await left;
    expect(await next).toEqual(['30000']);
  }
  await database.close();
});

test('A disconnected caller gets no connection, and its requests fail with the reason for the disconnect', async () => {
  const database = openBrowse();
  const caller = new AbortController();
  const snapshot = await database.openSnapshot(caller.signal);
  caller.abort(new Error('the caller has left'));
  await expect(snapshot.run(readVisits)).rejects.toThrow('the caller has left');
  await expect(database.openSnapshot(caller.signal)).rejects.toThrow('the caller has left');
  await snapshot.end();
  await database.close();
});

test('A silent PostgreSQL server gets the time limit, and the next statement gets another connection', async () => {
  // AuthenticationOk, ReadyForQuery, and nothing more.
  const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
  let connections = 0;
  const silent = createServer(socket => {
    connections += 1;
    socket.once('data', () => socket.write(welcome));
  });
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const url = `postgres://browse@127.0.0.1:${port}/none`;
  const database = openBrowse({ url, statementTimeoutMs: 50 });
  for (const _time of [1, 2])
    await expect(ask(database, { text: 'select 1 as value' })).rejects.toThrow('Query read timeout');
  expect(connections).toBe(2);
  await database.close();
  silent.close();
});

describe('Browse connection', () => {
  const plans = { text: 'select count(*)::int as value from pg_prepared_statements' };
  const named = (name: string) => ({ name, text: `select '${name}' as value` });
  let database: BrowseDatabase;
  beforeEach(() => {
    database = openBrowse();
  });
  afterEach(() => database.close());

  test('keeps the plan only of a named statement', async () => {
    for (const _time of [1, 2]) await ask(database, named('a'));
    expect(await ask(database, plans)).toEqual([1]);
    await ask(database, { text: 'select $1::text as value', values: ['a'] });
    expect(await ask(database, plans)).toEqual([1]);
  });

  test('is replaced before it has too many plans', async () => {
    const planCounts: number[] = [];
    for (let index = 0; index < 240; index += 1) {
      await ask(database, named(`s${index}`));
      if (index % 20 === 0) planCounts.push(Number((await ask(database, plans))[0]));
    }
    expect(Math.max(...planCounts)).toBeGreaterThan(150);
    expect(Math.max(...planCounts)).toBeLessThanOrEqual(200);
    expect(planCounts.at(-1)).toBeLessThan(100);
  });

  test('can be used again after a failed statement', async () => {
    const part = (of: number) => ({ name: 'part', text: 'select 12 / $1::integer as value', values: [of] });
    expect(await ask(database, part(4))).toEqual([3]);
    for (const _time of [1, 2]) {
      await expect(ask(database, part(0))).rejects.toThrow('division by zero');
      expect(await ask(database, part(4))).toEqual([3]);
    }
  });
});

describe('Lifetime of a browse connection', () => {
  beforeEach(() => {
    // Only timers are faked, because PostgreSQL answers in real time.
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'hrtime'],
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('ends at its maximum age, and not when it is idle', async () => {
    const database = openBrowse({ poolMax: 2 });
    const connection = async (): Promise<unknown> =>
      (await ask(database, { text: 'select pg_backend_pid() as value' }))[0];
    const first = await connection();
    jest.advanceTimersByTime(14 * 60_000);
    expect(await connection()).toBe(first);
    jest.advanceTimersByTime(2 * 60_000);
    expect(await connection()).not.toBe(first);
    jest.useRealTimers();
    await database.close();
  });
});
