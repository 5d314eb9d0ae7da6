import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { interceptors, request } from 'undici';
import { createEgress, type Egress } from '../../src/webhooks/egress/egress';
import type { CustomHeader } from '../../src/webhooks/egress/custom-headers';
import { DnsFailure, type Resolve } from '../../src/webhooks/egress/resolver';
import { postWebhook, type WebhookResult } from '../../src/webhooks/egress/send';
import { signAttempt } from '../../src/webhooks/signature';
import { answer, type Behaviour, type RawReceiver, startRawReceiver } from '../support/raw-receiver';
import { receiverCertificate } from '../support/receiver-certificate';
import { verifyWebhookSignature } from '../support/verify-webhook-signature';

const secret = '0f4d7a1e-93b2-4c6e-8a57-2e1f60c9d4b8';
const body = Buffer.from('{"id":"019a9c3e-7c1d-7b52-8f5e-3d2a1b4c5d6e","n":"Zoë"}');
const at = new Date('2026-11-20T12:00:00Z');
const signature = signAttempt({
  deliveryId: '019a9c3e-7c1d-7b52-8f5e-3d2a1b4c5d6e',
  body,
  secrets: [{ uuid: secret, createdAt: new Date(0) }],
  at,
});

/** How late the end of a POST may be on a machine that is busy with other tests. */
const graceMs = 700;

const closing: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function receiver(
  behaviour?: Behaviour,
  options?: { host?: string; tls?: boolean },
): Promise<RawReceiver> {
  const started = await startRawReceiver(behaviour, options);
  closing.unshift(started.close);
  return started;
}

function egress(input: Partial<Parameters<typeof createEgress>[0]> = {}): Egress {
  const created = createEgress({ allowCidrs: ['127.0.0.1/32'], ...input });
  closing.push(created.close);
  return created;
}

const strict = (resolve?: Resolve): Egress => egress({ allowCidrs: [], ...(resolve && { resolve }) });

const resolvesTo =
  (...addresses: readonly string[]): Resolve =>
  async () =>
    addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }));

const post = (
  through: Egress,
  url: string,
  customHeaders: readonly CustomHeader[] = [],
): Promise<WebhookResult> => postWebhook(through, { url, body, signature, customHeaders });

describe('a POST that is answered', () => {
  it('carries the stored bytes, our headers and the custom ones, with a signature that a receiver accepts', async () => {
    const target = await receiver(socket =>
      socket.write(answer('200 OK', { 'x-request-id': 'r1', 'set-cookie': 'a=b' }, 'thanks')),
    );
    const result = await post(egress(), `http://127.0.0.1:${target.port}/hooks?a=b%20c`, [
      { name: 'Authorization', value: 'Bearer of-the-customer' },
    ]);

    expect(result).toMatchObject({
      outcome: 'answered',
      status: 200,
      headers: { 'content-length': '6', 'x-request-id': 'r1' },
      bodyReadBytes: 6,
      isBodyComplete: true,
    });
    expect(result.outcome === 'answered' && Buffer.from(result.bodyStart).toString()).toBe('thanks');
    expect(result).not.toHaveProperty(['headers', 'set-cookie']);

    const [head = '', ...rest] = target.received().toString().split('\r\n\r\n');
    const [requestLine, ...lines] = head.split('\r\n');
    const headers = Object.fromEntries(lines.map(line => line.split(': ') as [string, string]));
    expect(requestLine).toBe('POST /hooks?a=b%20c HTTP/1.1');
    expect(headers).toEqual({
      host: `127.0.0.1:${target.port}`,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': String(body.length),
      'accept-encoding': 'identity',
      'user-agent': 'recordwell-webhooks/1',
      authorization: 'Bearer of-the-customer',
      ...signature,
    });
    const received = { headers, body: Buffer.from(rest.join('\r\n\r\n')) };
    expect(received.body.equals(body)).toBe(true);
    await expect(verifyWebhookSignature(received, secret, at.getTime() / 1000)).resolves.toBe(true);
  });

  it('keeps the connection for the next one', async () => {
    const target = await receiver();
    const through = egress();
    for (let sent = 0; sent < 3; sent += 1) {
      await post(through, `http://127.0.0.1:${target.port}/`);
      // The pool takes the connection back in the next turn.
      await setImmediate();
    }
    expect(target.connections()).toBe(1);
  });

  it.each(['301 Moved', '302 Found', '303 See Other', '307 Temporary', '308 Permanent'])(
    'does not follow a redirect: %s',
    async status => {
      const canary = await receiver();
      const target = await receiver(socket =>
        socket.write(answer(status, { location: `http://127.0.0.1:${canary.port}/` })),
      );
      await expect(post(egress(), `http://127.0.0.1:${target.port}/`)).resolves.toMatchObject({
        outcome: 'answered',
        status: Number(status.slice(0, 3)),
      });
      expect(canary.connections()).toBe(0);
    },
  );

  it.each(['204 No Content', '410 Gone', '429 Too Many', '500 Internal'])(
    'tells the status %s',
    async status => {
      const target = await receiver(socket => socket.write(answer(status, { 'retry-after': '7' })));
      await expect(post(egress(), `http://127.0.0.1:${target.port}/`)).resolves.toMatchObject({
        outcome: 'answered',
        status: Number(status.slice(0, 3)),
        headers: { 'retry-after': '7' },
      });
    },
  );
});

describe('the strict policy never opens a connection to a loopback canary', () => {
  const spellings = [
    '127.0.0.1',
    '127.1',
    '127.0.0.1.',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '①②⑦.⓪.⓪.①',
    '%31%32%37.0.0.1',
    '0.0.0.0',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'a.localhost',
    'user@127.0.0.1',
    'example.com\\@127.0.0.1',
  ];

  it.each(spellings)('written as %s', async spelling => {
    const canary = await receiver(undefined, { host: '::' });
    const through = strict();
    for (const scheme of ['https', 'http']) {
      const result = await post(through, `${scheme}://${spelling}:${canary.port}/`);
      expect(result.outcome).toBe('failed');
    }
    expect(canary.connections()).toBe(0);
  });

  it.each(spellings.slice(0, 18))('written as %s, even when the URL rules were not asked', async spelling => {
    const canary = await receiver(undefined, { host: '::' });
    await expect(
      request(`http://${spelling}:${canary.port}/`, { dispatcher: strict().dispatcher }),
    ).rejects.toThrow('not publicly reachable');
    expect(canary.connections()).toBe(0);
  });

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    'fe80::1%lo',
    '10.0.0.1',
    '169.254.169.254',
    'not-an-address',
  ])('behind a name that resolves to %s', async address => {
    const canary = await receiver(undefined, { host: '::' });
    await expect(
      post(strict(resolvesTo(address)), `https://receiver.example.com:${canary.port}/`),
    ).resolves.toMatchObject({ outcome: 'failed', reason: 'blocked_address' });
    expect(canary.connections()).toBe(0);
  });

  it('behind a name that was public when the endpoint was saved (rebinding)', async () => {
    const canary = await receiver();
    const answers = ['8.8.8.8', '127.0.0.1'];
    const through = strict(async () => [{ address: answers.shift() ?? '', family: 4 }]);
    const url = `https://receiver.example.com:${canary.port}/`;
    await expect(through.checkReceiver(url)).resolves.toMatchObject({ ok: true });
    await expect(post(through, url)).resolves.toMatchObject({
      reason: 'blocked_address',
      detail: 'loopback',
    });
    expect(canary.connections()).toBe(0);
    expect(answers).toEqual([]);
  });

  it('when an interceptor has turned the name into a literal before the connector', async () => {
    const canary = await receiver();
    const composed = strict().dispatcher.compose(
      interceptors.dns({
        lookup: (_origin, _options, callback) =>
          callback(null, [{ address: '127.0.0.1', family: 4, ttl: 1000 }]),
      }),
    );
    await expect(
      request(`http://receiver.example.com:${canary.port}/`, { dispatcher: composed }),
    ).rejects.toThrow('not publicly reachable');
    expect(canary.connections()).toBe(0);
  });

  it('and tells a customer the class of the address, not the address', async () => {
    const result = await post(strict(resolvesTo('10.20.30.40')), 'https://receiver.example.com/');
    expect(result).toMatchObject({ outcome: 'failed', reason: 'blocked_address', detail: 'private' });
    expect(JSON.stringify(result)).not.toContain('10.20');
  });
});

describe('the addresses that are dialled', () => {
  it('are the ones that were judged: an unresolvable name goes where the resolver says', async () => {
    const target = await receiver();
    await expect(
      post(egress({ resolve: resolvesTo('127.0.0.1') }), `http://nowhere.example.com:${target.port}/`),
    ).resolves.toMatchObject({ outcome: 'answered', status: 200 });
    expect(target.received().toString()).toContain(`host: nowhere.example.com:${target.port}`);
  });

  it('are the allowed ones of a mixed answer', async () => {
    const target = await receiver(undefined, { host: '::' });
    const mixed = resolvesTo('127.0.0.2', '::1', '10.0.0.1', '127.0.0.1', '169.254.169.254');
    await expect(
      post(egress({ resolve: mixed }), `http://receiver.example.com:${target.port}/`),
    ).resolves.toMatchObject({ outcome: 'answered' });
    expect(target.dialled()).toEqual(['::ffff:127.0.0.1']);
  });

  it('are tried one after the other', async () => {
    const target = await receiver(undefined, { host: '127.0.0.2' });
    const through = egress({
      allowCidrs: ['127.0.0.0/8'],
      resolve: resolvesTo('127.0.0.1', '127.0.0.3', '127.0.0.2'),
    });
    await expect(post(through, `http://receiver.example.com:${target.port}/`)).resolves.toMatchObject({
      outcome: 'answered',
    });
  });

  it('are found by the system’s resolver in development', async () => {
    const target = await receiver();
    await expect(post(egress(), `http://localhost:${target.port}/`)).resolves.toMatchObject({
      outcome: 'answered',
    });
  });
});

describe('checkReceiver', () => {
  it.each([
    ['a name that resolves to a public address', resolvesTo('8.8.8.8'), { ok: true }],
    [
      'a name that resolves to private addresses alone',
      resolvesTo('10.0.0.1', '127.0.0.1'),
      { ok: false, rule: 'blocked_address', addressRule: 'private' },
    ],
    [
      'a name that does not resolve',
      async () => {
        throw new DnsFailure('ENOTFOUND');
      },
      { ok: false, rule: 'unresolvable' },
    ],
  ] as Array<[string, Resolve, object]>)('answers for %s', async (_, resolve, expected) => {
    await expect(strict(resolve).checkReceiver('https://receiver.example.com/')).resolves.toMatchObject(
      expected,
    );
  });

  it('opens no connection', async () => {
    const canary = await receiver();
    await egress({ resolve: resolvesTo('127.0.0.1') }).checkReceiver(
      `http://receiver.example.com:${canary.port}/`,
    );
    expect(canary.connections()).toBe(0);
  });
});

/** Writes `part` again and again until the other side is gone. */
function repeat(socket: Socket, part: string | Buffer, everyMs: number): void {
  const timer = setInterval(() => socket.write(part), everyMs);
  socket.on('close', () => clearInterval(timer));
}

/** Writes `part` as fast as the other side takes it. */
function flood(socket: Socket, part: string | Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(part));
  };
  socket.on('drain', more);
  more();
}

describe('a hostile receiver is left when the time is up', () => {
  const limits = { totalMs: 400 };
  const bomb = gzipSync(Buffer.alloc(50_000_000));

  it.each<[string, Behaviour]>([
    ['hangs', () => undefined],
    ['drips a header', socket => (socket.write('HTTP/1.1 200 OK\r\nx: '), repeat(socket, 'a', 20))],
    ['drips the status line', socket => repeat(socket, 'HTTP/1.1 200 OK'.charAt(0), 1000)],
    [
      'floods with 103 Early Hints',
      socket => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
    ],
    ['sends 102 Processing for ever', socket => repeat(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 20)],
  ])('and fails with a timeout when it %s', async (_, behaviour) => {
    const target = await receiver(behaviour);
    const result = await post(egress({ limits }), `http://127.0.0.1:${target.port}/`);
    expect(result).toMatchObject({ outcome: 'failed', reason: 'timeout' });
    expect(result.durationMs).toBeGreaterThanOrEqual(limits.totalMs - 5);
    expect(result.durationMs).toBeLessThan(limits.totalMs + graceMs);
    await target.closedBytesWritten();
  });

  it.each<[string, Behaviour]>([
    [
      'drips its body',
      socket => (socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n'), repeat(socket, 'a', 20)),
    ],
    [
      'drips chunks',
      socket => (
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'),
        repeat(socket, '1\r\na\r\n', 20)
      ),
    ],
    [
      'promises a body and sends none',
      socket => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n'),
    ],
  ])('but its status counts when it %s', async (_, behaviour) => {
    const target = await receiver(behaviour);
    const result = await post(egress({ limits }), `http://127.0.0.1:${target.port}/`);
    expect(result).toMatchObject({ outcome: 'answered', status: 200, isBodyComplete: false });
    expect(result.durationMs).toBeLessThan(limits.totalMs + graceMs);
    await target.closedBytesWritten();
  });

  it('when it takes the connection and says nothing in TLS', async () => {
    const sockets: Socket[] = [];
    const silent = createServer(socket => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const result = await post(egress({ limits }), `https://127.0.0.1:${port}/`);
    for (const socket of sockets) socket.destroy();
    silent.close();
    expect(result).toMatchObject({ outcome: 'failed', reason: 'timeout' });
    expect(result.durationMs).toBeLessThan(limits.totalMs + graceMs);
  });

  it('when its name does not resolve, and nothing is sent once it does', async () => {
    const target = await receiver();
    let resolveLate: (addresses: Array<{ address: string; family: 4 }>) => void = () => undefined;
    const late: Resolve = () => new Promise(resolve => (resolveLate = resolve));
    const through = egress({ limits, resolve: late });
    const result = await post(through, `http://receiver.example.com:${target.port}/`);
    expect(result).toMatchObject({ outcome: 'failed', reason: 'timeout' });
    expect(result.durationMs).toBeLessThan(limits.totalMs + graceMs);
    resolveLate([{ address: '127.0.0.1', family: 4 }]);
    await through.close();
    await target.close();
    closing.length = 0;
    expect(target.received()).toHaveLength(0);
  });

  it('and the POST that was given up is not sent again', async () => {
    const target = await receiver(() => undefined);
    const through = egress({ limits });
    await post(through, `http://127.0.0.1:${target.port}/`);
    // undici dials once more for the request it has just dropped, and closes without a byte.
    await through.close();
    await target.closedBytesWritten();
    expect(target.received().toString().match(/POST /g)).toHaveLength(1);
  });

  it('when all its connections hang, without billing the wait for a slot', async () => {
    const target = await receiver(() => undefined);
    const through = egress({ limits });
    const send = (): Promise<unknown> =>
      through.runInSlot('endpoint', () => post(through, `http://127.0.0.1:${target.port}/`));
    const results = await Promise.all(Array.from({ length: 9 }, send));
    expect(target.received().toString().match(/POST /g)).toHaveLength(9);
    for (const result of results) {
      const { durationMs } = (result as { value: WebhookResult }).value;
      expect(durationMs).toBeLessThan(limits.totalMs + graceMs);
    }
  });

  it('or before, when its headers are too large', async () => {
    const target = await receiver(socket => flood(socket, `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(200_000)}`));
    const result = await post(egress(), `http://127.0.0.1:${target.port}/`);
    expect(result).toMatchObject({ outcome: 'failed', reason: 'response_too_large' });
  });

  it.each<[string, string]>([
    ['with a length', 'HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n'],
    ['without a length', 'HTTP/1.1 200 OK\r\n\r\n'],
  ])('or before, when its body has no end (%s): 64 KiB read, 4 KiB kept', async (_, head) => {
    const target = await receiver(socket => {
      socket.write(head);
      flood(socket, Buffer.alloc(64 * 1024, 'a'));
    });
    const result = await post(egress(), `http://127.0.0.1:${target.port}/`);
    expect(result).toMatchObject({ outcome: 'answered', status: 200, isBodyComplete: false });
    if (result.outcome !== 'answered') return;
    expect(result.bodyStart).toHaveLength(4096);
    expect(result.bodyReadBytes).toBeGreaterThanOrEqual(64 * 1024);
    expect(result.bodyReadBytes).toBeLessThan(192 * 1024);
    // What left the receiver is what was read and what the kernel's socket buffers hold, no more.
    expect(await target.closedBytesWritten()).toBeLessThan(32 * 1024 * 1024);
  });

  it('and a gzip bomb is neither inflated nor kept', async () => {
    const target = await receiver(socket => {
      socket.write(answer('200 OK', { 'content-encoding': 'gzip', 'content-length': String(bomb.length) }));
      socket.write(bomb);
    });
    const result = await post(egress(), `http://127.0.0.1:${target.port}/`);
    expect(result).toMatchObject({ outcome: 'answered', bodyReadBytes: bomb.length, isBodyComplete: true });
    if (result.outcome !== 'answered') return;
    expect(Buffer.from(result.bodyStart).equals(bomb.subarray(0, 4096))).toBe(true);
  });
});

describe('a failure has its reason', () => {
  it.each<[string, string, Behaviour]>([
    ['connection_reset', 'resets the connection', socket => socket.resetAndDestroy()],
    ['connection_reset', 'closes without an answer', socket => socket.end()],
    ['protocol_error', 'does not speak HTTP', socket => socket.write('220 mail ESMTP\r\n')],
    [
      'protocol_error',
      'sends two lengths',
      socket => socket.write(answer('200 OK', { 'Content-Length': '9' })),
    ],
  ])('%s when the receiver %s', async (reason, _, behaviour) => {
    const target = await receiver(behaviour);
    const result = await post(egress(), `http://127.0.0.1:${target.port}/`);
    expect(result).toMatchObject({ outcome: 'failed', reason });
  });

  it('connection_refused when nobody listens', async () => {
    const target = await startRawReceiver();
    await target.close();
    for (const host of ['127.0.0.1', 'localhost'])
      await expect(
        post(egress({ allowCidrs: ['127.0.0.1/32', '::1'] }), `http://${host}:${target.port}/`),
      ).resolves.toMatchObject({ outcome: 'failed', reason: 'connection_refused' });
  });

  it('dns_error when there is no such name', async () => {
    const resolve: Resolve = async () => {
      throw new DnsFailure('ENOTFOUND');
    };
    await expect(post(strict(resolve), 'https://receiver.example.com/')).resolves.toMatchObject({
      outcome: 'failed',
      reason: 'dns_error',
      detail: 'ENOTFOUND',
    });
  });

  it('invalid_headers for a custom Host or a line break in a value, with no connection made', async () => {
    const target = await receiver();
    for (const header of [
      { name: 'Host', value: 'internal.example.com' },
      { name: 'x-a', value: 'a\r\nX-Injected: 1' },
      { name: 'X-Webhook-Id', value: 'mine' },
    ])
      await expect(post(egress(), `http://127.0.0.1:${target.port}/`, [header])).resolves.toMatchObject({
        outcome: 'failed',
        reason: 'invalid_headers',
      });
    expect(target.connections()).toBe(0);
  });

  it('blocked_url for a URL that was saved under another policy', async () => {
    await expect(post(strict(), 'http://receiver.example.com/')).resolves.toMatchObject({
      outcome: 'failed',
      reason: 'blocked_url',
      detail: 'scheme',
    });
  });

  it('but a fault of ours is thrown: a client that was closed', async () => {
    const through = createEgress({ allowCidrs: ['127.0.0.1/32'] });
    await through.close();
    await expect(post(through, 'http://127.0.0.1:9/')).rejects.toThrow('The client is');
  });
});

describe('TLS', () => {
  const resolve = resolvesTo('127.0.0.1');

  it('refuses a certificate that nobody vouches for, and sends nothing', async () => {
    const target = await receiver(undefined, { tls: true });
    await expect(
      post(egress({ resolve }), `https://receiver.example.com:${target.port}/`),
    ).resolves.toMatchObject({
      outcome: 'failed',
      reason: 'tls_error',
      detail: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(target.received()).toHaveLength(0);
  });

  it('goes by the name of the URL, not by the address', async () => {
    const target = await receiver(undefined, { tls: true });
    const through = egress({ resolve, ca: receiverCertificate });
    await expect(post(through, `https://receiver.example.com:${target.port}/`)).resolves.toMatchObject({
      outcome: 'answered',
      status: 200,
    });
    await expect(post(through, `https://other.example.com:${target.port}/`)).resolves.toMatchObject({
      outcome: 'failed',
      reason: 'tls_error',
      detail: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });
});
