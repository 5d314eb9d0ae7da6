import type Koa from 'koa';
import type { RequestState } from './request-state';

/** Returns the parameters of a query by name; a repeated one has all its values, as received. */
function parametersOf(query: string): Record<string, string | string[]> {
  const found = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = found.get(name);
    if (before === undefined) found.set(name, value);
    else if (typeof before === 'string') found.set(name, [before, value]);
    else before.push(value);
  }
  return Object.fromEntries(found);
}

/**
 * Makes an application parse the query of a request (`context.query`) in one pass. Koa 3.3 searches all
 * parameters for each one, once more for each repetition: `a&a&a…`, of which a request target holds 8,000,
 * took more than half a second, without any credentials. The result is the same.
 */
export function readQueriesInOnePass({ request }: Koa<RequestState>): void {
  Object.defineProperty(request, 'query', {
    get(this: Koa.Request) {
      return parametersOf(this.querystring);
    },
  });
}
