/**
 * A customer's receiver: it verifies the signature of every delivery, returns 204, and tells the bench what
 * arrived and when.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isSigned, readBody, signingKey } from '../../stack/demo/delivery';

/** One delivery, with its time of arrival in Unix milliseconds. */
interface Receipt {
  readonly id: string;
  readonly at: number;
  readonly eventType: string;
  readonly resource: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const key = signingKey(process.env['WEBHOOK_SECRET'] ?? '');
const port = Number(process.env['PORT']);
const longPollMs = 2_000;
const receipts: Receipt[] = [];
const waiting = new Set<(isOver: boolean) => void>();

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  const at = Date.now();
  if (!isSigned(key, request, body)) {
    response.writeHead(401).end();
    return;
  }
  response.writeHead(204).end();
  const { id, eventType, resource, data } = JSON.parse(body.toString()) as Omit<Receipt, 'at'>;
  receipts.push({ id, at, eventType, resource, data });
  for (const wake of waiting) wake(false);
}

/** Returns the receipts from an index on, once there are enough of them. */
async function tell(from: number, atLeast: number, response: ServerResponse): Promise<void> {
  if (receipts.length < from + atLeast) {
    await new Promise<void>(resolve => {
      const wake = (isOver: boolean): void => {
        if (!isOver && receipts.length < from + atLeast) return;
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(() => wake(true), longPollMs);
      waiting.add(wake);
    });
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(receipts.slice(from)));
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://receiver');
  const answered =
    request.method === 'POST'
      ? take(request, response)
      : url.pathname === '/receipts'
        ? tell(Number(url.searchParams.get('from')), Number(url.searchParams.get('atLeast')), response)
        : Promise.resolve(response.writeHead(200).end());
  answered.catch(() => response.destroy());
});
server.listen(port, '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
