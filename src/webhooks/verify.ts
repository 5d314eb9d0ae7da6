/**
 * `import { verifyWebhook } from 'recordwell/verify-webhook'`: what a receiver in TypeScript needs, of Node's
 * own library and nothing else. It shares nothing with the code that signs.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time of signing may be from now, in seconds, unless said otherwise. */
export const freshSeconds = 300;

/** A delivery as it came. */
export interface ReceivedWebhook {
  /** The headers, their names in lower case, as Node gives them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body's bytes as they came, before any parser. */
  readonly body: Uint8Array;
}

function headerOf({ headers }: ReceivedWebhook, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/**
 * Whether a delivery was signed with the secret of the endpoint, and is fresh: somebody may send an old one
 * again.
 * @param secret the signing secret, a UUID; its 16 bytes are the key, not its text
 * @param options.nowSeconds the time by which it is judged, Unix seconds; the clock's unless given
 * @param options.toleranceSeconds how far the time of signing may be from now, either way; 300 unless given
 * @throws TypeError when the secret is no UUID; the message does not hold it
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
  // All of them are looked at, each in constant time: while a secret is replaced there are several.
  return headerOf(received, 'x-webhook-signature')
    .split(',')
    .map(text => text.trim())
    .filter(text => /^[0-9a-f]{64}$/.test(text))
    .map(text => timingSafeEqual(Buffer.from(text, 'hex'), expected))
    .includes(true);
}
