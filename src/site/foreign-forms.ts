import { isFormToken } from '../access/console-token';
import type { RequestContext } from '../http/request-state';
import { Problem } from '../domain/problem';

function refuse(internal: string): never {
  throw new Problem('console.formForeign', { internal });
}

/**
 * Refuses what another site sends (CONSOLE-7): the browser says where a form comes from, and every browser
 * does so for a POST. The cookie's `SameSite` and the token of the form stand beside it.
 * @param publicHost the host of the deployment's address; the one that the request names is as good
 * @throws Problem `console.formForeign`
 */
export function assertOwnOrigin(context: RequestContext, publicHost: string): void {
  const site = context.get('Sec-Fetch-Site');
  if (site !== '' && site !== 'same-origin') refuse('the browser says that it comes from another origin');
  const origin = context.get('Origin');
  if (!URL.canParse(origin)) refuse('no origin is said');
  const { host } = new URL(origin);
  if (host !== context.host && host !== publicHost) refuse('the origin is another one');
}

/**
 * Refuses a form that was not made for this session and this path (CONSOLE-7).
 * @throws Problem `console.formForeign`
 */
export function assertFormToken(sessionToken: string, path: string, form: URLSearchParams): void {
  if (!isFormToken(sessionToken, path, form.get('form') ?? ''))
    refuse('the token of the form is not that of this session and action');
}
