import type { Reload } from '../page';

/** How long a page waits before it reloads to look for the result, in seconds. */
const firstSeconds = 45;
const laterSeconds = 5;

/** The query parameter that marks an automatic reload. */
export const reloadedParameter = 'reloaded';

function reloadAfter(afterSeconds: number, token: string): Reload {
  return { afterSeconds, url: `?${new URLSearchParams({ token, [reloadedParameter]: 'true' }).toString()}` };
}

/** Returns the next automatic reload of a page whose analysis is running. */
export function reloadWhilePending(token: string, hasReloaded: boolean): Reload {
  return reloadAfter(hasReloaded ? laterSeconds : firstSeconds, token);
}

/** Returns the next automatic reload after a temporary error: the page may be waiting for a result. */
export function reloadAfterProblem(token: string, retryAfterSeconds: number): Reload {
  return reloadAfter(Math.max(retryAfterSeconds, laterSeconds), token);
}
