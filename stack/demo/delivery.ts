/**
 * How a receiver reads a delivery and checks who sent it, as a customer would write it: none of it is
 * shared with the product.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const bodyMaxBytes = 1_000_000;

/** The bytes of a delivery, as they came. @throws when they are more than a megabyte */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > bodyMaxBytes) throw new Error('A delivery of more than a megabyte.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A header that was sent once; empty when it was not. */
export function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

/** The key of the signatures: the 16 bytes of the secret, which is a UUID, and not its text. */
export function signingKey(secret: string): Buffer {
  return Buffer.from(secret.replaceAll('-', ''), 'hex');
}

/** Whether any of the signatures of a delivery was made with the key, over its time and its bytes. */
export function isSigned(key: Buffer, request: IncomingMessage, body: Buffer): boolean {
  const timestamp = headerOf(request, 'x-webhook-timestamp');
  const expected = createHmac('sha256', key).update(`${timestamp}.`).update(body).digest();
  return headerOf(request, 'x-webhook-signature')
    .split(',')
    .some(text => {
      const given = Buffer.from(text.trim(), 'hex');
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}
