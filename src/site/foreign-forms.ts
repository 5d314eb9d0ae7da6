import { isFormToken } from '../access/console-token';
import type { RequestContext } from '../http/request-state';
import { Problem } from '../domain/problem';

function refuse(internal: string): never {
  throw new Problem('console.formForeign', { internal });
}

/**
 * Rejects a form that another site sent (CONSOLE-7). Every browser states the origin of a POST, but a browser
 * that sends no referrer says `null`: then `Sec-Fetch-Site`, which pages can't set, must say that it is ours.
 * The cookie's `SameSite` and the token of the form protect against the same attack.
 * @param publicHost the host of `PUBLIC_URL`; the host that the request names is accepted as well
 * @throws Problem `console.formForeign`
 */
export function assertOwnOrigin(context: RequestContext, publicHost: string): void {
  const site = context.get('Sec-Fetch-Site');
  if (site !== '' && site !== 'same-origin')
    refuse('the browser states that the form comes from another site');
  const origin = context.get('Origin');
  if (origin === 'null' && site === 'same-origin') return;
  if (!URL.canParse(origin)) refuse('the request has no valid Origin header');
  const { host } = new URL(origin);
  if (host !== context.host && host !== publicHost) refuse('the form comes from another origin');
}

/**
 * Rejects a form that wasn't created for this session and this path (CONSOLE-7).
 * @throws Problem `console.formForeign`
 */
export function assertFormToken(sessionToken: string, path: string, form: URLSearchParams): void {
  if (!isFormToken(sessionToken, path, form.get('form') ?? ''))
    refuse('the form token belongs to another session or action');
}
