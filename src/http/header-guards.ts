import { Problem } from '../domain/problem';
import type { Step } from './request-state';

// Of two Host or Authorization headers, Node silently keeps the first; a proxy in front may have used the
// second.
const single: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'content-type',
  'content-length',
  'idempotency-key',
  'if-match',
]);

/** What the guard needs from a route. */
export interface GuardedRoute {
  readonly method: string;
  /** OpenAPI form, `/v0/companies/{companyId}`. */
  readonly path: string;
  /** The path's last parameter, if it may have several segments. */
  readonly spans?: string;
}

/** The start of an operation's path whose last parameter spans segments, up to the slash before it. */
interface SpanningPath {
  readonly method: string;
  readonly beginning: RegExp;
}

function spanningPathsOf(routes: readonly GuardedRoute[]): SpanningPath[] {
  return routes
    .filter(({ spans }) => spans !== undefined)
    .map(({ method, path }) => ({
      method,
      beginning: new RegExp(`^${path.replace(/\{\w+\}$/, '').replaceAll(/\{\w+\}/g, '[^/]+')}`),
    }));
}

/**
 * Returns a path with encoded slashes decoded where the operation's parameter spans segments; all others
 * stay.
 */
function withPlainSlashes(spanning: readonly SpanningPath[], method: string, path: string): string {
  for (const { method: taking, beginning } of spanning) {
    const [found] = (taking === method ? beginning.exec(path) : null) ?? [];
    if (found !== undefined) return found + path.slice(found.length).replaceAll(/%2f/gi, '/');
  }
  return path;
}

/**
 * Whether the percent-encoded bytes of a path are UTF-8: otherwise the router would use the undecoded text as
 * a name.
 */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Rejects requests that two parsers could read differently: a repeated header of the list, a missing Host
 * (RFC 9112 §3.2), a request target that isn't a plain path, and a path with an encoded slash (except where
 * an operation takes several segments), dot segment, backslash, or NUL, or with bytes that aren't UTF-8.
 * @throws Problem `request.ambiguous`, `request.unreadable`
 */
export function guardHeaders(routes: readonly GuardedRoute[]): Step {
  const spanning = spanningPathsOf(routes);
  return async (context, next) => {
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
    const path = withPlainSlashes(spanning, context.method, target.split('?', 1)[0] ?? '');
    if (!path.startsWith('/') || path.startsWith('//'))
      throw new Problem('request.unreadable', { internal: 'target is no plain path' });
    if (/%(?:2f|5c|00|(?![0-9a-f]{2}))|\\|\/\.{1,2}(?:\/|$)|(?:\/|%2e)(?:%2e|\.)(?:\/|$)/i.test(path)) {
      throw new Problem('request.unreadable', { internal: 'path with an encoded separator or dot segment' });
    }
    if (!isDecodable(path))
      throw new Problem('request.unreadable', { internal: 'path with bytes that are no UTF-8' });
    await next();
  };
}
