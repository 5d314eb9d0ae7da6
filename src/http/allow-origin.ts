import { Problem } from '../domain/problem';
import type { Step } from './request-state';

/** The cross-origin requests that pages of the allowed origin may send. */
interface CrossOriginRequests {
  readonly methods: readonly string[];
  readonly headers: readonly string[];
}

/** How long a browser may cache the preflight response. */
const preflightSeconds = 600;

/**
 * Allows cross-origin requests with cookies from exactly one other origin. A request from any other origin is
 * rejected, not just hidden from the page that sent it.
 */
export function allowOrigin(allowed: string, { methods, headers }: CrossOriginRequests): Step {
  return async (context, next) => {
    context.vary('Origin');
    const origin = context.get('Origin');
    if (origin !== '') {
      if (origin !== allowed) throw new Problem('request.foreignOrigin');
      context.set({ 'Access-Control-Allow-Origin': allowed, 'Access-Control-Allow-Credentials': 'true' });
    }
    if (origin === '' || context.method !== 'OPTIONS') {
      await next();
      return;
    }
    context.set({
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': headers.join(', '),
      'Access-Control-Max-Age': String(preflightSeconds),
    });
    context.status = 204;
  };
}
