import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Problem } from '../../domain/problem';
import type { DocsFile } from '../../reference/site';
import type { Step } from '../pipeline/request-state';

/** What a page may do: nothing from outside, no script and no style that is written into it. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

// Compressed once, at start: quality 9 takes a third of a second for all, 11 some seconds, for 5 % less.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

type Encoding = 'br' | 'gzip' | 'identity';

/** A file in each encoding, with what is said of it. */
function dress({ type, content, isImmutable }: DocsFile) {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('base64url');
  const isText = /^(text|application\/json)/.test(type);
  const bodies: Readonly<Partial<Record<Encoding, Buffer>>> = isText
    ? { br: brotliCompressSync(bytes, brotli), gzip: gzipSync(bytes, { level: 9 }), identity: bytes }
    : { identity: bytes };
  return { type, hash, isText, bodies, cache: isImmutable ? 'max-age=31536000, immutable' : 'max-age=300' };
}

/**
 * Serves the documentation below `/docs`, and the OpenAPI document at `/openapi.json`, without credentials. Pages can be
 * kept for five minutes, so that a reader does not use up the limit of their address; what has its hash in its name for a year.
 */
export function serveDocs(files: readonly DocsFile[]): Step {
  const dressed = new Map(files.map(file => [file.path, dress(file)]));
  return async (context, next) => {
    const found = dressed.get(context.path);
    if (found === undefined) {
      await next();
      return;
    }
    context.state.operationId = 'docs';
    if (!['GET', 'HEAD'].includes(context.method))
      throw new Problem('request.methodNotAllowed', { allow: ['GET', 'HEAD'] });
    const { type, hash, isText, bodies, cache } = found;
    const wanted = isText ? context.acceptsEncodings('br', 'gzip', 'identity') : 'identity';
    const encoding = wanted === 'br' || wanted === 'gzip' ? wanted : 'identity';
    if (type.startsWith('text/html')) context.set('Content-Security-Policy', pagePolicy);
    context.set('Cache-Control', `public, ${cache}`);
    if (isText) context.vary('Accept-Encoding');
    context.status = 200;
    context.set('ETag', `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`);
    if (context.fresh) {
      context.status = 304;
      return;
    }
    if (encoding !== 'identity') context.set('Content-Encoding', encoding);
    context.type = type;
    context.body = bodies[encoding];
  };
}
