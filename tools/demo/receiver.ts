/**
 * A customer's webhook receiver, a process of its own, written from the specification (Events) alone. It checks every
 * delivery as a careful customer would, and writes what it found to its standard output: one JSON line each.
 *
 * The signing secret comes as the first line of its standard input, because an endpoint has its secret only once its
 * address is known; the end of the input is the end of the receiver. `--fail-share 0.2` answers a fifth of the posts
 * with 500, chosen by `--seed`.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chance } from './chance';
import { envelopeSchema, type Receipt, type ReceiverLine } from './receipt';

/** Rule 1 leaves the window to the receiver: five minutes either way. */
const freshnessSeconds = 300;
const bodyMaxBytes = 1_000_000;

const { values: flags } = parseArgs({
  options: { 'fail-share': { type: 'string', default: '0' }, seed: { type: 'string', default: '1' } },
});
const failShare = Number(flags['fail-share']);
const draw = chance(Number(flags.seed));
let secret: string | undefined;

function write(line: ReceiverLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

/** Rules 2 and 3: the key is the UUID's 16 bytes, not its text; any of the listed signatures will do. */
function isSigned(uuid: string, timestamp: string, body: Buffer, signatures: string): boolean {
  const key = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  const expected = createHmac('sha256', key).update(`${timestamp}.`).update(body).digest();
  return signatures.split(',').some(text => {
    const given = Buffer.from(text.trim(), 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > bodyMaxBytes) throw new Error('A delivery of more than a megabyte.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function inspect(request: IncomingMessage, body: Buffer, uuid: string): Omit<Receipt, 'answered'> {
  const at = Date.now();
  const timestamp = header(request, 'x-webhook-timestamp');
  const isFresh = /^\d+$/.test(timestamp) && Math.abs(at / 1000 - Number(timestamp)) <= freshnessSeconds;
  const isGenuine = isSigned(uuid, timestamp, body, header(request, 'x-webhook-signature'));
  const envelope = envelopeSchema.safeParse(isGenuine ? JSON.parse(body.toString()) : undefined);
  return {
    at,
    headerId: header(request, 'x-webhook-id'),
    bodySha256: createHash('sha256').update(body).digest('hex'),
    isPost: request.method === 'POST',
    isFresh,
    isGenuine,
    envelope: envelope.data,
  };
}

async function answer(request: IncomingMessage): Promise<number> {
  const body = await readBody(request);
  // Not registered yet: a later attempt will be understood.
  if (secret === undefined) return 503;
  const found = inspect(request, body, secret);
  const isGood = found.isFresh && found.isGenuine && found.envelope !== undefined;
  const answered = !isGood ? 401 : draw() < failShare ? 500 : 204;
  write({ receipt: { ...found, answered } });
  return answered;
}

const server = createServer((request, response) => {
  answer(request)
    .catch(() => 400)
    .then(status => response.writeHead(status).end())
    .catch(() => response.destroy());
});
createInterface({ input: process.stdin })
  .on('line', line => {
    secret = line.trim();
  })
  .on('close', () => process.exit(0));
server.listen(0, '127.0.0.1', () => write({ port: (server.address() as AddressInfo).port }));
