import type { RequestContext } from '../../http/request-state';
import { signOnLifeMs } from '../../domain/console/session';
import { cookieAttributes } from '../session-cookie';

// Of its own: the session that the browser has stays until another one begins.
const signOnCookieName = '__Host-recordwell-sign-on';

/** What a browser keeps that is at the identity provider; empty without. */
export function signOnSecretIn(context: RequestContext): string {
  return context.cookies.get(signOnCookieName) ?? '';
}

/**
 * Gives a browser what it keeps at the identity provider, or takes it back. `Lax`: it comes back by a link of
 * another site.
 */
export function setSignOnCookie(context: RequestContext, secret: string | undefined): void {
  const end = secret === undefined ? '; Max-Age=0' : `; Max-Age=${signOnLifeMs / 1000}`;
  context.append('Set-Cookie', `${signOnCookieName}=${secret ?? ''}; ${cookieAttributes}${end}`);
}
