/**
 * A customer's webhook receiver, a process of its own that shares nothing with the product. It checks every
 * delivery as a careful customer would, and writes what it found to its standard output: one JSON line each.
 *
 * The signing secret comes as the first line of its standard input, because an endpoint has its secret only
 * once its address is known; the end of the input is the end of the receiver. `--fail-share 0.2` answers a
 * fifth of the posts with 500, chosen by `--seed`.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chance } from './chance';
import { headerOf, isSigned, readBody, signingKey } from './delivery';
import { envelopeSchema, type Receipt, type ReceiverLine } from './receipt';

/** Rule 1 leaves the window to the receiver: five minutes either way. */
const freshnessSeconds = 300;

const { values: flags } = parseArgs({
  options: { 'fail-share': { type: 'string', default: '0' }, seed: { type: 'string', default: '1' } },
});
const failShare = Number(flags['fail-share']);
const draw = chance(Number(flags.seed));
let key: Buffer | undefined;

function write(line: ReceiverLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function inspect(request: IncomingMessage, body: Buffer, key: Buffer): Omit<Receipt, 'answered'> {
  const at = Date.now();
  const timestamp = headerOf(request, 'x-webhook-timestamp');
  const isFresh = /^\d+$/.test(timestamp) && Math.abs(at / 1000 - Number(timestamp)) <= freshnessSeconds;
  const isGenuine = isSigned(key, request, body);
  const envelope = envelopeSchema.safeParse(isGenuine ? JSON.parse(body.toString()) : undefined);
  return {
    at,
    headerId: headerOf(request, 'x-webhook-id'),
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
  if (key === undefined) return 503;
  const found = inspect(request, body, key);
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
    key = signingKey(line.trim());
  })
  .on('close', () => process.exit(0));
server.listen(0, '127.0.0.1', () => write({ port: (server.address() as AddressInfo).port }));
