/** A company's heavy requests only take its own slots, and every slot is freed however its request ends. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { z } from 'zod';
import { operations } from '../../src/api/operations';
import { defineContract, reply } from '../../src/api/pipeline/contract';
import { createHeavySlots } from '../../src/http/heavy-slots';
import { operation } from '../../src/api/pipeline/operation';
import type { RequestContext, RequestState } from '../../src/http/request-state';
import { heavyLimits } from '../../src/main/config';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';
import { anyText } from '../support/matchers';
import { patientsPath } from '../support/patients';
import { head, openSocket } from '../support/raw-http';
import { seedManyVisits, seedVisits } from '../support/seeded-visits';
import { until } from '../support/until';

const limits = { heavyMax: 3, heavyPerCompanyMax: 2, requestsInFlightMax: 6 };

let world: ApiWorld;
let acme: TestCompany;
let birch: TestCompany;
let cedar: TestCompany;

/** Requests that run until the test ends them. */
const held: Array<{ readonly companyId: string; readonly end: (fault?: Error) => void }> = [];

const hold = operation(
  defineContract({
    id: 'hold',
    method: 'POST',
    path: '/test/hold',
    tag: 'Test',
    summary: 'hold',
    description: 'hold',
    params: z.object({}),
    responses: { 200: { description: 'Done.', schema: z.object({ done: z.boolean() }) } },
    problems: [],
    access: { scope: 'caller', permission: 'ViewProjects' },
    audit: null,
    cost: 'heavy',
    example: { response: { status: 200, body: { done: true } } },
  }),
  async ({ principal }) => {
    await new Promise<void>((resolve, reject) => {
      held.push({
        companyId: principal.companyId,
        end: fault => {
          if (fault === undefined) resolve();
          else reject(fault);
        },
      });
    });
    return reply(200, { body: { done: true } });
  },
);

beforeAll(async () => {
  world = await startApiWorld({ operations: [...operations, hold], limits });
  [acme, birch, cedar] = [
    await world.company('acme'),
    await world.company('birch'),
    await world.company('cedar'),
  ];
  await seedVisits(world, acme, { project: 'live', patientId: 'jane' });
  await seedManyVisits(world, 25_000);
});
afterAll(() => world.close());

const ask = (company: TestCompany): Promise<Answer> =>
  world.call('POST', '/test/hold', { key: company.productionKey });

/** Starts this many requests and waits until all of them run. */
async function begin(company: TestCompany, count: number): Promise<Array<Promise<Answer>>> {
  const wanted = held.length + count;
  const answers = Array.from({ length: count }, () => ask(company));
  await until(
    'the requests to run',
    () => held.length,
    length => length === wanted,
  );
  return answers;
}

/** Ends a company's oldest request. */
async function endOne(companyId: string, fault?: Error): Promise<void> {
  const found = await until(`a request of ${companyId} to run`, () =>
    held.find(one => one.companyId === companyId),
  );
  if (found === undefined) throw new Error('none');
  held.splice(held.indexOf(found), 1);
  found.end(fault);
}

/** Ends every running request until these have answers. */
async function endAllFor(answers: ReadonlyArray<Promise<Answer>>): Promise<number[]> {
  const state = { isDone: false };
  const all = Promise.all(answers).finally(() => (state.isDone = true));
  // Polled, because a loop without pauses would keep the requests from making progress.
  await until('all requests to be answered', () => {
    for (const one of held.splice(0)) one.end();
    return state.isDone;
  });
  return (await all).map(({ status }) => status);
}

async function heldUp(outcome: string): Promise<number> {
  const { values } = await world.services.metrics.heavyHeldUp.get();
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
}

/** Expects that one company can take all its slots, and two companies all slots. */
async function expectAllSlotsFree(): Promise<void> {
  expect(held).toEqual([]);
  const answers = [...(await begin(acme, 2)), ...(await begin(birch, 1))];
  for (const id of ['acme', 'acme', 'birch']) await endOne(id);
  for (const answer of answers) expect((await answer).status).toBe(200);
}

test('A company at its limit gets 429 after a short wait, while another company is served [DECISION-45]', async () => {
  const [waited, refused] = [await heldUp('waited'), await heldUp('refused, company at its bound')];
  const running = await begin(acme, 2);
  const excess = ask(acme);
  const others = await begin(birch, 1);
  await endOne('birch');
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200]);
  const answer = await excess;
  expect([answer.status, answer.json]).toEqual([429, { error: anyText, problem: 'rate.tooManyAtOnce' }]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  // A waiting request gets the next free slot.
  const waits = await heldUp('waited');
  const next = ask(acme);
  await until('it to wait', async () => (await heldUp('waited')) > waits);
  await endOne('acme');
  await until('the next to run', () => held.length === 2);
  for (const id of ['acme', 'acme']) await endOne(id);
  expect((await Promise.all([...running, next])).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await heldUp('waited')).toBe(waited + 2);
  expect(await heldUp('refused, company at its bound')).toBe(refused + 1);
  await expectAllSlotsFree();
});

test('A request that waits for a slot takes no place in the load gate, and at most 20 per company wait', async () => {
  const refusal = 'refused, company at its bound';
  const [waited, refused] = [await heldUp('waited'), await heldUp(refusal)];
  const heldUpSince = async (): Promise<number> =>
    (await heldUp('waited')) - waited + (await heldUp(refusal)) - refused;
  const running = await begin(acme, 2);
  const waiting: Array<Promise<Answer>> = [];
  // Three at a time, because the load gate itself could refuse some of thirty at once on a slow machine.
  for (let sent = 3; sent <= 30; sent += 3) {
    waiting.push(...Array.from({ length: 3 }, () => ask(acme)));
    await until('them to wait or to be refused', heldUpSince, count => count >= sent);
  }
  // Within a second ten are refused while twenty still wait. On a slower machine some of the twenty have
  // timed out by then, and are counted twice.
  const isInTime = (await heldUpSince()) === 30;
  // The load gate has six places, which the waiting requests would have filled.
  const cheap = await world.call('GET', '/v0/companies/birch/projects', { key: birch.productionKey });
  expect(cheap.status).toBe(200);
  const statuses = await endAllFor([...running, ...waiting]);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  // On a busy machine a few more may have timed out.
  expect(statuses.filter(status => status === 429).length).toBeGreaterThanOrEqual(10);
  expect(await heldUp('waited')).toBeGreaterThanOrEqual(waited + 20);
  // A request that arrives after one of the twenty timed out waits in its place.
  if (isInTime) expect(await heldUp('waited')).toBe(waited + 20);
  await expectAllSlotsFree();
});

test('Heavy requests leave room for cheap ones, and get 503 when other companies hold every slot', async () => {
  const running = [...(await begin(acme, 2)), ...(await begin(birch, 1))];
  const answer = await ask(cedar);
  expect([answer.status, Number(answer.headers.get('retry-after')) >= 1]).toEqual([503, true]);
  expect((await world.call('GET', '/v0/companies/cedar/projects', { key: cedar.productionKey })).status).toBe(
    200,
  );
  for (const id of ['acme', 'acme', 'birch']) await endOne(id);
  await Promise.all(running);
  await expectAllSlotsFree();
});

test('A clinical data page takes a slot like a browse does, and frees it [DECISION-79]', async () => {
  const path = `${patientsPath(acme, 'live', 'jane')}/clinical-data-embed-token`;
  const { json } = await world.call('POST', path, { key: acme.productionKey });
  const look = (): Promise<Answer> =>
    world.call('GET', `/ui/clinical-data/embed?token=${String(json['token'])}`);
  const running = await begin(acme, 2);
  expect((await look()).status).toBe(429);
  for (const id of ['acme', 'acme']) await endOne(id);
  await Promise.all(running);
  expect((await look()).status).toBe(200);
  await expectAllSlotsFree();
});

test('A free slot goes to the company with the fewest, however many requests of another company wait', async () => {
  const slots = createHeavySlots(world.services);
  const begun: string[] = [];
  const start = (company: string): { readonly end: () => Promise<void> } => {
    const work = Promise.withResolvers<void>();
    const context = { state: { awaitOutside: wait => wait() } } as RequestContext;
    const done = slots.hold(context, company, async () => {
      begun.push(company);
      await work.promise;
    });
    return {
      end: async () => {
        work.resolve();
        await done;
      },
    };
  };
  const [first, ...others] = ['acme', 'acme', 'birch', 'acme', 'acme', 'acme', 'cedar'].map(start);
  await new Promise(resolve => setImmediate(resolve));
  expect(begun).toEqual(['acme', 'acme', 'birch']);
  await first?.end();
  await new Promise(resolve => setImmediate(resolve));
  expect(begun.slice(3)).toEqual(['cedar']);
  await Promise.all(others.map(({ end }) => end()));
  expect(begun).toHaveLength(7);
});

describe('Slot of a heavy request', () => {
  test('is freed when the request fails', async () => {
    const running = await begin(acme, 2);
    await endOne('acme', new Error('a fault of the test'));
    await endOne('acme', new Error('a fault of the test'));
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([500, 500]);
    await expectAllSlotsFree();
  });

  test('is freed when the caller has disconnected and the work is done', async () => {
    const sockets = await Promise.all([openSocket(world.port), openSocket(world.port)]);
    for (const socket of sockets)
      socket.write(head('POST', '/test/hold', ['Host: api', `Authorization: Bearer ${acme.productionKey}`]));
    await until('both to run', () => held.length === 2);
    for (const socket of sockets) socket.destroy();
    expect((await ask(acme)).status).toBe(429);
    await endOne('acme');
    await endOne('acme');
    await expectAllSlotsFree();
  });

  test('is freed when the caller disconnects while it waits', async () => {
    const running = await begin(acme, 2);
    const socket = await openSocket(world.port);
    socket.write(head('POST', '/test/hold', ['Host: api', `Authorization: Bearer ${acme.productionKey}`]));
    await until('it to wait', async () => (await ask(acme)).status === 429);
    socket.destroy();
    await endOne('acme');
    await endOne('acme');
    await Promise.all(running);
    await until(
      'no request to run',
      async () => {
        if (held.length > 0) await endOne('acme');
        return held.length;
      },
      length => length === 0,
    );
    await expectAllSlotsFree();
  });

  test('is freed when the load gate refuses the request on its turn', async () => {
    const slots = createHeavySlots({
      ...world.services,
      limits: { ...world.services.limits, heavyMax: 1, heavyPerCompanyMax: 1 },
    });
    const context = (awaitOutside: RequestState['awaitOutside']): RequestContext =>
      ({ state: { awaitOutside } }) as RequestContext;
    const patient = context(work => work());
    const shed = context(async work => {
      await work();
      throw new Error('shed');
    });
    const first = Promise.withResolvers<void>();
    const running = slots.hold(patient, 'acme', () => first.promise);
    const second = slots.hold(shed, 'acme', async () => undefined);
    first.resolve();
    await running;
    await expect(second).rejects.toThrow('shed');
    await slots.hold(patient, 'acme', async () => undefined);
  });

  test('is freed once a long answer has been sent, and not before', async () => {
    const readers = [await browseAndStop(), await browseAndStop()];
    await until('both answers to begin', () => readers.every(({ server }) => server.bytesWritten > 0));
    expect((await ask(acme)).status).toBe(429);
    // One keeps reading, one disconnects.
    const gone = readers.map(
      ({ server }) => new Promise<void>(resolve => server.once('close', () => resolve())),
    );
    readers[0]?.client.resume();
    readers[1]?.client.destroy();
    await Promise.all(gone);
    await expectAllSlotsFree();
  });
});

/** Browses everything without reading the answer. The connection is closed after the answer. */
async function browseAndStop(): Promise<{ client: Socket; server: Socket }> {
  const accepted = once(world.server, 'connection') as Promise<[Socket]>;
  const client = await openSocket(world.port);
  client.pause();
  const [server] = await accepted;
  const lines = [
    'Host: api',
    `Authorization: Bearer ${acme.productionKey}`,
    'Content-Type: application/json',
    'Connection: close',
    'Content-Length: 2',
  ];
  client.write(`${head('POST', '/v0/visits/browse', lines)}{}`);
  return { client, server };
}

test.each([
  [{ DATABASE_POOL_MAX: 10 }, { heavyMax: 5, heavyPerCompanyMax: 2 }],
  [{ DATABASE_POOL_MAX: 4 }, { heavyMax: 2, heavyPerCompanyMax: 1 }],
  [{ DATABASE_POOL_MAX: 1 }, { heavyMax: 1, heavyPerCompanyMax: 1 }],
  [
    { DATABASE_POOL_MAX: 10, HEAVY_REQUESTS_MAX: 8 },
    { heavyMax: 8, heavyPerCompanyMax: 4 },
  ],
  [
    { DATABASE_POOL_MAX: 10, HEAVY_REQUESTS_PER_COMPANY_MAX: 1 },
    { heavyMax: 5, heavyPerCompanyMax: 1 },
  ],
])('The configuration %j gives the limits %j', (config, bounds) => {
  expect(
    heavyLimits({ HEAVY_REQUESTS_MAX: undefined, HEAVY_REQUESTS_PER_COMPANY_MAX: undefined, ...config }),
  ).toEqual(bounds);
});
