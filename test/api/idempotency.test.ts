/** `Idempotency-Key`: a repeat gets the first answer, and nothing happens twice. */
import { operations } from '../../src/api/operations';
import type { Clock } from '../../src/platform/clock';
import { claimIdempotencyKey } from '../../src/store/idempotency';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';
import { testOperation } from '../support/operations/test-operation';

let world: ApiWorld;
let company: TestCompany;
let other: TestCompany;
let nowMs = Date.now();
const clock: Clock = { now: () => new Date(nowMs) };

/** What the test operation does; each call of it is counted. */
let work: () => Promise<void> = async () => undefined;
let calls = 0;
let failsAtCommit = false;

const held = testOperation('POST', 'held', async context => {
  calls += 1;
  return context.change(
    async change => {
      await work();
      await change.audit({ kind: 'project', uid: change.newUid(), companyUid: null });
      if (failsAtCommit) {
        // A deferred constraint fails with the commit, after the answer was stored.
        await change.tx.raw('create temporary table early (a int primary key) on commit drop');
        await change.tx.raw(
          'create temporary table late (a int references early deferrable initially deferred) on commit drop',
        );
        await change.tx.raw('insert into late values (1)');
      }
    },
    () => ({ status: 200, body: { done: 'held' } }),
  );
});

beforeAll(async () => {
  // Fifty at once are to meet at the key, not at the load gate.
  world = await startApiWorld({
    operations: [...operations, held],
    clock,
    limits: { requestsInFlightMax: 100 },
  });
  company = await world.company('acme');
  other = await world.company('umbrella');
});
afterAll(() => world.close());
beforeEach(() => {
  work = async () => undefined;
  calls = 0;
  failsAtCommit = false;
});

interface Create {
  readonly idempotencyKey: string;
  readonly key?: string;
  readonly companyId?: string;
  readonly body?: unknown;
}

const form = { name: 'Once', purpose: 'Legal' };

async function create({ idempotencyKey, key, companyId = 'acme', body = form }: Create): Promise<Answer> {
  return world.call('POST', `/v0/companies/${companyId}/projects`, {
    key: key ?? company.sandboxKey,
    body,
    headers: { 'Idempotency-Key': idempotencyKey },
  });
}

async function callHeld(idempotencyKey: string, note = 'x'): Promise<Answer> {
  return world.call('POST', '/test/held', {
    key: company.sandboxKey,
    body: { note },
    headers: { 'Idempotency-Key': idempotencyKey },
  });
}

async function countProjects(name: string): Promise<number> {
  const rows: unknown[] = await world.db('project').where({ name });
  return rows.length;
}

test('the same key with the same body gives the same bytes, says so, and creates once', async () => {
  const body = { name: 'Created once', purpose: 'Legal' };
  const first = await create({ idempotencyKey: 'once', body });
  const second = await create({ idempotencyKey: 'once', body });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.text).toBe(first.text);
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(await countProjects('Created once')).toBe(1);
});

test('a repeat leaves an audit row of its own that tells it from the change', async () => {
  await create({ idempotencyKey: 'audited' });
  const requestId = 'aaaa-1111-replayed';
  await world.call('POST', '/v0/companies/acme/projects', {
    key: company.sandboxKey,
    body: form,
    headers: { 'Idempotency-Key': 'audited', 'X-Request-Id': requestId },
  });
  expect(await world.audits({ requestId })).toEqual([
    expect.objectContaining({ event: 'project.create.replayed', outcome: 'success' }),
  ]);
});

test('the same key with another body or for another path is 422', async () => {
  await create({ idempotencyKey: 'changed' });
  const answers = [
    await create({ idempotencyKey: 'changed', body: { ...form, name: 'Other' } }),
    await callHeld('changed'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([422, 422]);
  expect(calls).toBe(0);
});

test.each(['', 'x'.repeat(256), 'tab\tkey'])('a key that is no key is 400 (%#)', async idempotencyKey => {
  expect((await create({ idempotencyKey })).status).toBe(400);
});

test('fifty at once make one change; the others get its answer or 409 with Retry-After', async () => {
  const body = { name: 'Fifty', purpose: 'Legal' };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => create({ idempotencyKey: 'fifty', body })),
  );
  const created = answers.filter(({ status }) => status === 201);
  const waiting = answers.filter(({ status }) => status === 409);
  expect(created.length + waiting.length).toBe(50);
  expect(new Set(created.map(({ text }) => text)).size).toBe(1);
  expect(created.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  expect(waiting.map(({ headers }) => headers.get('retry-after'))).toEqual(waiting.map(() => '1'));
  expect(await countProjects('Fifty')).toBe(1);
});

test('companies and environments do not see each other’s keys', async () => {
  const answers = [
    await create({ idempotencyKey: 'shared' }),
    await create({ idempotencyKey: 'shared', key: company.productionKey }),
    await create({ idempotencyKey: 'shared', key: other.sandboxKey, companyId: 'umbrella' }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual(
    answers.map(() => [201, null]),
  );
});

test('a first request that fails gives the key back, whatever it failed by', async () => {
  const refused = await create({ idempotencyKey: 'refused', body: { ...form, status: 'Live' } });
  const corrected = await create({ idempotencyKey: 'refused' });
  expect([refused.status, corrected.status]).toEqual([403, 201]);

  work = async () => {
    throw new Error('a fault');
  };
  const failed = await callHeld('failed');
  work = async () => undefined;
  const repeated = await callHeld('failed');
  expect([failed.status, repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([
    500,
    200,
    null,
  ]);
});

test('while the first request runs, a second is 409 and does nothing', async () => {
  let finish: () => void = () => undefined;
  const started = new Promise<void>(resolve => {
    work = () => {
      resolve();
      return new Promise(done => {
        finish = done;
      });
    };
  });
  const first = callHeld('running');
  await started;
  const second = await callHeld('running');
  finish();
  expect([second.status, second.headers.get('retry-after')]).toEqual([409, '1']);
  expect((await first).status).toBe(200);
  expect(calls).toBe(1);
});

test('an answer is stored in the transaction of its change: when the commit fails there is neither', async () => {
  failsAtCommit = true;
  const failed = await callHeld('late');
  expect(failed.status).toBe(500);
  // The commit it was: a foreign key that is looked at only then.
  expect(world.logLines.filter(line => line.includes('"code":"23503"'))).toHaveLength(1);
  const stored: unknown = await world.db('idempotency_key').where({ key: 'late' });
  expect(stored).toEqual([]);
});

test('a claim of a process that died is taken over after its life, not before', async () => {
  // The claim alone, as a process leaves it that dies before its change.
  const requests: Buffer[] = [];
  work = async () => {
    const [row] = await world
      .db<{ key: string; request_hash: Buffer }>('idempotency_key')
      .where({ key: 'dead' });
    if (row !== undefined) requests.push(row.request_hash);
    throw new Error('only to learn the hash of the request');
  };
  await callHeld('dead');
  work = async () => undefined;
  const [hash = Buffer.alloc(0)] = requests;
  const scope = { companyUid: company.uid, environment: 'sandbox', key: 'dead' } as const;
  await claimIdempotencyKey(world.db, scope, hash, clock.now());

  const before = await callHeld('dead');
  nowMs += 119_000;
  const almost = await callHeld('dead');
  nowMs += 2_000;
  const after = await callHeld('dead');
  expect([before.status, almost.status, after.status]).toEqual([409, 409, 200]);
});

test('a process that comes back after its claim was taken over changes nothing', async () => {
  let finish: () => void = () => undefined;
  const started = new Promise<void>(resolve => {
    work = () => {
      resolve();
      return new Promise(done => {
        finish = done;
      });
    };
  });
  const stale = callHeld('stale');
  await started;
  const finishStale = finish;
  work = async () => undefined;
  nowMs += 121_000;
  const second = await callHeld('stale');
  finishStale();
  expect(second.status).toBe(200);
  expect((await stale).status).toBe(409);
  const replay = await callHeld('stale');
  expect([replay.status, replay.text]).toEqual([200, second.text]);
});

test('a process that fails after its claim was taken over does not give away the claim of another', async () => {
  const ends: Array<(error?: Error) => void> = [];
  const start = async (): Promise<{ readonly answer: Promise<Answer> }> => {
    let answer: Promise<Answer> | undefined;
    await new Promise<void>(resolve => {
      work = () => {
        resolve();
        return new Promise((done, fail) => {
          ends.push(error => (error === undefined ? done() : fail(error)));
        });
      };
      answer = callHeld('stale-and-failing');
    });
    return { answer: answer ?? Promise.reject(new Error('not started')) };
  };
  const stale = await start();
  nowMs += 121_000;
  const second = await start();
  ends[0]?.(new Error('too late'));
  expect((await stale.answer).status).toBe(500);
  const third = await callHeld('stale-and-failing');
  ends[1]?.();
  expect([third.status, (await second.answer).status]).toEqual([409, 200]);
});

test('an answer is kept for 24 hours; after that the key is new', async () => {
  const body = { name: 'A day', purpose: 'Legal' };
  await create({ idempotencyKey: 'day', body });
  nowMs += 86_399_000;
  const within = await create({ idempotencyKey: 'day', body });
  nowMs += 2_000;
  const after = await create({ idempotencyKey: 'day', body: { ...body, name: 'A day later' } });
  expect([within.headers.get('idempotent-replayed'), after.headers.get('idempotent-replayed')]).toEqual([
    'true',
    null,
  ]);
  expect(await countProjects('A day')).toBe(1);
});
