/**
 * `import { verifyWebhook } from 'recordwell/verify-webhook'`: what a receiver in TypeScript needs, with only
 * Node's own library. It shares no code with the signing side.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the signing time may be from now by default, in seconds. */
export const freshSeconds = 300;

/** A delivery as received. */
export interface ReceivedWebhook {
  /** The headers, with lower-case names, as Node provides them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body's bytes as received, before any parser. */
  readonly body: Uint8Array;
}

function headerOf({ headers }: ReceivedWebhook, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/**
 * Whether a delivery was signed with the endpoint's secret and is recent, since an old one may be replayed.
 * @param secret the signing secret, a UUID; its 16 bytes are the key, not its text
 * @param options.nowSeconds the current time in Unix seconds; the clock's by default
 * @param options.toleranceSeconds how far the signing time may be from now, either way; 300 by default
 * @throws TypeError if the secret isn't a UUID; the message doesn't contain it
 */
export function verifyWebhook(
  received: ReceivedWebhook,
  secret: string,
  options: { readonly nowSeconds?: number; readonly toleranceSeconds?: number } = {},
): boolean {
  const { nowSeconds = Date.now() / 1000, toleranceSeconds = freshSeconds } = options;
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(secret))
    throw new TypeError('A signing secret is a UUID in its text form with hyphens.');
  const timestamp = headerOf(received, 'x-webhook-timestamp');
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds) return false;
  const key = Buffer.from(secret.replaceAll('-', ''), 'hex');
  const expected = createHmac('sha256', key).update(`${timestamp}.`).update(received.body).digest();
  // All of them are compared, each in constant time: during a rotation there are several.
  return headerOf(received, 'x-webhook-signature')
    .split(',')
    .map(text => text.trim())
    .filter(text => /^[0-9a-f]{64}$/.test(text))
    .map(text => timingSafeEqual(Buffer.from(text, 'hex'), expected))
    .includes(true);
}
