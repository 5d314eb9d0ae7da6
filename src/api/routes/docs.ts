import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Problem } from '../../domain/problem';
import type { DocsFile } from '../../reference/site';
import type { Step } from '../../http/request-state';

/** What a page may load: nothing from outside, and no inline scripts or styles. */
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

// Quality 9 takes a fifth of a second for all pages. Quality 11 takes seconds and saves 5%.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** The paths that redirect to the documentation, for people who only have the address of the service. */
const waysToTheDocs: ReadonlySet<string> = new Set(['/', '/docs/']);

/** The former addresses of guides, and the current ones. */
const moved: ReadonlyMap<string, string> = new Map([['/docs/first-request', '/docs/quickstart']]);

type Encoding = 'br' | 'gzip' | 'identity';

const encoders: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: async bytes => promisify(brotliCompress)(bytes, brotli),
  gzip: async bytes => promisify(gzip)(bytes, { level: 9 }),
  identity: async bytes => bytes,
};

/** Returns a file with its headers. It is compressed once, on first use, off the event loop. */
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
 * Serves the documentation below `/docs` and the OpenAPI document at `/openapi.json`, without credentials,
 * and redirects `/`, `/docs/`, and the former addresses of guides. Pages can be cached for five minutes, so
 * that readers don't use up the limit of their address; files with their hash in the name for a year.
 * @param make called at the first request, because it takes a fifth of a second that not every start of the
 *   API should spend
 */
export function serveDocs(make: () => readonly DocsFile[]): Step {
  let dressed: ReadonlyMap<string, ReturnType<typeof dress>> | undefined;
  return async (context, next) => {
    const place = waysToTheDocs.has(context.path) ? '/docs' : moved.get(context.path);
    if (place !== undefined && ['GET', 'HEAD'].includes(context.method)) {
      context.state.operationId = 'docs';
      context.redirect(place);
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
