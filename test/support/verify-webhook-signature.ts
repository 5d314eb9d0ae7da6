/**
 * A receiver's verification of a delivery, written with WebCrypto from the steps that customers get, without
 * any code of the signing side.
 */
import { subtle } from 'node:crypto';

/** A receiver's input: the headers and the body as received, and the secret's text. */
export interface ReceivedWebhook {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
}

/** Whether the delivery is recent at `nowSeconds` (within 300 s) and signed with `secretUuid`. */
export async function verifyWebhookSignature(
  received: ReceivedWebhook,
  secretUuid: string,
  nowSeconds: number,
): Promise<boolean> {
  const timestamp = received.headers['x-webhook-timestamp'];
  const signatures = received.headers['x-webhook-signature'];
  if (typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > 300) return false;

  const hex = secretUuid.split('-').join('');
  const secret = Uint8Array.from({ length: 16 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
  const key = await subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const prefix = new TextEncoder().encode(`${timestamp}.`);
  const message = new Uint8Array(prefix.length + received.body.length);
  message.set(prefix);
  message.set(received.body, prefix.length);

  for (const signature of signatures.split(',')) {
    const text = signature.trim();
    if (!/^[0-9a-f]{64}$/.test(text)) continue;
    const bytes = Uint8Array.from({ length: 32 }, (_, i) =>
      Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
    );
    if (await subtle.verify('HMAC', key, bytes, message)) return true;
  }
  return false;
}
