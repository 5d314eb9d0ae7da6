/**
 * A customer's webhook receiver, as a separate process that shares no code with the product. It checks every
 * delivery as a careful customer would, and writes one JSON line with the result to its standard output.
 *
 * The signing secret is the first line of its standard input, because an endpoint gets its secret only once
 * its URL is known. The receiver ends when its input ends. `--fail-share 0.2` answers a fifth of the requests
 * with 500, chosen by `--seed`.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chance } from './chance';
import { headerOf, isSigned, readBody, signingKey } from './delivery';
import { envelopeSchema, type Receipt, type ReceiverLine } from './receipt';

/** Receivers choose their own time window: here five minutes either way. */
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
  // Not registered yet. A later attempt can be verified.
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
