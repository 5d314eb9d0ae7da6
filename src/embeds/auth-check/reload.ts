import type { Reload } from '../page';

/** How long a page waits before it looks again whether the analysis is done: seconds. */
const firstSeconds = 45;
const laterSeconds = 5;

/** The query parameter by which a page knows that it has loaded itself. */
export const reloadedParameter = 'reloaded';

function reloadAfter(afterSeconds: number, token: string): Reload {
  return { afterSeconds, url: `?${new URLSearchParams({ token, [reloadedParameter]: 'true' }).toString()}` };
}

/** When and how a page whose analysis runs loads itself again. */
export function reloadWhilePending(token: string, hasReloaded: boolean): Reload {
  return reloadAfter(hasReloaded ? laterSeconds : firstSeconds, token);
}

/**
 * When and how a page that could not be shown for a while loads itself again: it may have been waiting for a
 * result.
 */
export function reloadAfterProblem(token: string, retryAfterSeconds: number): Reload {
  return reloadAfter(Math.max(retryAfterSeconds, laterSeconds), token);
}
