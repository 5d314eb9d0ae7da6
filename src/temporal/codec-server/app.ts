/**
 * The codec server: decrypts payloads for the Temporal UI and the `temporal` command, so that an operator
 * reads plain text while the stored history stays encrypted.
 *
 * It works without an identity provider: an operator signs in on a page of this server with a token, and a
 * cookie (`__Host-`, Secure, HttpOnly, SameSite=Strict) accompanies the UI's requests
 * (`TEMPORAL_CODEC_INCLUDE_CREDENTIALS`). Passing on the UI's own access token was considered: it exists only
 * if the UI signs in by OIDC. The command line sends the token itself (`--codec-auth "Bearer …"`).
 *
 * `/encode` is offered as well: the UI calls it for the input of a manual signal or start, and gives up
 * without it.
 */
import type { PayloadCodec } from '@temporalio/common';
import { Router } from '@koa/router';
import Koa from 'koa';
import { Problem, notFound } from '../../domain/problem';
import { allowOrigin } from '../../http/allow-origin';
import { answerProblems } from '../../http/answer-problems';
import type { HttpParts } from '../../http/parts';
import { readJsonBody } from '../../http/read-json-body';
import { identifyRequest } from '../../http/request-id';
import type { RequestContext, RequestState, Step } from '../../http/request-state';
import { forbidStoring, securityHeaders } from '../../http/security-headers';
import { isSealed, PayloadCodecError } from '../payload-codec';
import type { Operators } from './operators';
import { payloadsMax, payloadsSchema, presentPayloads, type GivenPayloads } from './payloads-json';
import { sessionCookie, showSignIn, signIn } from './sign-in';

/** One reading, for the audit log. Temporal doesn't say which workflow the payloads belong to. */
export interface DecodeRecord {
  readonly operator: string;
  /** Undefined if the caller didn't send it: the `temporal` command only does with `--namespace`. */
  readonly namespace: string | undefined;
  /** How many encrypted payloads were decrypted. */
  readonly count: number;
}

/** The dependencies of the server. */
export interface CodecAppParts extends Pick<HttpParts, 'clock' | 'log' | 'metrics'> {
  readonly codec: PayloadCodec;
  /** `CODEC_UI_ORIGIN` */
  readonly uiOrigin: string;
  /** Absent if no credentials are required (development, on loopback; see `codecConfigProblems`). */
  readonly operators?: Operators | undefined;
  /** Writes the audit row. Nothing is shown before it is written, or if it can't be. */
  readonly recordDecode: (record: DecodeRecord) => Promise<void>;
}

/** The maximum body size: a page of history's payloads, of which Temporal sends at most 4 MiB, in base64. */
export const bodyMaxBytes = 8 * 1024 * 1024;

/** What the Temporal UI sends. */
const uiRequests = { methods: ['POST'], headers: ['Content-Type', 'X-Namespace', 'Authorization'] } as const;

function invalid(field: string, rule: string, cause?: unknown): Problem {
  return new Problem('request.invalid', { issues: [{ field, rule }], cause });
}

/** Returns the caller. @throws Problem `credentials.missing` */
function operatorOf(context: RequestContext, { operators, clock }: CodecAppParts): string {
  if (operators === undefined) return 'development';
  const bearer = /^Bearer ([\x21-\x7e]{1,256})$/i.exec(context.get('Authorization'))?.[1];
  const session = context.cookies.get(sessionCookie);
  const operator =
    bearer === undefined
      ? session && operators.findBySession(session, clock.now())
      : operators.findByToken(bearer);
  if (operator === undefined || operator === '') {
    const rule =
      'must hold a token; in a browser, sign in at /sign-in of the codec server and reload the page';
    throw new Problem('credentials.missing', { issues: [{ field: 'Authorization', rule }] });
  }
  return operator;
}

/** Returns the caller's namespace. @throws Problem `request.invalid` */
function namespaceOf(context: RequestContext): string | undefined {
  const namespace = context.get('X-Namespace');
  if (namespace === '') return undefined;
  if (!/^[A-Za-z0-9._-]{1,255}$/.test(namespace)) throw invalid('X-Namespace', "must be a namespace's name");
  return namespace;
}

/**
 * Reads the payloads of a request. The body must be JSON: another page's browser sends JSON only after a
 * preflight, but it does send forms.
 * @throws Problem `request.invalid`, and as `readJsonBody`
 */
async function readPayloads(context: RequestContext): Promise<GivenPayloads> {
  const { value } = await readJsonBody(context, bodyMaxBytes);
  const parsed = payloadsSchema.safeParse(value);
  if (parsed.success) return parsed.data.payloads;
  throw invalid('payloads', `must be a list of at most ${payloadsMax} payloads in base64`);
}

function encode(parts: CodecAppParts): Step {
  return async context => {
    operatorOf(context, parts);
    namespaceOf(context);
    context.body = presentPayloads(await parts.codec.encode(await readPayloads(context)));
  };
}

function decode(parts: CodecAppParts): Step {
  return async context => {
    const operator = operatorOf(context, parts);
    const namespace = namespaceOf(context);
    const payloads = await readPayloads(context);
    const opened = await parts.codec.decode(payloads).catch((cause: unknown) => {
      throw cause instanceof PayloadCodecError
        ? invalid('payloads', `cannot be opened: ${cause.message}`)
        : cause;
    });
    const count = payloads.filter(isSealed).length;
    await parts.recordDecode({ operator, namespace, count }).catch((cause: unknown) => {
      throw new Problem('service.unavailable', { internal: 'the reading could not be recorded', cause });
    });
    parts.log.info('Payloads were decoded.', {
      operator,
      count,
      ...(namespace !== undefined && { namespace }),
    });
    context.body = presentPayloads(opened);
  };
}

/** Creates the server's application. */
export function createCodecApp(parts: CodecAppParts): Koa<RequestState> {
  const koa = new Koa<RequestState>();
  koa.silent = true;
  koa.on('error', (error: unknown) => {
    parts.log.debug('A connection broke during its response.', { error });
  });
  const router = new Router<RequestState>();
  router.all(['/decode', '/encode'], allowOrigin(parts.uiOrigin, uiRequests));
  router.post('/decode', decode(parts));
  router.post('/encode', encode(parts));
  router.get('/sign-in', showSignIn(parts.uiOrigin));
  router.post('/sign-in', signIn(parts));
  koa.use(identifyRequest(parts));
  koa.use(securityHeaders);
  koa.use(forbidStoring);
  koa.use(answerProblems(parts));
  koa.use(router.routes());
  koa.use(() => {
    throw notFound('the codec server has POST /decode, POST /encode and /sign-in');
  });
  return koa;
}
