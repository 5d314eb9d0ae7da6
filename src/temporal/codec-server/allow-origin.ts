import type { Middleware } from 'koa';
import { Refusal } from './refusal';

/** Lets exactly one origin ask from a browser. A request with another one is refused, not merely left unread. */
export const allowOrigin =
  (uiOrigin: string): Middleware =>
  async (context, next) => {
    context.vary('Origin');
    const origin = context.get('Origin');
    if (origin !== '') {
      if (origin !== uiOrigin) throw new Refusal(403, 'This origin is not that of the Temporal UI.');
      context.set({ 'Access-Control-Allow-Origin': uiOrigin, 'Access-Control-Allow-Credentials': 'true' });
    }
    if (origin === '' || context.method !== 'OPTIONS') {
      await next();
      return;
    }
    context.set({
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': 'Content-Type, X-Namespace, Authorization',
      'Access-Control-Max-Age': '600',
    });
    context.status = 204;
  };
