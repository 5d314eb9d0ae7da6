/** Two API processes behind a balancer, restarted one after the other under load. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request as send } from 'node:http';
import { freePort } from '../../stack/run/ports';
import { typescriptArguments } from '../../stack/run/typescript-arguments';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { startBalancer, type Backend, type Balancer } from '../support/tcp-balancer';

const entry = join(__dirname, '../../src/main/api.ts');
const callers = 6;

let world: ApiWorld;
let company: TestCompany;
let folder: string;
let backends: readonly Backend[];
let balancer: Balancer;
const running = new Map<Backend, ChildProcess>();

function start(backend: Backend): void {
  const child = spawn(process.execPath, [...typescriptArguments, entry], {
    // Not this working copy, whose .env must not apply here.
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      RECORDWELL_ENV: 'development',
      LOG_LEVEL: 'error',
      API_PORT: String(backend.port),
      OPS_PORT: String(backend.opsPort),
      DATABASE_URL: world.database.url,
      DATABASE_BROWSE_URL: world.database.browseUrl,
      KEY_FINGERPRINT_SECRET: world.services.fingerprintSecret.toString('base64'),
      PAYLOAD_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
      EMBED_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
      WEBHOOK_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
      S3_ENDPOINT: process.env['TEST_S3_ENDPOINT'],
      S3_ACCESS_KEY_ID: 'test',
      S3_SECRET_ACCESS_KEY: 'test',
      S3_NOTIFICATION_SECRET: 'x'.repeat(24),
      TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'],
      RATE_LIMIT_COMPANY: '1000000',
      // On two cores that also run the other tests, a statement or a connection may take its time.
      DATABASE_STATEMENT_TIMEOUT_MS: '20000',
      DATABASE_ACQUIRE_TIMEOUT_MS: '20000',
      SHUTDOWN_DRAIN_MS: '500',
    },
  });
  running.set(backend, child);
}

async function stop(backend: Backend): Promise<number | null> {
  const child = running.get(backend);
  if (child === undefined) return null;
  const exited = once(child, 'exit') as Promise<[number | null]>;
  child.kill('SIGTERM');
  const [code] = await exited;
  running.delete(backend);
  return code;
}

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  folder = await mkdtemp(join(tmpdir(), 'recordwell-restart-'));
  backends = [
    { port: await freePort(), opsPort: await freePort() },
    { port: await freePort(), opsPort: await freePort() },
  ];
  for (const backend of backends) start(backend);
  balancer = await startBalancer(backends);
  await Promise.all(backends.map(backend => balancer.waitFor(backend, 'ready')));
});
afterAll(async () => {
  await balancer.close();
  for (const child of running.values()) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

/** Sends one request on a kept connection, and never retries it. */
async function ask(agent: Agent, method: 'GET' | 'POST'): Promise<string> {
  return new Promise(resolve => {
    const request = send(
      {
        agent,
        method,
        port: balancer.port,
        path: '/v0/companies/acme/projects',
        headers: {
          Authorization: `Bearer ${company.sandboxKey}`,
          ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
        },
      },
      response => {
        response.resume();
        response.on('end', () => resolve(String(response.statusCode)));
        response.on('error', error => resolve(`answer broke off: ${error.message}`));
      },
    );
    request.on('error', error => resolve(`failed: ${error.message}`));
    request.end(method === 'POST' ? JSON.stringify({ name: 'Under load', purpose: 'Legal' }) : undefined);
  });
}

test('No request fails while both API processes are restarted one after the other', async () => {
  const counts = new Map<string, number>();
  const state = { isOver: false };
  const load = Array.from({ length: callers }, async (_, index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const method = index % 2 === 0 ? 'GET' : 'POST';
    while (!state.isOver) {
      const outcome = await ask(agent, method);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    agent.destroy();
  });
  const exitCodes: Array<number | null> = [];
  for (const backend of backends) {
    exitCodes.push(await stop(backend));
    await balancer.waitFor(backend, 'away');
    start(backend);
    await balancer.waitFor(backend, 'ready');
  }
  state.isOver = true;
  await Promise.all(load);
  expect([...counts.keys()].toSorted()).toEqual(['200', '201']);
  expect(Math.min(...counts.values())).toBeGreaterThan(20);
  expect(exitCodes).toEqual([0, 0]);
});

test("Each process serves its own metrics and Node's", async () => {
  for (const { opsPort } of backends) {
    const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
    for (const name of [
      'recordwell_http_requests_shed_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_seconds',
    ])
      expect(metrics).toContain(`# TYPE ${name} `);
  }
});
