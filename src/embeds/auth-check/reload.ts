import type { Reload } from '../page';

/** How long a page waits before it looks again whether the analysis is done (specification, Limits): seconds. */
const firstSeconds = 45;
const laterSeconds = 5;

/** The query parameter by which a page knows that it has loaded itself. */
export const reloadedParameter = 'reloaded';

/** When and how a page whose analysis runs loads itself again. */
export function reloadWhilePending(token: string, hasReloaded: boolean): Reload {
  return {
    afterSeconds: hasReloaded ? laterSeconds : firstSeconds,
    url: `?${new URLSearchParams({ token, [reloadedParameter]: 'true' }).toString()}`,
  };
}
