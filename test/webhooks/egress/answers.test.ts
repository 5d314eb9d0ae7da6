import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createEgress } from '../../../src/webhooks/egress/egress';
import { DnsFailure, type Resolve } from '../../../src/webhooks/egress/resolver';
import { answer, type Behavior, startRawReceiver } from '../../support/raw-receiver';
import {
  expired,
  intermediate,
  receiverCertificate,
  testRoot,
  unchained,
} from '../../support/receiver-certificate';
import { verifyWebhookSignature } from '../../support/verify-webhook-signature';
import {
  at,
  body,
  closeAll,
  egress,
  post,
  receiver,
  resolvesTo,
  secret,
  signature,
  strict,
} from '../../support/posting';

afterEach(closeAll);

describe('A POST that gets a response', () => {
  test('carries the stored bytes, our headers, and custom ones, with a valid signature [HOOK-13]', async () => {
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
    const headers = Object.fromEntries(
      lines.map(line => line.split(': ')).map(([name = '', value]) => [name.toLowerCase(), value]),
    );
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

  test.each(['100 Continue', '102 Processing', '103 Early Hints'])(
    'counts by its final status after an unexpected %s [HOOK-16]',
    async interim => {
      const target = await receiver(socket =>
        socket.write(`HTTP/1.1 ${interim}\r\n\r\nHTTP/1.1 ${interim}\r\n\r\n${answer('202 Accepted')}`),
      );
      const through = egress();
      for (let sent = 0; sent < 2; sent += 1)
        await expect(post(through, `http://127.0.0.1:${target.port}/`)).resolves.toMatchObject({
          outcome: 'answered',
          status: 202,
          isBodyComplete: true,
        });
    },
  );

  test('keeps its connection for the next one', async () => {
    const target = await receiver();
    const through = egress();
    for (let sent = 0; sent < 3; sent += 1) {
      await post(through, `http://127.0.0.1:${target.port}/`);
      // The pool takes the connection back on the next turn.
      await setImmediate();
    }
    expect(target.connections()).toBe(1);
  });

  test.each(['301 Moved', '302 Found', '303 See Other', '307 Temporary', '308 Permanent'])(
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

  test.each(['204 No Content', '410 Gone', '429 Too Many', '500 Internal'])(
    'reports the status %s',
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

describe('The reason of a failure', () => {
  test.each<[string, string, Behavior]>([
    ['connection_reset', 'resets the connection', socket => socket.resetAndDestroy()],
    ['connection_reset', 'closes without an answer', socket => socket.end()],
    ['protocol_error', 'does not speak HTTP', socket => socket.write('220 mail ESMTP\r\n')],
    [
      'protocol_error',
      'sends two lengths',
      socket => socket.write(answer('200 OK', { 'Content-Length': '9' })),
    ],
  ])('is %s if the receiver %s', async (reason, _, behavior) => {
    const target = await receiver(behavior);
    const result = await post(egress(), `http://127.0.0.1:${target.port}/`);
    expect(result).toMatchObject({ outcome: 'failed', reason });
  });

  test('is connection_refused if no server listens', async () => {
    const target = await startRawReceiver();
    await target.close();
    for (const host of ['127.0.0.1', 'localhost'])
      await expect(
        post(egress({ allowCidrs: ['127.0.0.1/32', '::1'] }), `http://${host}:${target.port}/`),
      ).resolves.toMatchObject({ outcome: 'failed', reason: 'connection_refused' });
  });

  test('is dns_error if the name does not exist', async () => {
    const resolve: Resolve = async () => {
      throw new DnsFailure('ENOTFOUND');
    };
    await expect(post(strict(resolve), 'https://receiver.example.com/')).resolves.toMatchObject({
      outcome: 'failed',
      reason: 'dns_error',
      detail: 'ENOTFOUND',
    });
  });

  test('is invalid_headers for a custom Host or a line break in a value, without a connection', async () => {
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

  test('is blocked_url for a URL that was saved under another policy', async () => {
    await expect(post(strict(), 'http://receiver.example.com/')).resolves.toMatchObject({
      outcome: 'failed',
      reason: 'blocked_url',
      detail: 'scheme',
    });
  });

  test('is not used for our own error, which is thrown: a closed client', async () => {
    const through = createEgress({ allowCidrs: ['127.0.0.1/32'] });
    await through.close();
    await expect(post(through, 'http://127.0.0.1:9/')).rejects.toThrow('The client is');
  });
});

describe('TLS', () => {
  const resolve = resolvesTo('127.0.0.1');

  test('rejects an untrusted certificate and sends nothing', async () => {
    const target = await receiver(undefined, { tls: true });
    await expect(
      post(egress({ resolve }), `https://receiver.example.com:${target.port}/`),
    ).resolves.toMatchObject({
      outcome: 'failed',
      reason: 'tls_self_signed',
      detail: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(target.received()).toHaveLength(0);
  });

  test.each([
    ['tls_expired', 'an expired certificate', expired, 'CERT_HAS_EXPIRED'],
    [
      'tls_incomplete_chain',
      'a certificate without its intermediate',
      unchained,
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ],
  ] as const)('is %s for %s', async (reason, _, tls, detail) => {
    const target = await receiver(undefined, { tls });
    const result = await post(
      egress({ resolve, ca: testRoot }),
      `https://receiver.example.com:${target.port}/`,
    );
    expect(result).toMatchObject({ outcome: 'failed', reason, detail });
  });

  test('accepts a certificate with its whole chain', async () => {
    const tls = { key: unchained.key, cert: unchained.cert + intermediate };
    const target = await receiver(undefined, { tls });
    await expect(
      post(egress({ resolve, ca: testRoot }), `https://receiver.example.com:${target.port}/`),
    ).resolves.toMatchObject({ outcome: 'answered', status: 200 });
  });

  test('is tls_not_spoken for a receiver of plain HTTP', async () => {
    const server = createServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const result = await post(egress({ resolve }), `https://receiver.example.com:${port}/`);
    server.close();
    expect(result).toMatchObject({ outcome: 'failed', reason: 'tls_not_spoken' });
  });

  test('checks the certificate against the name in the URL, not the address', async () => {
    const target = await receiver(undefined, { tls: true });
    const through = egress({ resolve, ca: receiverCertificate });
    await expect(post(through, `https://receiver.example.com:${target.port}/`)).resolves.toMatchObject({
      outcome: 'answered',
      status: 200,
    });
    await expect(post(through, `https://other.example.com:${target.port}/`)).resolves.toMatchObject({
      outcome: 'failed',
      reason: 'tls_wrong_host',
      detail: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });
});
