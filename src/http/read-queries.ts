import type Koa from 'koa';
import type { RequestState } from './request-state';

/** The parameters of a query by name; one that comes more than once has all its values, as they came. */
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
 * Has an application read the query of a request (`context.query`) in one pass. Koa's own way (3.3) looks for
 * the values of each parameter among all of them, and once more for each time it comes: of `a&a&a…`, of which
 * a target holds 8,000, that took more than half a second, for whoever asked. What is read is the same.
 */
export function readQueriesInOnePass({ request }: Koa<RequestState>): void {
  Object.defineProperty(request, 'query', {
    get(this: Koa.Request) {
      return parametersOf(this.querystring);
    },
  });
}
