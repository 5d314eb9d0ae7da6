/**
 * A receiver on a bare TCP socket, which can misbehave in ways that an HTTP server can't, and counts what
 * reaches it.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { receiverCertificate, receiverKey } from './receiver-certificate';

/** What the receiver does with a connection; a request is read for it up to the end of its body. */
export type Behavior = (socket: Socket, request: Buffer) => void;

export interface RawReceiver {
  readonly port: number;
  /** The number of TCP connections. */
  readonly connections: () => number;
  /** Our addresses that were connected to. */
  readonly dialled: () => readonly string[];
  /** All bytes of all requests. */
  readonly received: () => Buffer;
  /** Returns how many bytes were sent before the connections closed; waits until all have. */
  readonly closedBytesWritten: () => Promise<number>;
  readonly close: () => Promise<void>;
}

function isWhole(request: Buffer): boolean {
  const headEnd = request.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(request.subarray(0, headEnd).toString('latin1'))?.[1];
  return request.length >= headEnd + 4 + Number(length ?? 0);
}

/** Returns a response with a body, as bytes. */
export function answer(status: string, headers: Readonly<Record<string, string>> = {}, body = ''): string {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers });
  return `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** Writes `part` repeatedly until the other side is gone. */
export function repeat(socket: Socket, part: string | Buffer, everyMs: number): void {
  const timer = setInterval(() => socket.write(part), everyMs);
  socket.on('close', () => clearInterval(timer));
}

/** Writes `part` as fast as the other side reads it. */
export function flood(socket: Socket, part: string | Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(part));
  };
  socket.on('drain', more);
  more();
}

/**
 * Starts a receiver on a free port of `host`; `tls` gives it the self-signed certificate of
 * `receiver.example.com`, or another one.
 */
export async function startRawReceiver(
  behavior: Behavior = socket => socket.write(answer('200 OK')),
  {
    host = '127.0.0.1',
    tls = false,
  }: {
    readonly host?: string;
    readonly tls?: boolean | { readonly key: string; readonly cert: string };
  } = {},
): Promise<RawReceiver> {
  const sockets: Socket[] = [];
  const dialled: string[] = [];
  const chunks: Buffer[] = [];
  const count = (socket: Socket): void => {
    sockets.push(socket);
    dialled.push(socket.localAddress ?? '');
  };
  const serve = (socket: Socket): void => {
    let pending = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      pending = Buffer.concat([pending, chunk]);
      if (!isWhole(pending)) return;
      const request = pending;
      pending = Buffer.alloc(0);
      behavior(socket, request);
    });
  };
  const server: Server = tls
    ? createTlsServer(tls === true ? { key: receiverKey, cert: receiverCertificate } : tls, serve).on(
        'connection',
        count,
      )
    : createServer(serve).on('connection', count);
  server.on('tlsClientError', () => undefined);
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.length,
    dialled: () => dialled,
    received: () => Buffer.concat(chunks),
    closedBytesWritten: async () => {
      for (const socket of sockets)
        if (!socket.closed) await new Promise<void>(resolve => socket.once('close', () => resolve()));
      return sockets.reduce((total, socket) => total + socket.bytesWritten, 0);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
