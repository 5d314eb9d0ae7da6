/**
 * Requests that Node's parser rejects or never passes on get an answer in the standard error shape, and
 * never a 5xx.
 */
import { METHODS } from 'node:http';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { exchange, head, openSocket, readAnswer, shapeFaults } from '../support/raw-http';

let world: ApiWorld;
let company: TestCompany;
const path = '/v0/companies/acme/projects';

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

const withBody = (lines: readonly string[], body: string): string =>
  head('POST', path, ['Host: api', 'Content-Type: application/json', ...lines]) + body;

const broken: ReadonlyArray<readonly [string, string | Buffer]> = [
  ['garbage', 'garbage\r\n\r\n'],
  ['the first bytes of TLS', Buffer.from('16030100a5010000a10303', 'hex')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', head('FOO', path, ['Host: api'])],
  ['a future version', head('GET', path, ['Host: api'], 'HTTP/3.0')],
  ['a space in the target', head('GET', `${path} x`, ['Host: api'])],
  ['no Host', head('GET', path, [])],
  ['an empty header name', head('GET', path, ['Host: api', ': x'])],
  ['a space before the colon', head('GET', path, ['Host: api', 'X-A : x'])],
  ['a folded header', head('GET', path, ['Host: api', 'X-A: x', ' y'])],
  ['a NUL in a header', head('GET', path, ['Host: api', 'X-A: x\0y'])],
  ['bare line feeds', `GET ${path} HTTP/1.1\nHost: api\n\n`],
  ['a bare carriage return', head('GET', path, ['Host: api', 'X-A: x\ry'])],
  ['a length and chunks', withBody(['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n')],
  ['two lengths', withBody(['Content-Length: 2', 'Content-Length: 3'], '{}')],
  ['an invalid length', withBody(['Content-Length: two'], '{}')],
  ['a negative length', withBody(['Content-Length: -2'], '{}')],
  ['a length beyond integers', withBody(['Content-Length: 99999999999999999999'], '{}')],
  ['an unknown transfer coding', withBody(['Transfer-Encoding: xchunked'], '{}')],
  ['chunked twice', withBody(['Transfer-Encoding: chunked, chunked'], '0\r\n\r\n')],
  ['chunked not last', withBody(['Transfer-Encoding: chunked, gzip'], '0\r\n\r\n')],
];

test.each(broken)(
  'Request with %s gets 400 in the standard error shape [ERROR-1] [ERROR-2]',
  async (_, bytes) => {
    const answer = await exchange(world.port, bytes);
    expect([answer?.status, shapeFaults(answer)]).toEqual([400, []]);
  },
);

test('An invalid chunk gets 400 in the standard error shape', async () => {
  const lines = [`Authorization: Bearer ${company.sandboxKey}`, 'Transfer-Encoding: chunked'];
  const answer = await exchange(world.port, withBody(lines, 'zz\r\n{}\r\n0\r\n\r\n'));
  expect([answer?.status, shapeFaults(answer)]).toEqual([400, []]);
});

test.each([
  ['one header', ['X-Large: '.padEnd(17_000, 'x')]],
  ['many headers', Array.from({ length: 1_700 }, (_, index) => `X-${index}: x`)],
])('17 KB in %s get 431 in the standard error shape', async (_, lines) => {
  const answer = await exchange(world.port, head('GET', path, ['Host: api', ...lines]));
  expect([answer?.status, shapeFaults(answer)]).toEqual([431, []]);
});

test.each([
  [100, 400],
  [900, 400],
  [3_000, 431],
])('A second Host after %d other headers is rejected with %d', async (count, status) => {
  const others = Array.from({ length: count }, () => 'a:b');
  const answer = await exchange(world.port, head('GET', path, ['Host: api', ...others, 'Host: other']));
  expect([answer?.status, shapeFaults(answer)]).toEqual([status, []]);
});

test('Every other HTTP method gets 405 with Allow, including TRACE and OPTIONS', async () => {
  const methods = METHODS.filter(method => !['CONNECT', 'GET', 'HEAD', 'POST'].includes(method));
  const answers = await Promise.all(
    methods.map(async method => {
      const answer = await exchange(world.port, head(method, path, ['Host: api']));
      return [method, answer?.status, answer?.headers.get('allow'), shapeFaults(answer)];
    }),
  );
  expect(answers).toEqual(methods.map(method => [method, 405, 'GET, HEAD, POST', []]));
});

test.each([
  ['CONNECT', head('CONNECT', 'elsewhere.example:443', ['Host: elsewhere.example:443']), 400],
  ['An unknown expectation', withBody(['Expect: 200-maybe', 'Content-Length: 2'], '{}'), 401],
])('%s gets an answer in the standard error shape', async (_, bytes, status) => {
  const answer = await exchange(world.port, bytes);
  expect([answer?.status, shapeFaults(answer)]).toEqual([status, []]);
});

test('An upgrade is ignored, and the request gets its usual answer', async () => {
  const lines = [
    'Host: api',
    'Connection: Upgrade',
    'Upgrade: websocket',
    `Authorization: Bearer ${company.sandboxKey}`,
  ];
  const answer = await exchange(world.port, head('GET', path, lines));
  expect(answer?.status).toBe(200);
});

test('A request with Expect: 100-continue gets 100 Continue', async () => {
  const socket = await openSocket(world.port);
  const answer = readAnswer(socket);
  socket.write(withBody(['Expect: 100-continue', 'Content-Length: 2'], ''));
  expect((await answer)?.status).toBe(100);
  socket.destroy();
});

test('A caller that disconnects during its request or before its answer affects no other caller', async () => {
  for (const sent of [
    'GET',
    head('GET', path, ['Host: api']),
    withBody([`Authorization: Bearer ${company.sandboxKey}`, 'Content-Length: 100'], '{"name":'),
  ]) {
    const socket = await openSocket(world.port);
    await new Promise(resolve => {
      socket.write(sent, resolve);
    });
    socket.resetAndDestroy();
  }
  const answer = await world.call('GET', path, { key: company.sandboxKey });
  expect(answer.status).toBe(200);
  const faults = world.logLines.filter(line => line.includes('"level":"error"'));
  expect(faults).toEqual([]);
});

test('Pipelined requests are answered in order, and an invalid one closes the connection', async () => {
  const socket = await openSocket(world.port);
  let received = '';
  const closed = new Promise<void>(resolve => {
    socket.once('close', () => resolve());
  });
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  const good = head('GET', '/openapi.json', ['Host: api', 'X-Request-Id: aaaa-1111']);
  socket.write(good + good.replace('aaaa-1111', 'bbbb-2222') + 'broken\r\n\r\n');
  await closed;
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(match => match[1]);
  expect(statuses.at(-1)).toBe('400');
  expect(statuses.slice(0, -1).every(status => status === '200')).toBe(true);
});
