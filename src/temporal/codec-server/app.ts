/**
 * The codec server: opens sealed payloads for the Temporal UI and the `temporal` command, so that an operator
 * reads plain words while the stored history stays sealed.
 *
 * Credentials without an identity provider: an operator signs in on a page of this server with a token, and a
 * cookie (`__Host-`, Secure, HttpOnly, SameSite=Strict) rides with the UI’s requests
 * (`TEMPORAL_CODEC_INCLUDE_CREDENTIALS`). Passing the UI’s own access token on was weighed: it exists only
 * where the UI signs in by OIDC. The command line sends the token itself (`--codec-auth "Bearer …"`).
 *
 * `/encode` is offered as well: the UI calls it for the input of a signal or a start by hand, and gives up
 * without it.
 */
import type { PayloadCodec } from '@temporalio/common';
import { Router } from '@koa/router';
import Koa, { type Middleware } from 'koa';
import type { Clock } from '../../platform/clock';
import type { Log } from '../../platform/log';
import { isSealed, PayloadCodecError } from '../payload-codec';
import { allowOrigin } from './allow-origin';
import type { Operators } from './operators';
import { payloadsMax, payloadsSchema, presentPayloads } from './payloads-json';
import { readBody } from './read-body';
import { Refusal } from './refusal';
import { sessionCookie, showSignIn, signIn } from './sign-in';

/** One reading, for the audit trail. Temporal does not tell which workflow the payloads belong to. */
export interface DecodeRecord {
  readonly operator: string;
  /** Undefined when the caller did not tell: the `temporal` command does only with `--namespace`. */
  readonly namespace: string | undefined;
  /** How many sealed payloads were opened. */
  readonly count: number;
}

/** What the server is built from. */
export interface CodecAppParts {
  readonly codec: PayloadCodec;
  /** `CODEC_UI_ORIGIN` */
  readonly uiOrigin: string;
  /** Absent: no credentials are asked for (development, on loopback; see `codecConfigProblems`). */
  readonly operators?: Operators | undefined;
  /** Writes the audit row. Nothing is shown before it is written, nor when it cannot be. */
  readonly recordDecode: (record: DecodeRecord) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The most bytes of a body: the payloads of a page of history, of which Temporal sends at most 4 MiB, in base64. */
export const bodyMaxBytes = 8 * 1024 * 1024;

const answerRefusals =
  (log: Log): Middleware =>
  async (context, next) => {
    try {
      await next();
    } catch (error) {
      const refusal = error instanceof Refusal ? error : undefined;
      context.status = refusal?.status ?? 500;
      context.body = { error: refusal?.message ?? 'The codec server failed; its log has the cause.' };
      if (refusal === undefined || refusal.status === 503)
        log.error('A request of the codec server failed.', { error });
      else log.warn('A request was refused.', { status: refusal.status, reason: refusal.message });
    }
  };

const protect: Middleware = async (context, next) => {
  context.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'Strict-Transport-Security': 'max-age=63072000',
    'X-Content-Type-Options': 'nosniff',
  });
  await next();
};

/** Who asks. @throws Refusal 401 */
function operatorOf(context: Koa.Context, { operators, clock }: CodecAppParts): string {
  if (operators === undefined) return 'development';
  const bearer = /^Bearer ([\x21-\x7e]{1,256})$/i.exec(context.get('Authorization'))?.[1];
  const session = context.cookies.get(sessionCookie);
  const operator =
    bearer === undefined
      ? session && operators.findBySession(session, clock.now())
      : operators.findByToken(bearer);
  if (operator === undefined || operator === '')
    throw new Refusal(401, 'Sign in at /sign-in of the codec server, then load this page again.');
  return operator;
}

/** The namespace that the caller names. @throws Refusal 400 */
function namespaceOf(context: Koa.Context): string | undefined {
  const namespace = context.get('X-Namespace');
  if (namespace === '') return undefined;
  if (!/^[A-Za-z0-9._-]{1,255}$/.test(namespace))
    throw new Refusal(400, 'The header X-Namespace must be the name of a namespace.');
  return namespace;
}

/** The payloads of a request. @throws Refusal 400, 413, 415 */
async function readPayloads(context: Koa.Context): Promise<ReturnType<typeof payloadsSchema.parse>> {
  // JSON only: a browser sends no JSON from another page without asking first (a preflight), but it does send
  // forms.
  if (!/^application\/json(\s*;.*)?$/i.test(context.get('Content-Type')))
    throw new Refusal(415, 'The body must be JSON, with the content type application/json.');
  const body = await readBody(context.req, bodyMaxBytes);
  try {
    return payloadsSchema.parse(JSON.parse(body.toString('utf8')));
  } catch {
    // Without the cause: a parser quotes what it read.
    throw new Refusal(
      400,
      `The body must be {"payloads": […]} with at most ${payloadsMax} payloads in base64.`,
    );
  }
}

const transform =
  (parts: CodecAppParts, direction: 'encode' | 'decode'): Middleware =>
  async context => {
    const operator = operatorOf(context, parts);
    const namespace = namespaceOf(context);
    const { payloads } = await readPayloads(context);
    const given = payloads.map(({ metadata, data }) => ({ metadata: metadata ?? {}, data: data ?? null }));
    if (direction === 'encode') {
      context.body = presentPayloads(await parts.codec.encode(given));
      return;
    }
    const opened = await parts.codec.decode(given).catch((cause: unknown) => {
      throw cause instanceof PayloadCodecError ? new Refusal(400, cause.message, { cause }) : cause;
    });
    const count = given.filter(isSealed).length;
    const record: DecodeRecord = { operator, namespace, count };
    await parts.recordDecode(record).catch((cause: unknown) => {
      throw new Refusal(503, 'The reading could not be recorded, so nothing is shown.', { cause });
    });
    parts.log.info('Payloads were decoded.', {
      operator,
      count,
      ...(namespace !== undefined && { namespace }),
    });
    context.body = presentPayloads(opened);
  };

/** Builds the server’s application. */
export function createCodecApp(parts: CodecAppParts): Koa {
  const koa = new Koa();
  koa.silent = true;
  koa.on('error', (error: unknown) => {
    parts.log.debug('A connection broke while it was answered.', { error });
  });
  const router = new Router();
  router.all(['/decode', '/encode'], allowOrigin(parts.uiOrigin));
  router.post('/decode', transform(parts, 'decode'));
  router.post('/encode', transform(parts, 'encode'));
  router.get('/sign-in', showSignIn(parts.uiOrigin));
  router.post('/sign-in', signIn(parts));
  koa.use(protect);
  koa.use(answerRefusals(parts.log));
  koa.use(router.routes());
  koa.use(() => {
    throw new Refusal(404, 'The codec server has POST /decode, POST /encode and /sign-in.');
  });
  return koa;
}
