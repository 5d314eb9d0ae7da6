/** An overloaded process refuses requests at once, and still answers health checks. */
import type { RequestContext } from '../../src/http/request-state';
import { createLoadGate } from '../../src/http/shed-load';
import { startOpsServer } from '../../src/platform/ops-server';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { anyText } from '../support/matchers';
import { testOperation } from '../support/operations/test-operation';
import { until } from '../support/until';

const requestsInFlightMax = 3;
const queueMax = 100;

let release: () => void = () => undefined;
const held = { count: 0 };
let world: ApiWorld;
let company: TestCompany;

const operations = [
  testOperation('hold', async () => {
    held.count += 1;
    await new Promise<void>(resolve => {
      const before = release;
      release = () => {
        before();
        resolve();
      };
    });
  }),
  testOperation('quick', async () => undefined),
];

beforeAll(async () => {
  world = await startApiWorld({ operations, limits: { requestsInFlightMax } });
  company = await world.company('acme');
});
afterAll(() => world.close());

test('Requests beyond the queue are 503 at once, those in flight finish, and health is unaffected [ERROR-13]', async () => {
  const ops = await startOpsServer({
    host: '127.0.0.1',
    port: 0,
    registry: world.services.metrics.registry,
    isReady: () => true,
  });
  const call = async (
    id: string,
  ): Promise<{ status: number; answer: unknown; retryAfter: string | null }> => {
    const { status, json, headers } = await world.call('GET', `/test/${id}`, { key: company.sandboxKey });
    return { status, answer: json, retryAfter: headers.get('retry-after') };
  };
  const holding = Array.from({ length: requestsInFlightMax }, () => call('hold'));
  await until(
    'every place to be taken',
    async () => {
      if (held.count < requestsInFlightMax) await call('quick');
      return held.count;
    },
    count => count === requestsInFlightMax,
  );

  // All are answered while every place is still taken: none waits for one.
  const excess = await Promise.all(Array.from({ length: queueMax + 50 }, () => call('quick')));
  const health = await fetch(`http://127.0.0.1:${ops.port}/healthz`);
  release();
  const finished = await Promise.all(holding);
  // A gate that saw a saturated event loop keeps refusing until its next check.
  const after = await until(
    'the next one to be served',
    () => call('quick'),
    ({ status }) => status === 200,
  );
  await ops.close();

  expect(excess.map(({ status }) => status)).toEqual(excess.map(() => 503));
  expect(excess.map(({ answer, retryAfter }) => ({ answer, retryAfter }))).toEqual(
    excess.map(() => ({
      answer: { error: anyText, problem: 'service.overloaded', errorId: anyText },
      retryAfter: '1',
    })),
  );
  // Each refusal has a log line with its errorId and the reason, without frames, which would take time.
  const shed = world.logLines.filter(line => line.includes('"A request was shed."'));
  for (const { answer } of excess) {
    const { errorId } = answer as { errorId: string };
    expect(shed.filter(line => line.includes(errorId))).toHaveLength(1);
  }
  // The reason depends on the machine: on a slow one, the turn is too far or the loop is saturated before the
  // queue is full.
  const reason = /"reason":"(?:queue full|turn too far|waited too long|event loop saturated)"/;
  expect(shed.filter(line => !reason.test(line))).toEqual([]);
  expect(shed.filter(line => line.includes('frames'))).toEqual([]);
  expect(health.status).toBe(200);
  expect(finished.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(after.status).toBe(200);
});

test('The gate refuses requests beyond the queue without a wait, and admits the queue in order', async () => {
  const gate = createLoadGate(world.services);
  const context = { state: {} } as RequestContext;
  const order: number[] = [];
  const ends: Array<() => void> = [];
  const enter = async (index: number): Promise<void> =>
    gate.step(context, async () => {
      order.push(index);
      await new Promise<void>(resolve => ends.push(resolve));
    });
  const all = Array.from({ length: requestsInFlightMax + queueMax }, (_, index) => enter(index));
  // Only microtasks run, so no time passes in which a request could wait.
  const refused = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => enter(1_000 + index)));
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 'rejected'));
  expect(order).toEqual([0, 1, 2]);
  for (let index = 0; index < all.length; index += 1) {
    ends[index]?.();
    await all[index];
  }
  expect(order).toEqual(all.map((_, index) => index));
  gate.close();
});

/** Creates a gate with the test's clock; each request runs until it is ended. */
function gateOnClock() {
  const clock = { ms: 0 };
  const gate = createLoadGate(world.services, () => clock.ms);
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const work = async (name: string): Promise<void> => {
    order.push(name);
    await new Promise<void>(resolve => ends.set(name, resolve));
  };
  return {
    clock,
    gate,
    order,
    work,
    enter: async (name: string): Promise<void> =>
      gate.step({ state: {} } as RequestContext, () => work(name)),
    /** Ends a request as soon as it runs. */
    end: async (name: string): Promise<void> => {
      await until(`${name} to run`, () => ends.has(name));
      ends.get(name)?.();
    },
  };
}

test('A request whose turn is too far away, at the recent rate, is refused at once', async () => {
  const { clock, gate, order, enter, end } = gateOnClock();
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map(enter);
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    clock.ms += 30;
    await end(name);
    await all[index];
  }
  // A place frees every 30 ms, so the fifth to wait would get its turn after 150 ms.
  all.push(...['g', 'h', 'i', 'j'].map(enter));
  await expect(enter('k')).rejects.toMatchObject({ message: 'turn too far', retryAfterSeconds: 1 });
  for (const name of ['d', 'e', 'f', 'g', 'h', 'i', 'j']) await end(name);
  await Promise.all(all);
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']);
  gate.close();
});

test("A request that waited for its caller's body goes before newly queued requests", async () => {
  const { gate, order, work, enter, end } = gateOnClock();
  const context = { state: {} } as RequestContext;
  let sendBody: (() => void) | undefined;
  const body = new Promise<void>(resolve => (sendBody = resolve));
  const sender = gate.step(context, async () => {
    await context.state.awaitOutside(() => body);
    await work('sender');
  });
  const others = ['a', 'b', 'c', 'd', 'e'].map(enter);
  await new Promise(resolve => setImmediate(resolve));
  sendBody?.();
  await new Promise(resolve => setImmediate(resolve));
  for (const name of ['a', 'b', 'c', 'd', 'e', 'sender']) await end(name);
  await Promise.all([sender, ...others]);
  expect(order).toEqual(['a', 'b', 'c', 'sender', 'd', 'e']);
  gate.close();
});

test('A queued request gets the place that becomes free', async () => {
  release = () => undefined;
  held.count = 0;
  const hold = async (): Promise<number> =>
    (await world.call('GET', '/test/hold', { key: company.sandboxKey })).status;
  const first = Array.from({ length: requestsInFlightMax }, hold);
  await until(
    'every place to be taken',
    async () => {
      if (held.count < requestsInFlightMax)
        await world.call('GET', '/test/quick', { key: company.sandboxKey });
      return held.count;
    },
    count => count === requestsInFlightMax,
  );
  const waiting = world.call('GET', '/test/quick', { key: company.sandboxKey });
  release();
  expect(await Promise.all(first)).toEqual([200, 200, 200]);
  expect((await waiting).status).toBe(200);
});
