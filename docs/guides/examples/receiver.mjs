// A webhook receiver that needs only Node: WEBHOOK_SECRET=… node receiver.mjs [port]
// It verifies the signature, answers immediately, and processes each delivery once.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET ?? '';
const port = Number(process.argv[2] ?? 8080);
const bodyBytesMax = 1_000_000;
const freshSeconds = 300;

// The key is the 16 bytes of the UUID, not its text.
const key = Buffer.from(secret.replaceAll('-', ''), 'hex');
if (key.length !== 16) throw new Error('Set WEBHOOK_SECRET to the signing secret of the endpoint, a UUID.');

/** Whether one of the signatures matches and the attempt is recent. Pass the body's bytes as they arrived. */
export function isGenuine(headers, body, nowSeconds = Date.now() / 1000) {
  const timestamp = String(headers['x-webhook-timestamp'] ?? '');
  if (!/^\d+$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > freshSeconds) return false;
  const expected = createHmac('sha256', key).update(`${timestamp}.`).update(body).digest();
  return String(headers['x-webhook-signature'] ?? '')
    .split(',')
    .map(signature => Buffer.from(signature, 'hex'))
    .some(signature => signature.length === expected.length && timingSafeEqual(signature, expected));
}

/** The IDs of processed deliveries. Keep yours in a database, in the same transaction as your own work. */
const processed = new Set();

function work(event) {
  // Fetch the record at `event.resource` with your key: `data` may be older than the record.
  console.log(`${event.eventType} ${event.changed.join(', ')}`);
}

const server = createServer((request, response) => {
  const pieces = [];
  let size = 0;
  request.on('data', piece => {
    size += piece.length;
    if (size > bodyBytesMax) request.destroy();
    pieces.push(piece);
  });
  request.on('end', () => {
    const body = Buffer.concat(pieces);
    if (!isGenuine(request.headers, body)) {
      console.error(
        "Rejected a delivery: its signature doesn't match WEBHOOK_SECRET, or it's over 5 minutes old.",
      );
      return response.writeHead(401).end();
    }
    const event = JSON.parse(body.toString());
    const isNew = !processed.has(event.id);
    // Record it, answer, then work: without an answer within 10 seconds, it's sent again.
    processed.add(event.id);
    response.writeHead(204).end();
    if (isNew) work(event);
  });
});
server.on('error', error => {
  const isTaken = error.code === 'EADDRINUSE';
  console.error(isTaken ? `Port ${port} is in use. Give another: node receiver.mjs 8081` : error.message);
  process.exit(1);
});
server.listen(port, '127.0.0.1', () => console.log(`Listening on port ${server.address().port}.`));
