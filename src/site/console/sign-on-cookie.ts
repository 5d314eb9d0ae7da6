import type { RequestContext } from '../../http/request-state';
import { signOnLifeMs } from '../../domain/console/session';
import { cookieAttributes } from '../session-cookie';

// A separate cookie, so that an existing session continues until a new one starts.
const signOnCookieName = '__Host-recordwell-sign-on';

/** Returns the secret of a sign-on in progress, empty if there is none. */
export function signOnSecretIn(context: RequestContext): string {
  return context.cookies.get(signOnCookieName) ?? '';
}

/**
 * Sets or deletes the secret of a sign-on. It needs `SameSite=Lax`, because the identity provider's site
 * redirects back to us.
 */
export function setSignOnCookie(context: RequestContext, secret: string | undefined): void {
  const end = secret === undefined ? '; Max-Age=0' : `; Max-Age=${signOnLifeMs / 1000}`;
  context.append('Set-Cookie', `${signOnCookieName}=${secret ?? ''}; ${cookieAttributes}${end}`);
}
