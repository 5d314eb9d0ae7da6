import type { RequestContext } from '../api/pipeline/request-state';
import type { SessionCookie } from './visit';

// `__Host-`: the browser takes it from this very host only, by https only, for all paths; no other host of the domain can set it.
const cookieName = '__Host-recordwell';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** The token in the cookie; empty without one. */
export function sessionTokenIn(context: RequestContext): string {
  return context.cookies.get(cookieName) ?? '';
}

/**
 * Sets the cookie, or takes it back. It ends with the browser; when the session ends, the service says. Written by hand, since
 * Koa refuses `Secure` behind a proxy that speaks plain http to it, and on the loopback address, which browsers take for secure.
 */
export function setSessionCookie(context: RequestContext, cookie: SessionCookie): void {
  const value = cookie.kind === 'begin' ? cookie.sessionToken : '';
  const end = cookie.kind === 'begin' ? '' : '; Max-Age=0';
  context.append('Set-Cookie', `${cookieName}=${value}; ${attributes}${end}`);
}
