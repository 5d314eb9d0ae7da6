import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { admitKey } from '../../src/access/authenticate';
import { loadSecrets } from '../../stack/run/secrets';
import { stateFolderAt } from '../../stack/run/state-folder';
import { typescriptArguments } from '../../stack/run/typescript-arguments';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { readAudits } from '../support/records';

const project = join(__dirname, '../..');
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'recordwell-admin-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

interface Result {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command of a deployment, and the one that `npm run admin` runs. */
const entries = { deployed: 'src/main/admin.ts', npm: 'stack/run/admin.ts' } as const;

/** Runs the command as a separate process, in a folder without `.env`, with only this environment. */
async function runProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  entry: keyof typeof entries = 'npm',
): Promise<Result> {
  const child = spawn(process.execPath, [...typescriptArguments, join(project, entries[entry]), ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exitCode = await new Promise<number | null>(resolve => child.on('close', resolve));
  return { exitCode, stdout, stderr };
}

function environment(databaseUrl: string): Record<string, string> {
  return {
    RECORDWELL_ENV: 'development',
    DATABASE_URL: databaseUrl,
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'x',
    S3_NOTIFICATION_SECRET: 'x'.repeat(24),
    KEY_FINGERPRINT_SECRET: Buffer.alloc(32, 7).toString('base64'),
    PAYLOAD_KEYS: `k1:${Buffer.alloc(32, 8).toString('base64')}`,
    EMBED_KEYS: `1:${Buffer.alloc(32, 8).toString('base64')}`,
    WEBHOOK_KEYS: `k1:${Buffer.alloc(32, 9).toString('base64')}`,
  };
}

async function operatorOf(event: string): Promise<unknown> {
  return (await readAudits(database.db, { event }))[0]?.actorName;
}

test("The audit log names the system account, or RECORDWELL_OPERATOR if it's set", async () => {
  const create = (id: string): string[] => ['company', 'create', id, '--name', id];
  expect((await runProcess(create('one'), environment(database.url))).exitCode).toBe(0);
  expect(await operatorOf('company.create')).toBe(userInfo().username);
  const named = { ...environment(database.url), RECORDWELL_OPERATOR: 'olga@provider.example' };
  const result = await runProcess(['feature', 'approve', 'ehrSearch', '--company', 'one'], named);
  expect(result).toEqual({ exitCode: 0, stdout: 'Approved ehrSearch for one.\n', stderr: '' });
  expect(await operatorOf('feature.approve')).toBe('olga@provider.example');
});

/** The `stack.json` of a stack. */
const stack = {
  api: 'http://127.0.0.1:3999',
  docs: '',
  temporalUi: '',
  temporalAddress: '127.0.0.1:7999',
  codec: '',
  s3: 'http://127.0.0.1:7998',
  databaseUrl: '',
  companyId: 'demo',
  sandboxProjectId: 'demo-sandbox',
  liveProjectId: 'demo-live',
  sandboxKey: '',
  productionKey: '',
};

test('Without a configuration, a command uses the stack in the folder, and its API keys work there', async () => {
  await runProcess(['company', 'create', 'ours', '--name', 'Ours'], environment(database.url));
  const add = ['user', 'add', 'ana@ours.example', '--company', 'ours', '--name', 'Ana'];
  await runProcess(add, environment(database.url));
  const state = stateFolderAt(await mkdtemp(join(folder, 'state-')));
  await writeFile(state.stackFile, JSON.stringify({ ...stack, databaseUrl: database.url }));
  const line = [
    'key',
    'issue',
    'ana@ours.example',
    '--company',
    'ours',
    '--environment',
    'sandbox',
    '--json',
  ];
  const { exitCode, stdout } = await runProcess([...line, '--state', state.path], {});
  expect(exitCode).toBe(0);
  const { key } = JSON.parse(stdout) as { key: string };
  const secrets = loadSecrets(state);
  const fingerprintSecret = Buffer.from(secrets.keyFingerprintSecret, 'base64');
  const settings = { fingerprintSecret, companyPerMinute: 600 };
  expect(await admitKey(database.db, settings, `Bearer ${key}`, new Date())).toMatchObject({
    principal: { companyId: 'ours' },
  });
});

test('--state works before the command, and overrides RECORDWELL_STATE', async () => {
  const state = stateFolderAt(await mkdtemp(join(folder, 'named-')));
  await writeFile(state.stackFile, JSON.stringify({ ...stack, databaseUrl: database.url }));
  const nowhere = { RECORDWELL_STATE: join(folder, 'nowhere') };
  const list = ['company', 'list', '--json'];
  expect((await runProcess(list, { RECORDWELL_STATE: state.path })).exitCode).toBe(0);
  expect((await runProcess(['--state', state.path, ...list], nowhere)).exitCode).toBe(0);
  // A selected stack overrides services that the shell configures.
  const elsewhere = { ...environment('postgres://x@127.0.0.1:1/none'), ...nowhere };
  expect(await runProcess(list, elsewhere)).toMatchObject({
    exitCode: 78,
    stderr: expect.stringContaining('no stack was ever ready in') as string,
  });
});

test.each([
  {
    title: 'Without a configuration and a stack, it exits with 78 and says how to start a stack',
    env: () => ({}),
    exitCode: 78,
    says: /^The configuration is invalid:\n {2}DATABASE_URL: isn't set, and no stack was ever ready in .+\. Run `npm start` to start one\.\n$/,
  },
  {
    title: 'In a deployment without a configuration, it exits with 78 and lists every missing setting',
    entry: 'deployed' as const,
    env: () => ({}),
    exitCode: 78,
    says: /^The configuration is invalid:\n {2}DATABASE_URL: is required\. [^]+\n {2}EMBED_KEYS: is required\. .+\n {2}WEBHOOK_KEYS: is required\. .+\n$/,
  },
  {
    title: 'In a deployment without a database, it exits with 69 and prints one line',
    entry: 'deployed' as const,
    env: () => environment('postgres://recordwell_app:x@127.0.0.1:1/none'),
    exitCode: 69,
    says: /^The database isn't responding\. [^\n]+\n$/,
  },
  {
    title: 'Without a database, it exits with 69 and prints one line',
    env: () => environment('postgres://recordwell_app:x@127.0.0.1:1/none'),
    exitCode: 69,
    says: /^The database isn't responding\. [^\n]+\n$/,
  },
  {
    title: 'With a wrong password, it exits with 78 and prints one line without the password',
    env: () => environment(database.url.replace(':app@', ':other-password@')),
    exitCode: 78,
    says: /^The database rejected the password in DATABASE_URL\.\n$/,
  },
])('$title', async ({ entry, env, exitCode, says }) => {
  const result = await runProcess(['company', 'list'], env(), entry);
  expect(result).toMatchObject({ exitCode, stdout: '' });
  expect(result.stderr).toMatch(says);
});

test("Only `npm run admin` has --state; the command of a deployment doesn't", async () => {
  const list = ['company', 'list', '--state', folder];
  expect(await runProcess(list, environment(database.url), 'deployed')).toMatchObject({
    exitCode: 64,
    stderr: "Unknown option '--state'\n",
  });
  const helps = await Promise.all(
    (['npm', 'deployed'] as const).map(entry => runProcess(['company', 'list', '--help'], {}, entry)),
  );
  expect(helps.map(({ stdout }) => stdout.includes('--state <DIR>'))).toEqual([true, false]);
});

test('Without the database schema, it prints one line that says what to run', async () => {
  const empty = await createTestDatabase({ isEmpty: true });
  const result = await runProcess(['company', 'list'], environment(empty.ownerUrl));
  await empty.drop();
  expect(result).toMatchObject({ exitCode: 69, stdout: '' });
  expect(result.stderr).toMatch(/^[^\n]+npm run migrate[^\n]+\n$/);
});
