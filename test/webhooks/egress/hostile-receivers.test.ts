import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Resolve } from '../../../src/webhooks/egress/resolver';
import { answer, flood, repeat, type Behavior } from '../../support/raw-receiver';
import { closeAll, closedByHand, egress, endsBefore, post, receiver } from '../../support/posting';

afterEach(closeAll);

describe('A POST to a hostile receiver', () => {
  const limits = { totalMs: 400 };
  const endsAtItsLimit = <T>(posting: Promise<T>): Promise<T> => endsBefore(10 * limits.totalMs, posting);
  const bomb = gzipSync(Buffer.alloc(50_000_000));

  test('ends after 10 seconds by default [HOOK-16]', () => {
    expect(egress().limits.totalMs).toBe(10_000);
  });

  test.each<[string, Behavior]>([
    ['hangs', () => undefined],
    ['drips a header', socket => (socket.write('HTTP/1.1 200 OK\r\nx: '), repeat(socket, 'a', 20))],
    ['drips the status line', socket => repeat(socket, 'HTTP/1.1 200 OK'.charAt(0), 1000)],
    ['sends 102 Processing without end', socket => repeat(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 20)],
  ])('fails with a timeout if the receiver %s [HOOK-16]', async (_, behavior) => {
    const target = await receiver(behavior);
    const result = await endsAtItsLimit(post(egress({ limits }), `http://127.0.0.1:${target.port}/`));
    expect(result).toMatchObject({ outcome: 'failed', reason: 'timeout' });
    expect(result.durationMs).toBeGreaterThanOrEqual(limits.totalMs - 5);
    await target.closedBytesWritten();
  });

  test.each<[string, Behavior]>([
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
  ])('keeps the status if the receiver %s', async (_, behavior) => {
    const target = await receiver(behavior);
    const result = await endsAtItsLimit(post(egress({ limits }), `http://127.0.0.1:${target.port}/`));
    expect(result).toMatchObject({ outcome: 'answered', status: 200, isBodyComplete: false });
    await target.closedBytesWritten();
  });

  test('fails with a timeout if the receiver stays silent during the TLS handshake', async () => {
    const sockets: Socket[] = [];
    const silent = createServer(socket => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const result = await endsAtItsLimit(post(egress({ limits }), `https://127.0.0.1:${port}/`));
    for (const socket of sockets) socket.destroy();
    silent.close();
    expect(result).toMatchObject({ outcome: 'failed', reason: 'timeout' });
  });

  test('fails with a timeout if the name does not resolve, and sends nothing once it does', async () => {
    const target = await receiver();
    let resolveLate: (addresses: Array<{ address: string; family: 4 }>) => void = () => undefined;
    const late: Resolve = () => new Promise(resolve => (resolveLate = resolve));
    const through = egress({ limits, resolve: late });
    const result = await endsAtItsLimit(post(through, `http://receiver.example.com:${target.port}/`));
    expect(result).toMatchObject({ outcome: 'failed', reason: 'timeout' });
    resolveLate([{ address: '127.0.0.1', family: 4 }]);
    await through.close();
    await target.close();
    closedByHand();
    expect(target.received()).toHaveLength(0);
  });

  test('is not sent again after it timed out', async () => {
    const target = await receiver(() => undefined);
    const through = egress({ limits });
    await post(through, `http://127.0.0.1:${target.port}/`);
    await through.close();
    await target.closedBytesWritten();
    expect(target.received().toString().match(/POST /g)).toHaveLength(1);
  });

  test('fails before the timeout after a thousand interim responses', async () => {
    const target = await receiver(socket => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'));
    const result = await post(egress(), `http://127.0.0.1:${target.port}/`);
    expect(result).toMatchObject({ outcome: 'failed', reason: 'protocol_error' });
  });

  test('fails before the timeout if the headers are too large', async () => {
    const target = await receiver(socket => flood(socket, `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(200_000)}`));
    const result = await post(egress(), `http://127.0.0.1:${target.port}/`);
    expect(result).toMatchObject({ outcome: 'failed', reason: 'response_too_large' });
  });

  test.each<[string, string]>([
    ['with a length', 'HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n'],
    ['without a length', 'HTTP/1.1 200 OK\r\n\r\n'],
  ])('reads 64 KiB and keeps 4 KiB of an endless body (%s)', async (_, head) => {
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
    // The receiver has sent no more than what was read and what the kernel's socket buffers hold.
    expect(await target.closedBytesWritten()).toBeLessThan(32 * 1024 * 1024);
  });

  test('neither inflates nor keeps a gzip bomb', async () => {
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
