import type { RequestContext } from '../http/request-state';
import type { SessionCookie } from './reply';

// `__Host-`: the browser takes it from this very host only, by https only, for all paths; no other host of
// the domain can set it.
const cookieNames = { console: '__Host-recordwell', desk: '__Host-recordwell-desk' } as const;

/** What every cookie of a site has. */
export const cookieAttributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** A site with sessions of its own. */
export type SessionSite = keyof typeof cookieNames;

/** The token in the cookie of a site; empty without one. */
export function sessionTokenIn(context: RequestContext, site: SessionSite): string {
  return context.cookies.get(cookieNames[site]) ?? '';
}

/**
 * Sets the cookie, or takes it back. It ends with the browser; when the session ends, the service says.
 * Written by hand, since Koa refuses `Secure` behind a proxy that speaks plain http to it, and on the
 * loopback address, which browsers take for secure.
 */
export function setSessionCookie(context: RequestContext, site: SessionSite, cookie: SessionCookie): void {
  const value = cookie.kind === 'begin' ? cookie.sessionToken : '';
  const end = cookie.kind === 'begin' ? '' : '; Max-Age=0';
  context.append('Set-Cookie', `${cookieNames[site]}=${value}; ${cookieAttributes}${end}`);
}
