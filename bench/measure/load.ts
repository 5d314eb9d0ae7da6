/**
 * Loads of two kinds. A closed one, of callers who wait for each answer, shows how much a server can do. An
 * open one, of requests that arrive when they arrive, as from callers who do not know of each other, shows
 * how long callers wait: its times are taken from the moment a request was due, so a server that stops for a
 * second shows a second in every request that was due meanwhile; a load that waits for answers (autocannon at
 * a fixed rate as well, which holds back when its connections are busy) would show it in one.
 */
import { setTimeout as delay } from 'node:timers/promises';
import autocannon, { type Client, type Request } from 'autocannon';
import { Pool, type Dispatcher } from 'undici';

/** A request that a load is made of. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The values in a random order (Fisher and Yates). */
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

/** As many callers as the API works on at once; more would wait at its gate. */
const closedConnections = 32;

/** What a load of callers who wait for each answer brought. */
export interface ClosedLoadResult {
  readonly perSecond: number;
}

function asCannonRequest({ method, path, headers, body }: LoadRequest): Request {
  return { method, path, headers, ...(body === undefined ? {} : { body }) };
}

/**
 * Calls a server for some seconds from some connections, each of which sends its next request when the answer
 * is there: how much it can do. For how long callers wait it is the wrong tool, because a slow answer holds
 * back the next question.
 * @param requests called for each connection, which goes through them again and again
 * @throws when any answer has another status than those expected: a fast refusal is no throughput
 */
export async function runClosedLoad(
  url: string,
  requests: (connection: number) => readonly LoadRequest[],
  options: {
    readonly seconds: number;
    readonly expect: readonly number[];
    /** 32 unless said. */
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
 * The times at which requests arrive from many independent callers: a Poisson process, as gaps that do not
 * know of each other. Evenly spaced arrivals would hide the queues that real ones make.
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
  /**
   * Sockets; as many requests can wait for their answer at once, more wait in the driver, on the same clock.
   */
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
