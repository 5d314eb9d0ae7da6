/**
 * Takes object events from the object store and passes them on to the API.
 *
 * versitygw refuses to start when the receiver of its events does not answer, and posts each event once. The
 * API starts after it and may be restarting at any time, so the relay answers at once and keeps trying.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { StackError } from './stack-error';

/** Events kept while the API is away; further ones are refused. */
const waitingMax = 10_000;
/** An event is a few hundred bytes. */
const bodyBytesMax = 64 * 1024;
const retryEveryMs = 500;
const forwardTimeoutMs = 10_000;

/** A running relay. */
export interface ObjectEventsRelay {
  /** Where the object store is to post. */
  readonly url: string;
  stop(): void;
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function isDelivered(targetUrl: string, body: string, stopping: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(targetUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(forwardTimeoutMs)]),
    });
    await response.body?.cancel();
    // The API's own "no" is final; only its absence or trouble is worth another try.
    return response.status < 500 && response.status !== 429;
  } catch {
    return false;
  }
}

/** Starts a relay on a free loopback port that posts to `targetUrl` in the order of arrival. */
export async function startObjectEventsRelay(targetUrl: string): Promise<ObjectEventsRelay> {
  const waiting: string[] = [];
  const stopping = new AbortController();
  let isForwarding = false;
  const forward = async (): Promise<void> => {
    if (isForwarding) return;
    isForwarding = true;
    for (let body = waiting[0]; body !== undefined && !stopping.signal.aborted; body = waiting[0]) {
      if (await isDelivered(targetUrl, body, stopping.signal)) waiting.shift();
      else await delay(retryEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
    isForwarding = false;
  };
  const server = createServer((request, response) => {
    void readBody(request)
      .catch(() => undefined)
      .then(body => {
        const isAccepted = body !== undefined && waiting.length < waitingMax;
        if (isAccepted) waiting.push(body);
        response.writeHead(isAccepted ? 200 : 503).end();
        return forward();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new StackError('The event relay has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: () => {
      stopping.abort();
      server.close();
      server.closeAllConnections();
    },
  };
}
