/**
 * A customer that sends its worst requests within its rate limit: ten a second, each a browse over all its
 * data, with filters and orders that no index supports. It doesn't read a quarter of the responses. `POST
 * /run?seconds=N` runs it for that long, and returns the number of its responses by status.
 */
import { createServer, request as send, type ClientRequest } from 'node:http';

const port = Number(process.env['PORT']);
const target = new URL(process.env['TARGET'] ?? '');
const key = process.env['KEY'] ?? '';
const everyMs = 101;

const repeated = <T>(count: number, value: (index: number) => T): T[] =>
  Array.from({ length: count }, (_none, index) => value(index));

/**
 * Browse bodies, and whether the response is read: first the most expensive for the database, then the
 * longest to send.
 */
const worst: ReadonlyArray<{ readonly body: object; readonly isRead: boolean }> = [
  { body: { orderBy: [{ site: { name: 'desc' } }, { patient: { lastName: 'desc' } }] }, isRead: true },
  {
    body: {
      where: {
        visit: { ref: repeated(20, index => ({ notEquals: `no ${index}` })), reason: [{ contains: '_%no' }] },
        site: { name: repeated(20, index => ({ notEquals: `no ${index}` })) },
      },
    },
    isRead: true,
  },
  {
    body: {
      where: { visit: { ref: repeated(20, at => ({ notIn: repeated(1_000, n => `no-${at}-${n}`) })) } },
      take: 1,
    },
    isRead: true,
  },
  { body: { orderBy: [{ visit: { ref: 'asc' } }], skip: 100_000, take: 10_000 }, isRead: true },
  { body: {}, isRead: true },
  { body: {}, isRead: false },
  { body: { orderBy: [{ visit: { reason: 'desc' } }], take: 1 }, isRead: true },
  {
    body: { where: { visit: { ref: [{ contains: '1' }] } }, orderBy: [{ visit: { ref: 'desc' } }] },
    isRead: false,
  },
];
/** Each run starts where the previous one ended, so that no body always finds its slot taken. */
let next = 0;

async function run(seconds: number): Promise<Readonly<Record<string, number>>> {
  const statuses: Record<string, number> = {};
  const open = new Set<ClientRequest>();
  const timer = setInterval(() => {
    const { body, isRead } = worst[next % worst.length] ?? { body: {}, isRead: true };
    next += 1;
    const request = send(
      new URL('/v0/visits/browse', target),
      {
        method: 'POST',
        agent: false,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      },
      response => {
        const status = String(response.statusCode);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (isRead || status !== '200') response.resume();
      },
    );
    open.add(request);
    request.once('close', () => open.delete(request));
    request.on('error', () => undefined);
    request.end(JSON.stringify(body));
  }, everyMs);
  await new Promise(resolve => setTimeout(resolve, seconds * 1_000));
  clearInterval(timer);
  for (const request of open) request.destroy();
  return statuses;
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://greedy');
  const answer = request.method === 'POST' ? run(Number(url.searchParams.get('seconds'))) : {};
  Promise.resolve(answer).then(
    statuses => response.writeHead(200).end(JSON.stringify(statuses)),
    () => response.destroy(),
  );
});
server.listen(port, '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
