/**
 * What clients of the object store connect to. It passes every request on, and lets no upload through that
 * was cut before its first byte: SeaweedFS 4.48 stores an empty object then, over the one that was there,
 * when the upload names no media type (docs/decisions/0031-object-store.md).
 */
import {
  Agent,
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream/promises';

/** What the store would say of an upload without a media type; Amazon S3 says the same. */
const mediaTypeDefault = 'binary/octet-stream';
/** Of one connection, never of the request (RFC 9110 §7.6.1); `expect` was answered here. */
const headersOfConnection: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'],
  ...['transfer-encoding', 'expect'],
]);

/** How long a connection is kept for a next request: towards the store less than the 120 s it keeps it. */
const idleMs = { ofClients: 75_000, towardsStore: 60_000 } as const;

/** A running front. */
export interface ObjectStoreFront {
  stop(): void;
}

/** The header lines to pass on, names and values in turn. */
function passedOn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => {
    const name = rawHeaders[index - (index % 2)] ?? '';
    return !headersOfConnection.has(name.toLowerCase());
  });
}

function headersFor(incoming: IncomingMessage): string[] {
  const headers = passedOn(incoming.rawHeaders);
  const isUntyped = incoming.method === 'PUT' && incoming.headers['content-type'] === undefined;
  // With a media type the store reads the body only to store it, and notices a cut.
  if (isUntyped) headers.push('Content-Type', mediaTypeDefault);
  if (incoming.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
  return headers;
}

function refuse(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(503, { 'retry-after': '1' }).end();
}

/**
 * Starts a front on `port` of 127.0.0.1 for the store that listens on `storePort`. A request that the client
 * cuts is cut for the store; while the store doesn't answer, clients get 503.
 */
export async function startObjectStoreFront(port: number, storePort: number): Promise<ObjectStoreFront> {
  const agent = new Agent({ keepAlive: true, timeout: idleMs.towardsStore });
  const pass = (incoming: IncomingMessage, response: ServerResponse): void => {
    const outgoing = sendRequest({
      host: '127.0.0.1',
      port: storePort,
      method: incoming.method,
      path: incoming.url,
      headers: headersFor(incoming),
      setHost: false,
      agent,
    });
    outgoing.on('response', answer => {
      response.writeHead(answer.statusCode ?? 502, passedOn(answer.rawHeaders));
      // A client that goes away, or a store: either way the other side's connection was ended.
      pipeline(answer, response).catch(() => undefined);
    });
    outgoing.on('error', () => refuse(response));
    pipeline(incoming, outgoing).catch(() => undefined);
  };
  // A body may take as long as it keeps coming; the store has an idle time of its own.
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: idleMs.ofClients }, pass);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port }, resolve);
  });
  return {
    stop: () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
