/** Hostile receivers under the production limits, and what they cost the process that posts to them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { typescriptArguments } from '../../../stack/run/typescript-arguments';
import { startDnsServer } from '../../support/dns-server';
import type { PostingOutcome, PostingTask } from '../../support/egress/posting-task';
import { closeAll, receiver } from '../../support/posting';
import { answer, flood, repeat, type Behavior } from '../../support/raw-receiver';

afterEach(closeAll);

const script = join(__dirname, '../../support/egress/posting-process.ts');
const grownBytesMax = 20 * 1024 * 1024;

const bomb = gzipSync(Buffer.alloc(50_000_000));
const behaviors: readonly Behavior[] = [
  () => undefined,
  socket => (socket.write('HTTP/1.1 200 OK\r\nx: '), repeat(socket, 'a', 20)),
  socket => (socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n'), repeat(socket, 'a', 20)),
  socket => (socket.write('HTTP/1.1 200 OK\r\n\r\n'), flood(socket, Buffer.alloc(64 * 1024, 'a'))),
  socket => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  socket => flood(socket, `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(200_000)}`),
  socket => {
    socket.write(answer('200 OK', { 'content-encoding': 'gzip', 'content-length': String(bomb.length) }));
    socket.write(bomb);
  },
  socket => socket.write('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n'),
];

test('POSTs to hostile receivers and a silent name server end within 10.5 seconds and use less than 20 MB together [HOOK-16]', async () => {
  const dns = await startDnsServer(() => 'silence');
  try {
    const urlOf = async (behavior?: Behavior): Promise<string> =>
      `http://127.0.0.1:${(await receiver(behavior)).port}/`;
    const task: PostingTask = {
      well: await urlOf(),
      dnsServer: dns.address,
      hostile: [...(await Promise.all(behaviors.map(urlOf))), 'http://receiver.nowhere.example/'],
    };
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...['--expose-gc', ...typescriptArguments, script, JSON.stringify(task)],
    ]);
    const { endedInTime, grownBytes } = JSON.parse(stdout) as PostingOutcome;
    expect(endedInTime).toBe(behaviors.length + 1);
    expect(grownBytes).toBeLessThan(grownBytesMax);
  } finally {
    await dns.close();
  }
}, 60_000);
