/** HTTP as a hostile caller writes it: bytes on a socket, and the response. */
import { connect, type Socket } from 'node:net';
import { problemCatalogue } from '../../src/domain/problem-catalogue';

const errorFields = new Set(['error', 'problem', 'code', 'errorId']);

/** A response as on the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Returns a response once its head, and as many bytes as `Content-Length` says, have arrived. */
function parseAnswer(bytes: Buffer): RawAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Map(
    lines.map(line => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const body = bytes.subarray(end + 4);
  const length = Number(headers.get('content-length') ?? 0);
  if (body.length < length) return undefined;
  return { status: Number(statusLine.split(' ', 2)[1]), headers, body: body.toString('utf8') };
}

/** Returns a connected socket to a port of this machine. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  // These tests provoke resets; the response before them counts.
  socket.on('error', () => undefined);
  await new Promise<void>(resolve => {
    socket.once('connect', resolve);
    socket.once('close', () => resolve());
  });
  return socket;
}

/** Returns the first complete response on a socket; `undefined` if the peer closed it without one. */
export async function readAnswer(socket: Socket): Promise<RawAnswer | undefined> {
  return new Promise(resolve => {
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const answer = parseAnswer(received);
      if (answer !== undefined) resolve(answer);
    });
    socket.once('close', () => resolve(parseAnswer(received)));
  });
}

/** Sends bytes on a new connection and reads the first response; nothing is sent afterward. */
export async function exchange(port: number, bytes: string | Buffer): Promise<RawAnswer | undefined> {
  const socket = await openSocket(port);
  const answer = readAnswer(socket);
  socket.write(bytes);
  const read = await answer;
  socket.destroy();
  return read;
}

/** Returns a request head; `lines` are the header lines. */
export function head(method: string, target: string, lines: readonly string[], version = 'HTTP/1.1'): string {
  return `${method} ${target} ${version}\r\n${[...lines, '', ''].join('\r\n')}`;
}

/**
 * Returns what is wrong with an error response: anything but the one body shape as JSON that may not be
 * cached or sniffed.
 * @returns the faults, none if correct
 */
export function shapeFaults(answer: RawAnswer | undefined): string[] {
  if (answer === undefined) return ['no answer'];
  const faults: string[] = [];
  if (answer.status >= 500) faults.push(`status ${answer.status}`);
  if (answer.status < 400) return faults;
  if (!(answer.headers.get('content-type') ?? '').startsWith('application/json')) faults.push('no JSON type');
  if (answer.headers.get('cache-control') !== 'no-store') faults.push('may be kept');
  if (answer.headers.get('x-content-type-options') !== 'nosniff') faults.push('may be sniffed');
  try {
    const body = JSON.parse(answer.body) as Record<string, unknown>;
    if (typeof body['error'] !== 'string') faults.push('no error sentence');
    if (!Object.hasOwn(problemCatalogue, String(body['problem']))) faults.push('no known problem');
    const unknown = Object.keys(body).filter(name => !errorFields.has(name));
    if (unknown.length > 0) faults.push(`fields ${unknown.join()}`);
  } catch {
    faults.push('no JSON body');
  }
  return faults;
}
