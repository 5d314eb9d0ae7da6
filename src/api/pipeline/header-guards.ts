import { Problem } from '../../domain/problem';
import type { Step } from './request-state';

// Of two Host or Authorization headers Node keeps the first in silence; a proxy in front may have looked at
// the second.
const single: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'content-type',
  'content-length',
  'idempotency-key',
  'if-match',
]);

/**
 * Refuses requests that two parsers could read in two ways: a header of the list that comes twice, a missing
 * Host (RFC 9112 §3.2), a request target that is not a plain path, a path with an encoded slash, dot segment,
 * backslash or NUL.
 * @throws Problem `request.ambiguous`, `request.unreadable`
 */
export const guardHeaders: Step = async (context, next) => {
  const seen = new Set<string>();
  const { rawHeaders } = context.req;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (!single.has(name)) continue;
    if (seen.has(name)) throw new Problem('request.ambiguous');
    seen.add(name);
  }
  if (context.req.httpVersion === '1.1' && !seen.has('host'))
    throw new Problem('request.unreadable', { internal: 'no Host' });
  const target = context.req.url ?? '';
  const path = target.split('?', 1)[0] ?? '';
  if (!path.startsWith('/') || path.startsWith('//'))
    throw new Problem('request.unreadable', { internal: 'target is no plain path' });
  if (/%(?:2f|5c|00|(?![0-9a-f]{2}))|\\|\/\.{1,2}(?:\/|$)|(?:\/|%2e)(?:%2e|\.)(?:\/|$)/i.test(path)) {
    throw new Problem('request.unreadable', { internal: 'path with an encoded separator or dot segment' });
  }
  await next();
};
