import type { RequestContext } from '../http/request-state';
import type { SessionCookie } from './reply';

// `__Host-`: browsers accept it only over https and from this host, so no other host of the domain can set
// it.
const cookieNames = { console: '__Host-recordwell', desk: '__Host-recordwell-desk' } as const;

/** The attributes of every cookie of a site. */
export const cookieAttributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** A site with its own sessions. */
export type SessionSite = keyof typeof cookieNames;

/** Returns the token in the cookie of a site, empty without a cookie. */
export function sessionTokenIn(context: RequestContext, site: SessionSite): string {
  return context.cookies.get(cookieNames[site]) ?? '';
}

/**
 * Sets or deletes the cookie. It has no expiration: the service decides when a session ends. Koa's `cookies`
 * can't be used, because it refuses `Secure` behind a proxy that forwards plain http, and on the loopback
 * address, which browsers consider secure.
 */
export function setSessionCookie(context: RequestContext, site: SessionSite, cookie: SessionCookie): void {
  const value = cookie.kind === 'begin' ? cookie.sessionToken : '';
  const end = cookie.kind === 'begin' ? '' : '; Max-Age=0';
  context.append('Set-Cookie', `${cookieNames[site]}=${value}; ${cookieAttributes}${end}`);
}
