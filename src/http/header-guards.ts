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
  'if-none-match',
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

/** Returns an error that says which part of a request is wrong, and why. */
function refused(code: 'request.ambiguous' | 'request.unreadable', field: string, rule: string): Problem {
  return new Problem(code, { internal: `${field} ${rule}`, issues: [{ field, rule }] });
}

/** What a path must not contain, with the rule that it breaks. */
const pathFaults: ReadonlyArray<readonly [fault: RegExp, rule: string]> = [
  [/%2f/i, 'has an encoded slash (`%2F`), which no ID or file name here contains'],
  [/\\|%5c/i, "has a backslash, which isn't a separator in a URL"],
  [/%00/, 'has a NUL character (`%00`)'],
  [/%(?![0-9a-f]{2})/i, 'has a `%` without two hexadecimal digits after it; send `%25` for a percent sign'],
  [/\/(?:\.|%2e){1,2}(?:\/|$)/i, 'has a segment that is `.` or `..`'],
];

/** Returns what is wrong with a path, `undefined` if nothing is. */
function faultOf(path: string): string | undefined {
  const found = pathFaults.find(([fault]) => fault.test(path));
  if (found !== undefined) return found[1];
  try {
    decodeURIComponent(path);
    return undefined;
  } catch {
    // The router would use the undecoded text as a name.
    return "has encoded bytes that aren't UTF-8";
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
      if (seen.has(name)) throw refused('request.ambiguous', `header.${name}`, 'appears more than once');
      seen.add(name);
    }
    if (context.req.httpVersion === '1.1' && !seen.has('host'))
      throw refused('request.unreadable', 'header.Host', 'is required');
    const target = context.req.url ?? '';
    const path = withPlainSlashes(spanning, context.method, target.split('?', 1)[0] ?? '');
    if (!path.startsWith('/') || path.startsWith('//'))
      throw refused('request.unreadable', 'path', 'must begin with one `/`, without scheme and host');
    const fault = faultOf(path);
    if (fault !== undefined) throw refused('request.unreadable', 'path', fault);
    await next();
  };
}
