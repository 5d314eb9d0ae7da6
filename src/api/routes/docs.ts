import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Problem } from '../../domain/problem';
import type { Step } from '../pipeline/request-state';

/** The files of the reference page. */
interface DocsParts {
  /** The OpenAPI document as JSON text. */
  readonly document: string;
  /** The reference's script, one file without outside references. */
  readonly referenceScriptPath: string;
}

// The keys are of the package's `ApiReferenceConfiguration` and `SourceConfiguration`. Off is what would load from
// outside, call home, or lead a reader to the maker's own products.
const configuration = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'direct',
  defaultOpenAllTags: true,
  showOperationId: true,
  // A key that was pasted here is forgotten with the page.
  persistAuth: false,
};

// Its validator tries `eval` to find out whether it is allowed; this switches that off.
const prepareScript = 'globalThis.__zod_globalConfig = { jitless: true };';
// The API answers where its reference was read from, whatever that address is: examples can be pasted as they stand.
const startScript = `Scalar.createApiReference('#reference', { ...${JSON.stringify(configuration)}, servers: [{ url: location.origin }] });`;

const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0f5c5c"/><path d="M5 12V4h4a2.5 2.5 0 0 1 0 5H5m4 0 2.5 3" fill="none" stroke="#fff" stroke-width="1.7"/></svg>')}`;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>recordwell API</title>
<link rel="icon" href="${icon}">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The OpenAPI document it shows is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script>${prepareScript}</script>
<script src="/docs/reference.js"></script>
<script>${startScript}</script>
</body>
</html>
`;

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64');
}

// The page loads nothing from outside. The reference writes its styles inline, so inline styles are allowed; scripts
// are ours by path and by hash, and nothing else runs.
const pagePolicy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${sha256(prepareScript)}' 'sha256-${sha256(startScript)}'`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Asset {
  readonly type: string;
  readonly content: string | Buffer;
  readonly etag: string;
  readonly policy?: string;
}

function asset(type: string, content: string | Buffer, policy?: string): Asset {
  return { type, content, etag: `"${sha256(content)}"`, ...(policy === undefined ? {} : { policy }) };
}

/**
 * Serves the reference page at `/docs`, its script, and the OpenAPI document at `/openapi.json`, without
 * credentials. Answers can be kept for five minutes, so that a reader does not use up the limit of their address.
 */
export function serveDocs(parts: DocsParts): Step {
  const assets = new Map<string, Asset>([
    ['/docs', asset('text/html; charset=utf-8', page, pagePolicy)],
    ['/docs/reference.js', asset('text/javascript; charset=utf-8', readFileSync(parts.referenceScriptPath))],
    ['/openapi.json', asset('application/json; charset=utf-8', parts.document)],
  ]);
  return async (context, next) => {
    const found = assets.get(context.path);
    if (found === undefined) {
      await next();
      return;
    }
    context.state.operationId = 'docs';
    if (!['GET', 'HEAD'].includes(context.method))
      throw new Problem('request.methodNotAllowed', { allow: ['GET', 'HEAD'] });
    if (found.policy !== undefined) context.set('Content-Security-Policy', found.policy);
    context.set('Cache-Control', 'public, max-age=300');
    context.status = 200;
    context.set('ETag', found.etag);
    if (context.fresh) {
      context.status = 304;
      return;
    }
    context.type = found.type;
    context.body = found.content;
  };
}
