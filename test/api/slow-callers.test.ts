/** Callers that send slowly or not at all are disconnected, and don't delay others. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { exchange, head, openSocket, readAnswer, shapeFaults, type RawAnswer } from '../support/raw-http';

const requestTimeoutMs = 700;
const slowCallers = 100;
const path = '/v0/companies/acme/projects';

let world: ApiWorld;
let small: ApiWorld;
let company: TestCompany;

beforeAll(async () => {
  // Enough places for all of them: load shedding has its own tests.
  world = await startApiWorld({ requestTimeoutMs, limits: { requestsInFlightMax: 2 * slowCallers } });
  small = await startApiWorld({
    database: world.database,
    requestTimeoutMs,
    limits: { requestsInFlightMax: 2 },
  });
  company = await world.company('acme');
});
afterAll(async () => {
  await small.close();
  await world.close();
});

interface SlowCaller {
  readonly socket: Socket;
  readonly answer: Promise<RawAnswer | undefined>;
  readonly closed: Promise<void>;
}

/** Opens connections that send the start of a request and then nothing. */
async function startSlowly(count: number, beginning: string): Promise<SlowCaller[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = await openSocket(world.port);
      const answer = readAnswer(socket);
      const closed = new Promise<void>(resolve => {
        socket.once('close', () => resolve());
      });
      if (beginning !== '') socket.write(beginning);
      return { socket, answer, closed };
    }),
  );
}

const beginnings = (): ReadonlyArray<readonly [string, string]> => {
  const lines = [
    'Host: api',
    `Authorization: Bearer ${company.sandboxKey}`,
    'Content-Type: application/json',
  ];
  return [
    ['nothing', ''],
    ['half a head', `POST ${path} HTTP/1.1\r\nHost: api\r\nX-Slow: `],
    ['half a body', head('POST', path, [...lines, 'Content-Length: 100']) + '{"name":'],
    ['half a chunk', head('POST', path, [...lines, 'Transfer-Encoding: chunked']) + '50\r\n{"name":'],
  ];
};

test.each([0, 1, 2, 3])(
  'Stalled callers (%d: nothing, head, body, chunk) get 408 without delaying others',
  async index => {
    const [, beginning = ''] = beginnings()[index] ?? [];
    const slow = await startSlowly(slowCallers, beginning);
    let served = 0;
    const gone = Promise.all(slow.map(caller => caller.closed));
    const state = { isDone: false };
    void gone.then(() => (state.isDone = true));
    while (!state.isDone) {
      const answer = await world.call('GET', path, { key: company.sandboxKey });
      expect(answer.status).toBe(200);
      served += 1;
    }
    const answers = await Promise.all(slow.map(caller => caller.answer));
    expect(answers.map(answer => answer?.status)).toEqual(answers.map(() => 408));
    expect(answers.flatMap(shapeFaults)).toEqual([]);
    // A caller delayed by slow ones would wait for their time limit, and be the only one.
    expect(served).toBeGreaterThan(5);
  },
);

test("A caller that doesn't close its connection after a 408 is disconnected anyway", async () => {
  const accepted = once(world.server, 'connection') as Promise<[Socket]>;
  const socket = connect({ port: world.port, host: '127.0.0.1', allowHalfOpen: true });
  const answer = readAnswer(socket);
  const [connection] = await accepted;
  const cut = once(connection, 'close');
  socket.write('GET');
  expect((await answer)?.status).toBe(408);
  await cut;
  socket.destroy();
});

test('A request that arrives in pieces but in time is served', async () => {
  const socket = await openSocket(world.port);
  const answer = readAnswer(socket);
  const request = head('GET', path, ['Host: api', `Authorization: Bearer ${company.sandboxKey}`]);
  for (const piece of request.match(/[^]{1,9}/g) ?? []) {
    await new Promise(resolve => {
      socket.write(piece, resolve);
    });
  }
  expect((await answer)?.status).toBe(200);
  socket.destroy();
});

test('Slow bodies take no place in the load gate', async () => {
  const [, , [, beginning] = ['', '']] = beginnings();
  const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(small.port)));
  const dropped = sockets.map(socket => readAnswer(socket));
  for (const socket of sockets) socket.write(beginning);
  const lines = ['Host: api', `Authorization: Bearer ${company.sandboxKey}`];
  const state = { isDone: false };
  void Promise.race(dropped).then(() => (state.isDone = true));
  // The two places are taken while the requests start. Once they wait for their callers, the places are free.
  let meanwhile = await exchange(small.port, head('GET', path, lines));
  while (meanwhile?.status === 503 && !state.isDone) {
    meanwhile = await exchange(small.port, head('GET', path, lines));
  }
  expect([meanwhile?.status, state.isDone]).toEqual([200, false]);
  const statuses = (await Promise.all(dropped)).map(answer => answer?.status);
  // More requests than places waited. One that arrived in a busy moment was shed instead.
  expect(statuses.filter(status => status === 408).length).toBeGreaterThan(2);
  expect(statuses.filter(status => status !== 408 && status !== 503)).toEqual([]);
  // Every place is free again.
  for (let index = 0; index < 5; index += 1) {
    expect((await exchange(small.port, head('GET', path, lines)))?.status).toBe(200);
  }
});
