/** Reads and verifies a delivery as a customer would write it. It shares no code with the product. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const bodyMaxBytes = 1_000_000;

/** Reads the raw bytes of a delivery. @throws if they exceed one megabyte */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > bodyMaxBytes) throw new Error('The delivery is larger than one megabyte.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns a header that was sent once; empty if it wasn't. */
export function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the signing key: the 16 bytes of the secret UUID, not its text. */
export function signingKey(secret: string): Buffer {
  return Buffer.from(secret.replaceAll('-', ''), 'hex');
}

/** Whether any signature of a delivery matches the key, its time, and its bytes. */
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
