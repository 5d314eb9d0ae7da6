/** Interrupted uploads: a client that disappears in the middle of its request. */
import { connect, type Socket } from 'node:net';

/** How the client disappears: it closes the connection normally, or its machine resets it. */
export type CutEnd = 'fin' | 'reset';

/** How the client states the body's length. */
export type CutLength = 'content-length' | 'chunked';

/** An upload, and how much of it is sent. */
export interface CutUpload {
  readonly url: string;
  readonly method?: 'PUT' | 'POST';
  readonly headers?: readonly string[];
  readonly body: Uint8Array;
  /** Of the body; `headers` sends the request up to the middle of its headers. */
  readonly sentBytes: number | 'headers';
  readonly length: CutLength;
  readonly end: CutEnd;
}

function requestOf({ url, method = 'PUT', headers = [], body, sentBytes, length }: CutUpload): Buffer {
  const { host, pathname, search } = new URL(url);
  const sized =
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length.toString()}`;
  const head = [`${method} ${pathname}${search} HTTP/1.1`, `Host: ${host}`, ...headers, sized].join('\r\n');
  if (sentBytes === 'headers') return Buffer.from(head.slice(0, -5));
  const sent = body.subarray(0, sentBytes);
  const chunk =
    length === 'chunked' && sentBytes > 0
      ? [Buffer.from(`${sentBytes.toString(16)}\r\n`), sent, Buffer.from('\r\n')]
      : [sent];
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), ...chunk]);
}

function goAway(socket: Socket, end: CutEnd): void {
  if (end === 'fin') socket.end();
  else socket.resetAndDestroy();
}

/**
 * Sends an upload up to the cut and disconnects; resolves when the connection is closed.
 * @returns the status line of the response, empty without one
 */
export function cutUpload(upload: CutUpload): Promise<string> {
  const { hostname, port } = new URL(upload.url);
  return new Promise(resolve => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(requestOf(upload), () => goAway(socket, upload.end));
    });
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
  });
}
