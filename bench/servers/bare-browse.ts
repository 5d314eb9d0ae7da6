/**
 * The product's browse of visits behind Node's own HTTP server, without key, limiter, audit, or load
 * shedding, because the comparator has none of them. The header `scope` selects the caller; every statement
 * still has the tenant's predicate.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { visitRoute } from '../../src/browse/catalogue/routes';
import { browseRequestSchema } from '../../src/browse/request/request-schema';
import { runBrowse } from '../../src/browse/run/run-browse';
import type { ProjectScope } from '../../src/domain/projects/project';
import { openBrowseDatabase } from '../../src/browse/run/database';

const database = openBrowseDatabase({
  url: process.env['DATABASE_BROWSE_URL'] ?? '',
  poolMax: Number(process.env['POOL_MAX']),
  statementTimeoutMs: 10_000,
  acquireTimeoutMs: 10_000,
  applicationName: 'bench bare browse',
});
const schema = browseRequestSchema(visitRoute);
const gone = new AbortController().signal;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function answer(request: IncomingMessage): Promise<string> {
  const scope = JSON.parse(String(request.headers['scope'])) as ProjectScope;
  const body: unknown = JSON.parse(await readBody(request));
  const found = await runBrowse(database, visitRoute, { scope, gone }, schema.parse(body));
  if (found.kind !== 'whole') throw new Error('a page came as a stream');
  const { rows, aggregate, total } = found;
  return `{"table":[${rows.join(',')}],${JSON.stringify({ aggregate, total }).slice(1)}`;
}

const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(404).end();
    return;
  }
  answer(request).then(
    text => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(text),
    () => response.writeHead(500).end(),
  );
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
