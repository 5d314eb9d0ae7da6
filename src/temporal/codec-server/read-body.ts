import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { Refusal } from './refusal';

/**
 * Reads a body of at most `maxBytes`; a compressed one is not taken.
 * @throws Refusal 413 when it is longer, 415 when it is compressed, 400 when it broke off
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length = null } = request.headers;
  if (encoding !== 'identity') throw new Refusal(415, 'A compressed body is not taken.');
  try {
    return await getRawBody(request, { limit: maxBytes, length });
  } catch (cause) {
    if (cause instanceof Error && Reflect.get(cause, 'type') === 'entity.too.large')
      throw new Refusal(413, `The body must have at most ${maxBytes} bytes.`, { cause });
    throw new Refusal(400, 'The body broke off.', { cause });
  }
}
