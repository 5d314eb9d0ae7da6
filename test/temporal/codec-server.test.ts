import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { createLog } from '../../src/platform/log';
import { createMetrics } from '../../src/platform/metrics';
import {
  bodyMaxBytes,
  type CodecAppParts,
  createCodecApp,
  type DecodeRecord,
} from '../../src/temporal/codec-server/app';
import { createOperators, sessionSeconds } from '../../src/temporal/codec-server/operators';
import { payloadsMax } from '../../src/temporal/codec-server/payloads-json';
import { createPayloadCodec } from '../../src/temporal/payload-codec';

const uiOrigin = 'https://temporal.example.com';
const token = randomBytes(32).toString('hex');
const tokens = [{ name: 'dana', tokenSha256: createHash('sha256').update(token).digest('hex') }];
const sessionSecret = randomBytes(32);
const codec = createPayloadCodec([{ id: 'test', key: randomBytes(32) }]);
const startedAt = new Date('2026-11-20T09:00:00Z');

let now: Date;
let records: DecodeRecord[];
let logLines: string[];
const servers: Server[] = [];

beforeEach(() => {
  now = startedAt;
  records = [];
  logLines = [];
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

/** Starts a codec server and returns its address. */
async function codecServer(parts: Partial<CodecAppParts> = {}): Promise<string> {
  const app = createCodecApp({
    codec,
    uiOrigin,
    operators: createOperators(tokens, sessionSecret),
    recordDecode: async record => void records.push(record),
    clock: { now: () => now },
    log: createLog({ level: 'debug', process: 'codec' }, { write: line => void logLines.push(line) }),
    metrics: createMetrics('test'),
    ...parts,
  });
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a server like that of development on loopback: without credentials. */
async function openServer(parts: Partial<CodecAppParts> = {}): Promise<string> {
  return codecServer({ ...parts, operators: undefined });
}

const plain = (value: unknown): Payload => defaultPayloadConverter.toPayload(value);

/** Returns payloads as the Temporal UI sends them. */
function asJson(payloads: readonly Payload[]): string {
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  return JSON.stringify({
    payloads: payloads.map(({ metadata, data }) => ({
      metadata: Object.fromEntries(
        Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)]),
      ),
      data: base64(data ?? new Uint8Array()),
    })),
  });
}

async function valuesOf(response: Response): Promise<unknown[]> {
  const body = (await response.json()) as {
    payloads: Array<{ metadata: Record<string, string>; data?: string }>;
  };
  return body.payloads.map(({ metadata, data }) =>
    defaultPayloadConverter.fromPayload({
      metadata: Object.fromEntries(
        Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
      ),
      data: Buffer.from(data ?? '', 'base64'),
    }),
  );
}

const sealedJson = async (...values: unknown[]): Promise<string> =>
  asJson(await codec.encode(values.map(plain)));

const bearer = { authorization: `Bearer ${token}` };

function ask(
  address: string,
  path: '/decode' | '/encode',
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${address}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-namespace': 'default', ...headers },
  });
}

/** Signs in with a token. */
async function signIn(address: string, withToken: string): Promise<Response> {
  return fetch(`${address}/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ token: withToken }),
    redirect: 'manual',
  });
}

const cookieOf = (response: Response): string =>
  response.headers.getSetCookie().map(cookie => cookie.split(';')[0])[0] ?? '';

describe('POST /decode', () => {
  test('decrypts sealed payloads, passes others on, and writes one record of the reading', async () => {
    const address = await codecServer();
    const body = asJson([
      ...(await codec.encode([plain({ status: 'Processing' }), plain(null)])),
      plain('by hand'),
    ]);
    const response = await ask(address, '/decode', body, bearer);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    await expect(valuesOf(response)).resolves.toEqual([{ status: 'Processing' }, null, 'by hand']);
    expect(records).toEqual([{ operator: 'dana', namespace: 'default', count: 2 }]);
  });

  test('accepts a request without a namespace, as the `temporal` command sends it', async () => {
    const response = await ask(await codecServer(), '/decode', await sealedJson(1), {
      ...bearer,
      'x-namespace': '',
    });
    expect(response.status).toBe(200);
    expect(records).toEqual([{ operator: 'dana', namespace: undefined, count: 1 }]);
  });

  test('writes one record per reading, each under its operator', async () => {
    const address = await codecServer();
    for (let reading = 0; reading < 3; reading += 1)
      await ask(address, '/decode', await sealedJson(reading), bearer);
    expect(records).toHaveLength(3);
  });

  test('reveals nothing if the record cannot be written', async () => {
    const address = await codecServer({ recordDecode: () => Promise.reject(new Error('no database')) });
    const response = await ask(address, '/decode', await sealedJson('MARKED'), bearer);
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain(Buffer.from('"MARKED"').toString('base64'));
  });

  test('logs who read how many payloads, and no content', async () => {
    const address = await codecServer();
    await ask(address, '/decode', await sealedJson('MARKED'), bearer);
    await ask(address, '/decode', '{"payloads": "MARKED"}', bearer);
    expect(logLines.join('')).toContain('"operator":"dana","count":1,"namespace":"default"');
    expect(logLines.join('')).not.toMatch(/MARKED|TUFSS0VE|Bearer/);
  });

  test('names the key of a payload that it cannot open, and records no reading', async () => {
    const foreign = createPayloadCodec([{ id: 'elsewhere', key: randomBytes(32) }]);
    const response = await ask(
      await codecServer(),
      '/decode',
      asJson(await foreign.encode([plain(1)])),
      bearer,
    );
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain('`elsewhere`');
    expect(records).toEqual([]);
  });

  test.each([
    ['a body that is not JSON', 'MARKED', 400],
    ['an unknown shape', '{"payloads": {}}', 400],
    ['data that is not base64', '{"payloads":[{"metadata":{},"data":"MARKED!"}]}', 400],
    [
      'too many payloads',
      JSON.stringify({ payloads: Array.from({ length: payloadsMax + 1 }, () => ({})) }),
      400,
    ],
    ['too many bytes', ' '.repeat(bodyMaxBytes + 1), 413],
  ])('rejects %s', async (_, body, status) => {
    const response = await ask(await codecServer(), '/decode', body, bearer);
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('MARKED');
    expect(records).toEqual([]);
  });

  test('accepts as many payloads as the limit', async () => {
    const body = JSON.stringify({ payloads: Array.from({ length: payloadsMax }, () => ({})) });
    expect((await ask(await codecServer(), '/decode', body, bearer)).status).toBe(200);
  });

  test('rejects a form, a compressed body, and an invalid namespace', async () => {
    const address = await codecServer();
    const body = await sealedJson(1);
    const statusWith = async (headers: Record<string, string>): Promise<number> =>
      (await ask(address, '/decode', body, { ...bearer, ...headers })).status;
    expect(await statusWith({ 'content-type': 'text/plain' })).toBe(400);
    expect(await statusWith({ 'content-encoding': 'gzip' })).toBe(400);
    expect(await statusWith({ 'x-namespace': 'a b' })).toBe(400);
  });
});

describe('POST /encode', () => {
  test('seals what an operator types into the UI, and records no reading', async () => {
    const address = await codecServer();
    const response = await ask(address, '/encode', asJson([plain('retry now')]), bearer);
    const sealed = await response.text();
    expect(sealed).not.toContain(Buffer.from('"retry now"').toString('base64'));
    expect(records).toEqual([]);
    await expect(valuesOf(await ask(address, '/decode', sealed, bearer))).resolves.toEqual(['retry now']);
  });

  test('accepts a signal without arguments, as the `temporal` command sends it', async () => {
    const response = await ask(await codecServer(), '/encode', '{}', bearer);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ payloads: [] });
  });

  test('requires credentials too', async () => {
    expect((await ask(await codecServer(), '/encode', asJson([plain(1)]))).status).toBe(401);
  });
});

describe('Credentials', () => {
  test.each([
    ['missing', {}],
    ['a wrong token', { authorization: `Bearer ${'0'.repeat(64)}` }],
    ['the digest of the token', { authorization: `Bearer ${tokens[0]?.tokenSha256}` }],
    ['another scheme', { authorization: `Basic ${token}` }],
    ['an empty cookie', { cookie: '__Host-recordwell-codec=' }],
    ['an invented cookie', { cookie: `__Host-recordwell-codec=dana~1900000000~${'0'.repeat(64)}` }],
  ] as Array<[string, Record<string, string>]>)(
    'are answered with 401 and the sign-in page, and open nothing, if they are %s',
    async (_, headers) => {
      const response = await ask(await codecServer(), '/decode', await sealedJson('MARKED'), headers);
      expect(response.status).toBe(401);
      expect(((await response.json()) as { error: string }).error).toContain('/sign-in');
      expect(records).toEqual([]);
    },
  );

  test('are not required in development, where the reading is still recorded', async () => {
    const response = await ask(await openServer(), '/decode', await sealedJson('x'));
    await expect(valuesOf(response)).resolves.toEqual(['x']);
    expect(records).toEqual([{ operator: 'development', namespace: 'default', count: 1 }]);
  });
});

describe('Signing in', () => {
  test('sets a cookie that opens payloads for eight hours, and redirects to the Temporal UI', async () => {
    const address = await codecServer();
    const response = await signIn(address, token);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(uiOrigin);
    const [setCookie = ''] = response.headers.getSetCookie();
    expect(setCookie).toMatch(/^__Host-recordwell-codec=/);
    for (const attribute of ['path=/', 'secure', 'httponly', 'samesite=strict'])
      expect(setCookie.toLowerCase().split('; ')).toContain(attribute);
    expect(setCookie).not.toMatch(/domain=/i);
    expect(setCookie).not.toContain(token);

    const cookie = cookieOf(response);
    const statusAt = async (instant: number): Promise<number> => {
      now = new Date(instant);
      return (await ask(address, '/decode', await sealedJson(1), { cookie, origin: uiOrigin })).status;
    };
    const end = startedAt.getTime() + sessionSeconds * 1000;
    expect(await statusAt(startedAt.getTime())).toBe(200);
    expect(await statusAt(end - 1)).toBe(200);
    expect(await statusAt(end)).toBe(401);
    expect(records.map(({ operator }) => operator)).toEqual(['dana', 'dana']);
  });

  test("ends when the operator's token is replaced or removed", async () => {
    const cookie = cookieOf(await signIn(await codecServer(), token));
    for (const left of [[], [{ name: 'dana', tokenSha256: '0'.repeat(64) }]]) {
      const address = await codecServer({ operators: createOperators(left, sessionSecret) });
      expect((await ask(address, '/decode', await sealedJson(1), { cookie })).status).toBe(401);
    }
  });

  test('cannot be extended or passed to another name', async () => {
    const address = await codecServer({
      operators: createOperators([...tokens, { name: 'erin', tokenSha256: '1'.repeat(64) }], sessionSecret),
    });
    const cookie = cookieOf(await signIn(address, token));
    const altered = [
      cookie.replace('dana', 'erin'),
      cookie.replace(/~(\d+)~/, '~9999999999~'),
      `${cookie}0`,
      cookie.slice(0, -1),
      cookie.toUpperCase().replace('__HOST-RECORDWELL-CODEC=DANA', '__Host-recordwell-codec=dana'),
    ];
    for (const text of altered)
      expect((await ask(address, '/decode', await sealedJson(1), { cookie: text })).status).toBe(401);
  });

  test('returns to the page after an unknown token, without a cookie', async () => {
    const response = await signIn(await codecServer(), 'wrong');
    expect(response.headers.get('location')).toBe('/sign-in#unknown');
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('rejects the form of another site', async () => {
    const response = await fetch(`${await codecServer()}/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ token }),
      headers: { 'sec-fetch-site': 'cross-site' },
      redirect: 'manual',
    });
    expect(response.status).toBe(403);
  });

  test('shows a page that can run no script, cannot be framed, and posts only here', async () => {
    const response = await fetch(`${await codecServer()}/sign-in`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    const style = /<style>([^]*)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self' ${uiOrigin}; ` +
        `frame-ancestors 'none'; base-uri 'none'`,
    );
    expect(page).not.toMatch(/<script|style=| on\w+=/);
  });
});

describe('CORS', () => {
  const preflight = (address: string, origin: string): Promise<Response> =>
    fetch(`${address}/decode`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-namespace',
      },
    });

  test('allows the origin of the UI with its cookie, and no other', async () => {
    const response = await preflight(await codecServer(), uiOrigin);
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': uiOrigin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type, X-Namespace, Authorization',
      vary: 'Origin',
    });
  });

  test.each([
    'https://evil.example.com',
    'http://temporal.example.com',
    'https://temporal.example.com.evil.com',
    'https://temporal.example.com:8443',
    'null',
  ])('rejects the origin %s', async origin => {
    const address = await codecServer();
    const responses = [
      await preflight(address, origin),
      await ask(address, '/decode', await sealedJson(1), { ...bearer, origin }),
    ];
    for (const response of responses) {
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(records).toEqual([]);
  });

  test('sends its headers on an error too, so that the UI can show it', async () => {
    const response = await ask(await codecServer(), '/decode', await sealedJson(1), { origin: uiOrigin });
    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBe(uiOrigin);
  });
});

test('The codec server has no other routes', async () => {
  const address = await codecServer();
  for (const path of ['/', '/decode', '/encode/x', '/healthz'])
    expect((await fetch(`${address}${path}`)).status).toBe(404);
});
