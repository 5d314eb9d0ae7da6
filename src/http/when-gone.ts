import { Problem } from '../domain/problem';
import type { RequestContext } from './request-state';

/**
 * Returns a signal that aborts when the connection closes, or has closed; after the response nobody listens
 * anymore.
 */
export function whenGone({ res }: Pick<RequestContext, 'res'>): AbortSignal {
  const controller = new AbortController();
  const leave = (): void =>
    controller.abort(new Problem('query.timedOut', { internal: 'the caller has left' }));
  if (res.closed) leave();
  else res.once('close', leave);
  return controller.signal;
}
