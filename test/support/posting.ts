/**
 * Shared parts of the tests of posting to receivers: a delivery to post, receivers and egresses, and their
 * cleanup.
 */
import { createEgress, type Egress } from '../../src/webhooks/egress/egress';
import type { CustomHeader } from '../../src/webhooks/egress/custom-headers';
import type { Resolve } from '../../src/webhooks/egress/resolver';
import { postWebhook, type WebhookResult } from '../../src/webhooks/egress/send';
import { signAttempt } from '../../src/webhooks/signature';
import { startRawReceiver, type Behavior, type RawReceiver } from './raw-receiver';

/** The secret that `post` signs with. */
export const secret = '0f4d7a1e-93b2-4c6e-8a57-2e1f60c9d4b8';
/** The body that `post` sends. */
export const body = Buffer.from('{"id":"019a9c3e-7c1d-7b52-8f5e-3d2a1b4c5d6e","n":"Zoë"}');
/** The instant of the attempt. */
export const at = new Date('2026-11-20T12:00:00Z');
/** The headers of the attempt. */
export const signature = signAttempt({
  withStandardHeaders: false,
  deliveryId: '019a9c3e-7c1d-7b52-8f5e-3d2a1b4c5d6e',
  body,
  secrets: [{ uuid: secret, createdAt: new Date(0) }],
  at,
});

/**
 * Returns what a promise settles with, if it does before a timer that starts after it. On a slow machine both
 * are late, so only the order counts.
 * @throws Error if the timer is first
 */
export async function endsBefore<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`a timer of ${ms} ms was first`)), ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const closing: Array<() => Promise<void>> = [];

/** Call it after each test. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0)) await close();
}

/** For a test that closed everything it opened. */
export function closedByHand(): void {
  closing.length = 0;
}

/** Returns a receiver that `closeAll` closes. */
export async function receiver(
  behavior?: Behavior,
  options?: Parameters<typeof startRawReceiver>[1],
): Promise<RawReceiver> {
  const started = await startRawReceiver(behavior, options);
  closing.unshift(started.close);
  return started;
}

/** Returns an egress that may reach the loopback receiver; `closeAll` closes it. */
export function egress(input: Partial<Parameters<typeof createEgress>[0]> = {}): Egress {
  const created = createEgress({ allowCidrs: ['127.0.0.1/32'], ...input });
  closing.push(created.close);
  return created;
}

/** Returns an egress with the strict policy, as in production. */
export const strict = (resolve?: Resolve): Egress => egress({ allowCidrs: [], ...(resolve && { resolve }) });

/** Returns a resolver with one answer. */
export const resolvesTo =
  (...addresses: readonly string[]): Resolve =>
  async () =>
    addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Posts the delivery. */
export const post = (
  through: Egress,
  url: string,
  customHeaders: readonly CustomHeader[] = [],
): Promise<WebhookResult> => postWebhook(through, { url, body, signature, customHeaders });
