/** One POST to one receiver, with one time limit. */
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { SignatureHeaders } from '../signature';
import { checkCustomHeaders, type CustomHeader } from './custom-headers';
import type { Egress } from './egress';
import { type Failure, failureOf } from './failure';
import { checkUrl } from './url-rules';

/** What is sent. */
export interface WebhookPost {
  readonly url: string;
  /** The JSON bytes, exactly as signed. */
  readonly body: Uint8Array;
  readonly signature: SignatureHeaders;
  readonly customHeaders: readonly CustomHeader[];
}

/** The result. Whether a response is a success is up to the caller (2xx is; redirects aren't followed). */
export type WebhookResult =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      /** The headers that help to understand a response, at most 256 characters each. */
      readonly headers: Readonly<Record<string, string>>;
      /** The start of the body as received, not decompressed, at most `bodyKeptMaxBytes`. */
      readonly bodyStart: Uint8Array;
      /** How much of the body was read; if not all, reading stopped at the limit, the timeout, or a reset. */
      readonly bodyReadBytes: number;
      readonly isBodyComplete: boolean;
      readonly durationMs: number;
    }
  | ({ readonly outcome: 'failed'; readonly durationMs: number } & Failure);

/**
 * An allow list: a response may contain credentials or patient data, and the log keeps only what is listed.
 */
const keptHeaders = [
  'content-type',
  'content-length',
  'date',
  'retry-after',
  'server',
  'x-request-id',
] as const;
const keptHeaderLengthMax = 256;

function pickHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    keptHeaders.flatMap(name => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value.slice(0, keptHeaderLengthMax)]] : [];
    }),
  );
}

/** The response so far; the time limit may stop reading at any byte. */
interface Answer {
  head?: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  readonly kept: Uint8Array[];
  keptBytes: number;
  readBytes: number;
  isComplete: boolean;
}

/** Returns the headers of a POST, by lower-case name; custom ones never replace ours. */
export function sentHeaders(
  customHeaders: readonly CustomHeader[],
  signature: SignatureHeaders,
): Record<string, string> {
  return {
    ...Object.fromEntries(customHeaders.map(({ name, value }) => [name.toLowerCase(), value])),
    'content-type': 'application/json',
    'user-agent': 'recordwell-webhooks/1',
    'accept-encoding': 'identity',
    ...signature,
  };
}

/** How many interim responses (100 Continue, 103 Early Hints) may come before the final one. */
const interimsMax = 1000;

class InterimFlood extends Error {
  override readonly name = 'InterimFlood';
  readonly code = 'HPE_INTERIM_FLOOD';
}

async function exchange(
  egress: Egress,
  url: URL,
  post: WebhookPost,
  signal: AbortSignal,
  answer: Answer,
): Promise<void> {
  // `request`, never `fetch`: fetch follows redirects to internal hosts, decompresses responses, and fails
  // for an unexpected 100 Continue, which RFC 9110, section 15.2 lets a client ignore.
  const { bodyReadMaxBytes, bodyKeptMaxBytes, headersMaxBytes } = egress.limits;
  const sent = request(url, {
    method: 'POST',
    headers: { ...sentHeaders(post.customHeaders, post.signature), 'content-length': post.body.byteLength },
    signal,
    agent: egress.agents[url.protocol === 'https:' ? 'https:' : 'http:'],
    maxHeaderSize: headersMaxBytes,
  });
  let interims = 0;
  sent.on('information', () => {
    interims += 1;
    if (interims > interimsMax) sent.destroy(new InterimFlood('Too many interim responses.'));
  });
  // An error after the response shows in its body.
  sent.on('error', () => undefined);
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(post.body);
  const [response] = await answered;
  answer.head = { status: response.statusCode ?? 0, headers: pickHeaders(response.headers) };
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      const keep = chunk.subarray(0, bodyKeptMaxBytes - answer.keptBytes);
      if (keep.length > 0) answer.kept.push(Uint8Array.from(keep));
      answer.keptBytes += keep.length;
      answer.readBytes += chunk.length;
      if (answer.readBytes >= bodyReadMaxBytes) return;
    }
    answer.isComplete = true;
  } catch {
    // The status line has arrived, and it decides; `isBodyComplete` shows whether the whole body was read.
  }
}

/**
 * Sends one POST and waits at most `limits.totalMs` (10 s) for everything: name, connection, TLS, headers,
 * body. A status that came in time counts, whatever happens to the body. Redirects aren't followed, responses
 * aren't decompressed.
 * @returns the response, or a failure of the receiver, its name, or its settings; these are never thrown
 * @throws only for a fault of ours (a closed client, no file descriptors): the attempt doesn't count
 */
export async function postWebhook(egress: Egress, post: WebhookPost): Promise<WebhookResult> {
  const startedAt = performance.now();
  const failed = (failure: Failure): WebhookResult => ({
    outcome: 'failed',
    ...failure,
    durationMs: Math.round(performance.now() - startedAt),
  });

  const verdict = checkUrl(post.url, egress.policy);
  if (!verdict.ok)
    return failed(
      verdict.addressRule === undefined
        ? { reason: 'blocked_url', detail: verdict.rule }
        : { reason: 'blocked_address', detail: verdict.addressRule },
    );
  const [headerProblem] = checkCustomHeaders(post.customHeaders);
  if (headerProblem !== undefined) return failed({ reason: 'invalid_headers', detail: headerProblem.rule });

  const answer: Answer = { kept: [], keptBytes: 0, readBytes: 0, isComplete: false };
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // One timer for everything: the client's own timeouts count from chunk to chunk, so a slow drip never ends.
  const clock = new Promise<void>(resolve => {
    timer = setTimeout(resolve, egress.limits.totalMs);
  });
  try {
    await egress.track(() =>
      Promise.race([exchange(egress, verdict.url, post, controller.signal, answer), clock]),
    );
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return failed(failure);
  } finally {
    clearTimeout(timer);
    // Drops what is still in progress. After a complete response that is nothing, and the connection is kept
    // for the next POST.
    if (!answer.isComplete) controller.abort();
  }
  if (answer.head === undefined) return failed({ reason: 'timeout' });
  return {
    outcome: 'answered',
    ...answer.head,
    bodyStart: Buffer.concat(answer.kept),
    bodyReadBytes: answer.readBytes,
    isBodyComplete: answer.isComplete,
    durationMs: Math.round(performance.now() - startedAt),
  };
}
