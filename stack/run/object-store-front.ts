/**
 * The proxy that clients of the object store connect to. It forwards every request, but no upload that was
 * cut off before its first byte: if such an upload has no media type, SeaweedFS 4.48 replaces the object with
 * an empty one (docs/decisions/0031-object-store.md).
 */
import {
  Agent,
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream/promises';

/** The media type that the store and Amazon S3 give an upload without one. */
const mediaTypeDefault = 'binary/octet-stream';
/** Headers of the connection, not of the request (RFC 9110 §7.6.1). `expect` was already answered here. */
const headersOfConnection: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'],
  ...['transfer-encoding', 'expect'],
]);

/** How long an idle connection stays open: to the store, less than the store's own 120 s. */
const idleMs = { ofClients: 75_000, towardsStore: 60_000 } as const;

/** A running proxy. */
export interface ObjectStoreFront {
  stop(): void;
}

/** Returns the headers to forward, as alternating names and values. */
function passedOn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => {
    const name = rawHeaders[index - (index % 2)] ?? '';
    return !headersOfConnection.has(name.toLowerCase());
  });
}

function headersFor(incoming: IncomingMessage): string[] {
  const headers = passedOn(incoming.rawHeaders);
  const isUntyped = incoming.method === 'PUT' && incoming.headers['content-type'] === undefined;
  // With a media type, the store detects a body that's cut off.
  if (isUntyped) headers.push('Content-Type', mediaTypeDefault);
  if (incoming.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
  return headers;
}

function refuse(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(503, { 'retry-after': '1' }).end();
}

/**
 * Starts a proxy on `port` of 127.0.0.1 for the store on `storePort`. If a client aborts a request, it's
 * aborted for the store too. While the store doesn't respond, clients get 503.
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
      // The client or the store has disconnected; the other side's connection is already closed.
      pipeline(answer, response).catch(() => undefined);
    });
    outgoing.on('error', () => refuse(response));
    pipeline(incoming, outgoing).catch(() => undefined);
  };
  // No time limit for a body that keeps coming: the store has its own idle timeout.
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
