import helmet from 'koa-helmet';
import type { Step } from './request-state';

/**
 * The headers of every API response. It serves no pages, so nothing may be loaded, framed, or sniffed; the
 * existing pages (reference, embeds) set their own policy. There is no CORS: keys don't belong in browsers.
 */
export const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  // For browsers that don't support `frame-ancestors`.
  frameguard: { action: 'deny' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
});

/** Forbids caching a response, which may contain patient data; cacheable responses override it. */
export const forbidStoring: Step = async (context, next) => {
  context.set('Cache-Control', 'no-store');
  await next();
};
