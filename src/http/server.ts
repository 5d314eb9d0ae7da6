import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '../domain/problem';
import { problemEntry, type ProblemCode } from '../domain/problem-catalogue';
import { problemBody } from './problem-body';
import type Koa from 'koa';
import type { RequestState } from './request-state';
import { watchReaders } from './slow-readers';

/** The maximum size of request headers, in bytes. */
export const headerBytesMax = 16_384;
const headersTimeoutMs = 5_000;
/** How often connections are checked against their time limits. */
const connectionsCheckMs = 500;
/** How long a caller has to read the response to an unparsed request. */
const lingerMs = 500;
/**
 * Longer than the idle timeout of common load balancers (60 s), so that they close first and no request is
 * lost.
 */
const keepAliveTimeoutMs = 75_000;

function codeOf(error: Error): ProblemCode {
  const code: unknown = Reflect.get(error, 'code');
  if (code === 'HPE_HEADER_OVERFLOW') return 'request.headersTooLarge';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request.timedOut';
  return 'request.unreadable';
}

const reasonPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Responds to requests that Node's parser rejects, in the same format as every other error. */
function answerUnparsed(error: Error, socket: Duplex): void {
  if (!socket.writable || Reflect.get(error, 'code') === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const problem = new Problem(codeOf(error));
  const { status } = problemEntry(problem.code);
  const body = JSON.stringify(problemBody(problem, ''));
  socket.end(
    [
      `HTTP/1.1 ${status} ${reasonPhrases[status] ?? 'Error'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  // Whatever the peer still sends is discarded: unread bytes would reset the connection before the peer has
  // read the response. A peer that doesn't close is cut off.
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** The time limits of connections. */
export interface ServerLimits {
  /** How long a request may take to arrive completely. */
  readonly requestTimeoutMs: number;
  /** After how long a reader that takes nothing of its response is cut off (`slow-readers.ts`). */
  readonly answerStallMs: number;
}

/** Cuts off connections whose peer doesn't read, until the server is closed. */
function cutSlowReaders(server: Server, stallMs: number, onCut: () => void): void {
  const watch = watchReaders(stallMs, onCut);
  server.on('connection', socket => {
    watch.add(socket);
    socket.once('close', () => watch.remove(socket));
  });
  const checks = setInterval(watch.check, Math.min(connectionsCheckMs, stallMs));
  checks.unref();
  server.once('close', () => clearInterval(checks));
}

/**
 * Creates the HTTP server with limits on header size, the time for a request to arrive, and the time for its
 * response to be read, so that a slow peer holds a socket for seconds, not forever, and no honest caller
 * waits for it.
 * @param onCut called for each connection that is cut off because its peer doesn't read
 */
export function createHttpServer(
  { koa }: { readonly koa: Koa<RequestState> },
  limits: ServerLimits,
  onCut: () => void,
): Server {
  const { requestTimeoutMs, answerStallMs } = limits;
  const handle = koa.callback();
  const answer = (request: IncomingMessage, response: ServerResponse): void => void handle(request, response);
  const server = createServer(
    {
      // Node would respond to a missing Host and an unknown expectation itself, without our body.
      requireHostHeader: false,
      maxHeaderSize: headerBytesMax,
      headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: connectionsCheckMs,
      keepAliveTimeout: keepAliveTimeoutMs,
    },
    answer,
  );
  cutSlowReaders(server, answerStallMs, onCut);
  server.on('checkExpectation', answer);
  server.on('clientError', answerUnparsed);
  // CONNECT is refused; without a listener Node would drop the connection without a response.
  server.on('connect', (_request, socket) => answerUnparsed(new Error('CONNECT'), socket));
  return server;
}

/**
 * Stops a server without failing requests: no new connections, idle ones closed, busy ones told to close
 * after their response; whatever is left after `graceMs` is cut off.
 */
export async function drainServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>(resolve => {
    server.close(() => resolve());
  });
  // Node closes idle connections on close(); connections that become idle later need the sweep.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
