/**
 * Requests that arrive when they arrive, whether the ones before are answered or not, as from callers who do not know of each
 * other. Times are taken from the moment a request was due, so a server that stops for a second shows a second in every
 * request that was due meanwhile; a load that waits for answers (`closed-load.ts`, and autocannon at a fixed rate, which
 * holds back when its connections are busy) would show it in one.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool, type Dispatcher } from 'undici';
import { arrivalTimes } from './arrivals';
import type { LoadRequest } from './request';

/** One request and what became of it. */
export interface OpenAnswer {
  /** Milliseconds from the start of the load at which it was due. */
  readonly dueMs: number;
  /** From then until the last byte of the answer. */
  readonly latencyMs: number;
  /** 0: no answer. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
}

/** How a load is driven. */
export interface OpenLoadOptions {
  readonly perSecond: number;
  readonly seconds: number;
  /** Sockets; as many requests can wait for their answer at once, more wait in the driver, on the same clock. */
  readonly connections: number;
  /** A caller's patience: after it the request counts as not answered. */
  readonly timeoutMs: number;
  readonly nextRequest: () => LoadRequest;
}

const tickMs = 1;

function ask(
  pool: Pool,
  request: LoadRequest,
  onEnd: (status: number, hasRetryAfter: boolean) => void,
): void {
  let status = 0;
  let hasRetryAfter = false;
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => undefined,
    onResponseStart: (_controller, statusCode, headers) => {
      status = statusCode;
      hasRetryAfter = headers['retry-after'] !== undefined;
    },
    onResponseData: () => undefined,
    onResponseEnd: () => onEnd(status, hasRetryAfter),
    onResponseError: () => onEnd(0, false),
  };
  const { method, path, headers, body } = request;
  pool.dispatch({ method, path, headers: { ...headers }, ...(body === undefined ? {} : { body }) }, handler);
}

/** Drives a load to its end and waits for the last answers. */
export async function runOpenLoad(url: string, options: OpenLoadOptions): Promise<OpenAnswer[]> {
  const { perSecond, seconds, connections, timeoutMs, nextRequest } = options;
  const pool = new Pool(url, {
    connections,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const due = arrivalTimes(perSecond, seconds * 1000, Math.random);
  const answers: OpenAnswer[] = [];
  const startedAt = performance.now();
  let next = 0;
  while (next < due.length) {
    const now = performance.now() - startedAt;
    for (let dueMs = due[next]; dueMs !== undefined && dueMs <= now; dueMs = due[next]) {
      next += 1;
      const at = dueMs;
      ask(pool, nextRequest(), (status, hasRetryAfter) => {
        answers.push({ dueMs: at, latencyMs: performance.now() - startedAt - at, status, hasRetryAfter });
      });
    }
    await delay(tickMs);
  }
  while (answers.length < due.length) await delay(tickMs);
  await pool.close();
  return answers;
}
