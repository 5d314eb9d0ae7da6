/**
 * Two kinds of load. A closed load, whose callers wait for each response, shows how much a server can do. An
 * open load, whose requests arrive independently of each other, shows how long callers wait: times are
 * measured from the moment a request was due. If a server stops for a second, every request that was due in
 * that second shows it. A load that waits for responses (including autocannon at a fixed rate, which holds
 * back when its connections are busy) would show it in one request only.
 */
import { setTimeout as delay } from 'node:timers/promises';
import autocannon, { type Client, type Request } from 'autocannon';
import { Pool, type Dispatcher } from 'undici';

/** A request of a load. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Returns the values in random order (Fisher–Yates). */
export function shuffled<T>(values: readonly T[], draw: () => number): T[] {
  const result = [...values];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(draw() * (index + 1));
    const [a, b] = [result[index] as T, result[other] as T];
    result[index] = b;
    result[other] = a;
  }
  return result;
}

/** As many callers as the API serves at the same time; more would wait in its queue. */
const closedConnections = 32;

/** The result of a closed load. */
export interface ClosedLoadResult {
  readonly perSecond: number;
}

function asCannonRequest({ method, path, headers, body }: LoadRequest): Request {
  return { method, path, headers, ...(body === undefined ? {} : { body }) };
}

/**
 * Measures how much a server can do: each connection sends its next request once the response is there. It
 * can't show how long callers wait, because a slow response delays the next request.
 * @param requests called for each connection, which repeats them
 * @throws if any response has an unexpected status, because a fast rejection isn't throughput
 */
export async function runClosedLoad(
  url: string,
  requests: (connection: number) => readonly LoadRequest[],
  options: {
    readonly seconds: number;
    readonly expect: readonly number[];
    /** By default 32. */
    readonly connections?: number;
  },
): Promise<ClosedLoadResult> {
  let connection = 0;
  const result = await autocannon({
    url,
    connections: options.connections ?? closedConnections,
    duration: options.seconds,
    setupClient: (client: Client) => {
      client.setRequests(requests(connection).map(asCannonRequest));
      connection += 1;
    },
  });
  const others = Object.entries(result.statusCodeStats ?? {}).filter(
    ([status]) => !options.expect.includes(Number(status)),
  );
  if (others.length > 0 || result.errors > 0) {
    const statuses = others.map(([status, { count }]) => `${count ?? 0} x ${status}`).join(', ');
    throw new Error(
      `Answers other than ${options.expect.join(', ')}: ${statuses || 'none'}; connections that ` +
        `failed: ${result.errors}.`,
    );
  }
  return { perSecond: result.requests.total / result.duration };
}

/**
 * Returns the arrival times of requests from many independent callers: a Poisson process. Evenly spaced
 * arrivals would hide the queues that real ones cause.
 * @param draw a random number in [0, 1)
 * @returns milliseconds from the start, ascending, all below `durationMs`
 */
export function arrivalTimes(perSecond: number, durationMs: number, draw: () => number): number[] {
  const times: number[] = [];
  let at = 0;
  for (;;) {
    at += (-Math.log(1 - draw()) / perSecond) * 1000;
    if (at >= durationMs) return times;
    times.push(at);
  }
}

/** One request and its result. */
export interface OpenAnswer {
  /** When it was due, in milliseconds from the start of the load. */
  readonly dueMs: number;
  /** The milliseconds from then to the last byte of the response. */
  readonly latencyMs: number;
  /** 0 if there was no response. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
}

/** The settings of an open load. */
export interface OpenLoadOptions {
  readonly perSecond: number;
  readonly seconds: number;
  /**
   * The number of sockets, and so of simultaneous requests. Further requests wait in the driver, and their
   * time counts.
   */
  readonly connections: number;
  /** The timeout after which a request counts as unanswered. */
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

/** Runs a load and waits for the last responses. */
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
