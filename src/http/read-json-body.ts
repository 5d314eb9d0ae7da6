import { isUtf8 } from 'node:buffer';
import { Problem } from '../domain/problem';
import { isTooDeep } from './json-depth';
import { readBytes } from './read-bytes';
import type { RequestContext } from './request-state';

/** The maximum size of a request body, in bytes. */
export const bodyBytesMax = 1_048_576;

/** A request's body: its bytes, and the JSON value in them. */
export interface JsonBody {
  readonly bytes: Buffer;
  /** `undefined` for a request without a body. */
  readonly value: unknown;
}

const jsonType = /^application\/(?:[a-z0-9.+-]+\+)?json(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

/**
 * Reads a body of at most 1 MiB, or the given limit, as JSON in UTF-8. Compressed bodies aren't accepted:
 * nothing here is large enough to benefit, and a small bomb could cost much.
 * @throws Problem `request.tooLarge`, `request.notJson`, `request.malformed`, `request.timedOut`
 */
export async function readJsonBody(context: RequestContext, bytesMax = bodyBytesMax): Promise<JsonBody> {
  const { headers } = context.req;
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Problem('request.notJson', { internal: 'compressed body' });
  }
  const bytes = await readBytes(context, bytesMax);
  if (bytes.length === 0) return { bytes, value: undefined };
  if (!jsonType.test(headers['content-type'] ?? ''))
    throw new Problem('request.notJson', { internal: 'content type' });
  if (!isUtf8(bytes)) throw new Problem('request.malformed', { internal: 'not UTF-8' });
  const json = bytes.toString('utf8');
  if (isTooDeep(json)) throw new Problem('request.malformed', { internal: 'nested too deep' });
  try {
    return { bytes, value: JSON.parse(json) as unknown };
  } catch (error) {
    throw new Problem('request.malformed', { internal: 'not JSON', cause: error });
  }
}
