/** A webhook receiver for developers: verifies and prints each delivery, and forwards its bytes. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { verifyWebhook } from '../../src/webhooks/verify';

/** The settings of a listener. */
export interface ListenerSettings {
  /** The signing secret of the endpoint. */
  readonly secret: string;
  /** 0 uses a free port. */
  readonly port: number;
  /** Where to forward deliveries. If it's absent, the listener accepts them itself. */
  readonly forwardTo: string | undefined;
  /** Receives a line for each delivery: its event and IDs, without `data`. */
  readonly write: (line: string) => void;
}

/** A running listener. */
export interface Listener {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** More than any delivery has. */
const bodyBytesMax = 1_000_000;
/** Less than the 10 seconds that a receiver has. */
const forwardTimeoutMs = 9_000;

/** The printed fields of a delivery. */
const envelopeSchema = z.object({
  id: z.string(),
  eventType: z.string(),
  resource: z.string(),
  changed: z.array(z.string()),
});

/** Headers of the connection to us, which aren't forwarded. */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value !== 'string' || connectionHeaders.has(name) ? [] : [[name, value]],
    ),
  );
}

/** Forwards a delivery. @returns the other server's response; `undefined` if there was none */
async function forward(url: string, headers: IncomingHttpHeaders, body: Buffer): Promise<number | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: forwardedHeaders(headers),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(forwardTimeoutMs),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}

function described(body: Buffer): string {
  try {
    const { id, eventType, resource, changed } = envelopeSchema.parse(JSON.parse(body.toString('utf8')));
    const what = changed.length === 0 ? '' : ` (${changed.join(', ')})`;
    return `${eventType}${what}  ${resource}  ${id}`;
  } catch {
    return `${body.length} bytes that aren't an event`;
  }
}

/**
 * Starts a listener on 127.0.0.1. It returns 401 for a delivery with an invalid signature. It forwards a
 * valid one with its headers and exact bytes, and returns the other server's response, or 502 if there is
 * none.
 */
export async function startListener(settings: ListenerSettings): Promise<Listener> {
  const { secret, forwardTo, write } = settings;
  async function take(request: IncomingMessage): Promise<number> {
    const body = await readBody(request);
    if (body === undefined) return 413;
    const at = new Date().toISOString().slice(11, 19);
    if (!verifyWebhook({ headers: request.headers, body }, secret)) {
      write(`${at}  REJECTED, no signature matches this secret  ${body.length} bytes`);
      return 401;
    }
    if (forwardTo === undefined) {
      write(`${at}  ${described(body)}`);
      return 204;
    }
    const status = await forward(forwardTo, request.headers, body);
    write(`${at}  ${described(body)}  → ${status ?? 'no response'}`);
    return status ?? 502;
  }
  const server = createServer((request, response) => {
    take(request).then(
      status => response.writeHead(status, status === 413 ? { connection: 'close' } : {}).end(),
      () => response.destroy(),
    );
  });
  server.listen(settings.port, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
