import helmet from 'koa-helmet';
import type { Step } from './request-state';

/**
 * The headers of every answer of the API. Nothing here is a page, so nothing may be loaded, framed or
 * sniffed; the pages that exist (reference, embeds) set their own policy. There is no CORS: keys do not
 * belong into browsers.
 */
export const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  // For browsers that do not know `frame-ancestors`.
  frameguard: { action: 'deny' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
});

/** Forbids caches to keep an answer, which may hold patient data; an answer that may be kept overrides it. */
export const forbidStoring: Step = async (context, next) => {
  context.set('Cache-Control', 'no-store');
  await next();
};
