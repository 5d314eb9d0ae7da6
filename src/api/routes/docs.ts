import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Problem } from '../../domain/problem';
import type { DocsFile } from '../../reference/site';
import type { Step } from '../../http/request-state';

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

// Quality 9 takes a third of a second for all pages, 11 some seconds, for 5 % less.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Where somebody looks who has the address of the service and nothing else. */
const waysToTheDocs: ReadonlySet<string> = new Set(['/', '/docs/']);

type Encoding = 'br' | 'gzip' | 'identity';

const encoders: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: async bytes => promisify(brotliCompress)(bytes, brotli),
  gzip: async bytes => promisify(gzip)(bytes, { level: 9 }),
  identity: async bytes => bytes,
};

/** A file with what is said of it; it is compressed once, when it is first asked for, off the event loop. */
function dress({ type, content, isImmutable }: DocsFile) {
  const bytes = Buffer.from(content);
  const bodies = new Map<Encoding, Promise<Buffer>>();
  const bodyIn = async (encoding: Encoding): Promise<Buffer> => {
    const body = bodies.get(encoding) ?? encoders[encoding](bytes);
    bodies.set(encoding, body);
    return body;
  };
  return {
    type,
    hash: createHash('sha256').update(bytes).digest('base64url'),
    isText: /^(text|application\/json)/.test(type),
    bodyIn,
    cache: isImmutable ? 'max-age=31536000, immutable' : 'max-age=300',
  };
}

/**
 * Serves the documentation below `/docs`, and the OpenAPI document at `/openapi.json`, without credentials,
 * and leads there from `/` and `/docs/`. Pages can be kept for five minutes, so that a reader does not use up
 * the limit of their address; what has its hash in its name for a year.
 * @param make called at the first request: it takes a fifth of a second, which not every start of the API
 *   shall wait for
 */
export function serveDocs(make: () => readonly DocsFile[]): Step {
  let dressed: ReadonlyMap<string, ReturnType<typeof dress>> | undefined;
  return async (context, next) => {
    if (waysToTheDocs.has(context.path) && ['GET', 'HEAD'].includes(context.method)) {
      context.state.operationId = 'docs';
      context.redirect('/docs');
      return;
    }
    if (!/^\/(docs(\/|$)|openapi\.json$)/.test(context.path)) {
      await next();
      return;
    }
    dressed ??= new Map(make().map(file => [file.path, dress(file)]));
    const found = dressed.get(context.path);
    if (found === undefined) {
      await next();
      return;
    }
    context.state.operationId = 'docs';
    if (!['GET', 'HEAD'].includes(context.method))
      throw new Problem('request.methodNotAllowed', { allow: ['GET', 'HEAD'] });
    const { type, hash, isText, bodyIn, cache } = found;
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
    context.body = await bodyIn(encoding);
  };
}
