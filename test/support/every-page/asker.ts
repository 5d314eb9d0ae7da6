/** A browser with a cookie that requests pages and sends forms, even ones that its pages don't show. */
import type { Browser, BrowserContext } from 'playwright-core';
import { formTokenOf } from '../../../src/access/console-token';
import type { Fields } from './row';

/** The two sites, and the cookie of each. */
const cookieNames = { console: '__Host-recordwell', desk: '__Host-recordwell-desk' } as const;

/** A response. */
export interface Came {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Where it redirects; empty if it doesn't. */
  readonly location: string;
}

/** How a form differs from one on a page of the session. */
export interface Sent {
  readonly accept?: string;
  /** Replaces the own origin. */
  readonly origin?: string;
  readonly fetchSite?: string;
  /** Replaces the token of the session and the path; `null` for none. */
  readonly formToken?: string | null;
}

/** A browser context for the matrix. */
export interface Asker {
  readonly context: BrowserContext;
  readonly get: (path: string, accept?: string) => Promise<Came>;
  readonly post: (path: string, fields?: Fields, sent?: Sent) => Promise<Came>;
}

type SessionCookie = Parameters<BrowserContext['addCookies']>[0][number];

/** Returns the session token in a sent cookie. */
export function tokenIn(cookie: string): string {
  return cookie.slice(cookie.indexOf('=') + 1);
}

/**
 * Returns a site's cookie as a browser stores it, with anyone's token. @param origin of the API, with a host
 * name
 */
export function sessionCookie(
  origin: string,
  site: keyof typeof cookieNames,
  sessionToken: string,
): SessionCookie {
  return {
    name: cookieNames[site],
    value: sessionToken,
    url: `https://${new URL(origin).hostname}/`,
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
  };
}

/**
 * Opens a context. @param sessionToken the token in the site's cookie, anyone's; `undefined` for none
 * @param origin of the API; its host is a name, so that the context's requests include `Secure` cookies
 */
export async function openAsker(
  browser: Browser,
  origin: string,
  site: keyof typeof cookieNames,
  sessionToken?: string,
): Promise<Asker> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  if (sessionToken !== undefined) await context.addCookies([sessionCookie(origin, site, sessionToken)]);
  const fetch = async (
    path: string,
    asked: { readonly method: string; readonly headers: Record<string, string>; readonly data?: string },
  ): Promise<Came> => {
    const answer = await context.request.fetch(origin + path, { ...asked, maxRedirects: 0 });
    const headers = answer.headers();
    return {
      status: answer.status(),
      headers,
      text: await answer.text(),
      location: headers['location'] ?? '',
    };
  };
  return {
    context,
    get: (path, accept = 'text/html') => fetch(path, { method: 'GET', headers: { Accept: accept } }),
    post: (path, fields = {}, sent = {}) => {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries(fields))
        for (const one of typeof value === 'string' ? [value] : value) body.append(name, one);
      const own = sessionToken === undefined ? null : formTokenOf(sessionToken, path);
      const formToken = sent.formToken === undefined ? own : sent.formToken;
      if (formToken !== null) body.set('form', formToken);
      return fetch(path, {
        method: 'POST',
        data: body.toString(),
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Accept: sent.accept ?? 'text/html',
          Origin: sent.origin ?? origin,
          ...(sent.fetchSite === undefined ? {} : { 'Sec-Fetch-Site': sent.fetchSite }),
        },
      });
    },
  };
}
