/**
 * The path that the object store posts to: who is limited there, and what is told of a body that cannot be
 * read.
 */
import { notificationSecret, startApiWorld, type ApiWorld } from '../support/api-world';
import { exchange, head, openSocket, readAnswer, shapeFaults } from '../support/raw-http';

const path = '/internal/object-events';
const genuine = `${path}?secret=${encodeURIComponent(notificationSecret)}`;
const [anonymousPerMinute, requestTimeoutMs] = [3, 700];
const bodyBytesMax = 1_048_576;

let world: ApiWorld;
beforeEach(async () => {
  world = await startApiWorld({ limits: { anonymousPerMinute }, requestTimeoutMs });
});
afterEach(() => world.close());

const statusesOf = async (count: number, target: string, method = 'POST'): Promise<number[]> => {
  const statuses: number[] = [];
  for (let left = count; left > 0; left -= 1)
    statuses.push(
      (await world.call(method, target, method === 'GET' ? {} : { body: { Records: [] } })).status,
    );
  return statuses;
};

test.each([
  ['none', path, 'POST'],
  ['a wrong one', `${path}?secret=wrong`, 'POST'],
  ['two', `${genuine}&secret=wrong`, 'POST'],
  ['a wrong one, by another method', `${path}?secret=wrong`, 'GET'],
])(
  'who shows no secret is counted by address, like all callers without credentials: %s [KEY-10] [LIMIT-1]',
  async (_, target, method) => {
    expect(await statusesOf(anonymousPerMinute + 1, target, method)).toEqual([404, 404, 404, 429]);
    const refused = await world.call(method, target);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    // The same window as every other path’s.
    expect((await world.call('GET', '/docs')).status).toBe(429);
  },
);

test.each(['Bearer', 'bearer'])(
  'the secret may also come as a bearer token, by the scheme %s; then the query does not count',
  async scheme => {
    const status = async (token: string, target: string): Promise<number> => {
      const headers = { authorization: `${scheme} ${token}` };
      return (await world.call('POST', target, { headers, body: { Records: [] } })).status;
    };
    expect(await status(notificationSecret, path)).toBe(200);
    expect(await status('wrong', path)).toBe(404);
    expect(await status('wrong', genuine)).toBe(404);
    expect(await status('', path)).toBe(404);
  },
);

test('without the secret the path is one that is not there, to the byte', async () => {
  const [there, absent] = [await world.call('POST', path), await world.call('POST', '/internal/nothing')];
  expect([there.status, there.text]).toEqual([absent.status, absent.text]);
});

test('the object store itself is not limited, and does not use up anybody’s calls', async () => {
  const count = 3 * anonymousPerMinute;
  expect(await statusesOf(count, genuine)).toEqual(Array.from({ length: count }, () => 200));
  expect((await world.call('GET', '/docs')).status).toBe(200);
  expect((await world.call('GET', genuine)).headers.get('allow')).toBe('POST');
});

test('more than 1 MiB is 413 in the shape of every error, announced or not', async () => {
  const large = JSON.stringify({ Records: [], padding: 'x'.repeat(bodyBytesMax) });
  const chunked = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
  const answers = [
    await exchange(
      world.port,
      head('POST', genuine, ['Host: api', `Content-Length: ${large.length}`]) + large,
    ),
    await exchange(world.port, head('POST', genuine, ['Host: api', 'Transfer-Encoding: chunked']) + chunked),
  ];
  expect(answers.map(answer => [answer?.status, shapeFaults(answer)])).toEqual([
    [413, []],
    [413, []],
  ]);
  const most = JSON.stringify({ Records: [] }).padEnd(bodyBytesMax);
  expect((await world.call('POST', genuine, { rawBody: most })).status).toBe(200);
});

test('a body that stops is 408, one that is cut off 400, and no fault of ours is logged for either', async () => {
  const beginning = `${head('POST', genuine, ['Host: api', 'Content-Length: 100'])}{"Records":`;
  const stalled = await exchange(world.port, beginning);
  expect([stalled?.status, shapeFaults(stalled)]).toEqual([408, []]);

  const socket = await openSocket(world.port);
  const answer = readAnswer(socket);
  socket.end(beginning);
  const cut = await answer;
  expect([cut?.status, shapeFaults(cut)]).toEqual([400, []]);

  const garbled = await world.call('POST', genuine, { rawBody: '{"Records":' });
  expect(garbled.status).toBe(400);
  expect(world.logLines.filter(line => line.includes('server.fault'))).toEqual([]);
});
