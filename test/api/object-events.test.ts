/**
 * The path that the object store posts to: who is rate limited there, and the answers to unreadable bodies.
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
  ['no secret', path, 'POST'],
  ['a wrong secret', `${path}?secret=wrong`, 'POST'],
  ['two secrets', `${genuine}&secret=wrong`, 'POST'],
  ['a wrong secret with another method', `${path}?secret=wrong`, 'GET'],
])(
  'An object event with %s counts by address, like all calls without credentials [KEY-10] [LIMIT-1]',
  async (_, target, method) => {
    expect(await statusesOf(anonymousPerMinute + 1, target, method)).toEqual([404, 404, 404, 429]);
    const refused = await world.call(method, target);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    // All paths share this window.
    expect((await world.call('GET', '/docs')).status).toBe(429);
  },
);

test.each(['Bearer', 'bearer'])(
  'The object-events secret can also be a bearer token with the scheme %s, which overrides the query',
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

test('The object-events path without the secret answers with the same bytes as an unknown path', async () => {
  const [there, absent] = [await world.call('POST', path), await world.call('POST', '/internal/nothing')];
  expect([there.status, there.text]).toEqual([absent.status, absent.text]);
});

test("The object store itself isn't rate limited, and uses up no other caller's limit", async () => {
  const count = 3 * anonymousPerMinute;
  expect(await statusesOf(count, genuine)).toEqual(Array.from({ length: count }, () => 200));
  expect((await world.call('GET', '/docs')).status).toBe(200);
  expect((await world.call('GET', genuine)).headers.get('allow')).toBe('POST');
});

test('An object event of more than 1 MiB gets 413 in the standard error shape, with or without Content-Length', async () => {
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

test('A stalled object event gets 408 and a truncated one 400, and neither is logged as a server fault', async () => {
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
