/** `npm run listen`: what it accepts, prints, and forwards. */
import { randomUUID } from 'node:crypto';
import { startListener, type Listener } from '../../stack/listen/listener';
import { signAttempt } from '../../src/webhooks/signature';
import { verifyWebhookSignature } from '../support/verify-webhook-signature';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const secret = randomUUID();
const lines: string[] = [];
let receiver: WebhookReceiver;
let listener: Listener;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  listener = await startListener({
    secret,
    port: 0,
    forwardTo: receiver.url('/app'),
    write: line => lines.push(line),
  });
});
afterAll(async () => {
  await listener.close();
  await receiver.close();
});

// Has spaces and a line end that a parser would lose.
const body = Buffer.from(
  '{ "id": "d-1", "eventType": "patient.updated", "resource": "companies/acme/patients/p-1",\r\n ' +
    '"changed": ["email"], "data": { "firstName": "Zoë" } }',
);

async function send(uuid: string, to = listener): Promise<number> {
  const at = new Date();
  const secrets = [{ uuid, createdAt: new Date(0) }];
  const headers = { ...signAttempt({ deliveryId: 'd-1', body, secrets, at, withStandardHeaders: true }) };
  const response = await fetch(`http://127.0.0.1:${to.port}/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: new Uint8Array(body),
  });
  return response.status;
}

test('The listener forwards bytes and headers unchanged, and answers as the other server does', async () => {
  receiver.respond('/app', () => 202);
  expect(await send(secret)).toBe(202);
  const [forwarded] = receiver.at('/app');
  if (forwarded === undefined) throw new Error('nothing was forwarded');
  expect(forwarded.body).toEqual(body);
  expect(forwarded.headers).toMatchObject({ 'webhook-id': 'd-1', 'content-type': 'application/json' });
  expect(await verifyWebhookSignature(forwarded, secret, Date.now() / 1000)).toBe(true);
  receiver.respond('/app', () => 500);
  expect(await send(secret)).toBe(500);
});

test('The listener prints the event and its IDs, but none of its data', async () => {
  receiver.respond('/app', () => 204);
  await send(secret);
  expect(lines.at(-1)).toMatch(
    /^\d\d:\d\d:\d\d {2}patient\.updated \(email\) {2}companies\/acme\/patients\/p-1 {2}d-1 {2}→ 204$/,
  );
  expect(lines.join('\n')).not.toContain('Zoë');
});

test("The listener refuses a delivery signed with another secret, and doesn't forward it", async () => {
  const before = receiver.at('/app').length;
  expect(await send(randomUUID())).toBe(401);
  expect(receiver.at('/app')).toHaveLength(before);
  expect(lines.at(-1)).toContain('REJECTED');
});

test("The listener answers 502 if the other server doesn't answer, so that the delivery is retried", async () => {
  const away = await startListener({
    secret,
    port: 0,
    forwardTo: 'http://127.0.0.1:9/',
    write: () => undefined,
  });
  try {
    expect(await send(secret, away)).toBe(502);
  } finally {
    await away.close();
  }
});

test('The listener acknowledges deliveries on its own if there is no other server', async () => {
  const alone = await startListener({ secret, port: 0, forwardTo: undefined, write: () => undefined });
  try {
    expect(await send(secret, alone)).toBe(204);
  } finally {
    await alone.close();
  }
});
