import getRawBody from 'raw-body';
import { Problem } from '../domain/problem';
import type { RequestContext } from './request-state';

/**
 * Reads the bytes of a request's body.
 * @param bytesMax the limit, for announced and actual lengths
 * @throws Problem `request.tooLarge`, `request.malformed` for a body that breaks off
 */
export async function readBytes(context: RequestContext, bytesMax: number): Promise<Buffer> {
  const length = context.req.headers['content-length'] ?? null;
  return getRawBody(context.req, { limit: bytesMax, length }).catch((error: unknown) => {
    const type: unknown = error instanceof Error ? Reflect.get(error, 'type') : undefined;
    if (type === 'entity.too.large') throw new Problem('request.tooLarge');
    const issues = [{ field: 'body', rule: 'ended before its announced length' }];
    throw new Problem('request.malformed', { internal: 'the body broke off', issues, cause: error });
  });
}
