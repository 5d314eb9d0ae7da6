import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { openDatabase } from '../../src/store/database';
import { migrateToLatest, migrationSource } from '../../src/store/migrations';
import { typescriptArguments } from '../../stack/run/typescript-arguments';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { describeSchema } from '../support/describe-schema';

const root = join(__dirname, '../..');
const folder = join(root, 'migrations');
const config: Knex.MigratorConfig = {
  migrationSource: migrationSource(folder),
  tableName: 'schema_migration',
};

let database: TestDatabase;
let owner: Knex;
beforeEach(async () => {
  database = await createTestDatabase({ isEmpty: true });
  owner = openDatabase({
    url: database.ownerUrl,
    poolMax: 4,
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
    applicationName: 'test',
  });
});
afterEach(async () => {
  await owner.destroy();
  await database.drop();
});

interface Migrator {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; output: string }>;
}

/** Starts `npm run migrate` in its own process. */
function startMigrator(): Migrator {
  const entry = join(root, 'src/main/migrate.ts');
  const child = spawn(process.execPath, [...typescriptArguments, entry], {
    cwd: tmpdir(),
    env: {
      PATH: process.env['PATH'] ?? '',
      RECORDWELL_ENV: 'development',
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      S3_ACCESS_KEY_ID: 'x',
      S3_SECRET_ACCESS_KEY: 'x',
      S3_NOTIFICATION_SECRET: 'x'.repeat(24),
      KEY_FINGERPRINT_SECRET: Buffer.alloc(32).toString('base64'),
      PAYLOAD_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
      EMBED_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
      WEBHOOK_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<{ code: number | null; output: string }>(resolve => {
    child.on('close', code => resolve({ code, output }));
  });
  return { child, ended };
}

async function steps(): Promise<string[]> {
  return ((await config.migrationSource?.getMigrations([])) ?? []).map(file =>
    String(config.migrationSource?.getMigrationName(file)),
  );
}

async function applied(): Promise<unknown[]> {
  return owner('schema_migration').orderBy('id').pluck('name');
}

/** Resolves when this many migrators wait for a lock: on a row, on a table, or in the migrators' queue. */
async function untilWaiting(count: number, migrators: readonly Migrator[]): Promise<void> {
  for (;;) {
    const { rows } = (await owner.raw(
      `select pid from pg_stat_activity
       where datname = current_database() and application_name = 'recordwell migrate'
         and wait_event_type = 'Lock'`,
    )) as unknown as { rows: unknown[] };
    if (rows.length >= count) return;
    if (migrators.some(({ child }) => child.exitCode !== null)) throw new Error('a migrator did not wait');
  }
}

/**
 * Keeps a step from continuing while `work` runs, by creating one of its tables in a transaction that is
 * rolled back.
 */
async function whileBlocked(table: string, work: () => Promise<void>): Promise<void> {
  const blocker = await owner.transaction();
  await blocker.raw('create table ?? (id integer)', [table]);
  await work();
  await blocker.rollback();
}

test('Two processes that migrate an empty database at once both succeed, and each step is applied once', async () => {
  const migrators = [startMigrator(), startMigrator()];
  await whileBlocked('company', () => untilWaiting(2, migrators));
  const results = await Promise.all(migrators.map(({ ended }) => ended));
  expect(results.map(({ code }) => code)).toEqual([0, 0]);
  expect(results.map(({ output }) => output).toSorted()).toEqual([
    expect.stringMatching(/^Applied /),
    'The schema is up to date.\n',
  ]);
  expect(await applied()).toEqual(await steps());
});

test('A migrator killed in the middle of a step leaves nothing locked and no partial step', async () => {
  const migrator = startMigrator();
  await whileBlocked('outbox_command', async () => {
    await untilWaiting(1, [migrator]);
    migrator.child.kill('SIGKILL');
    await migrator.ended;
  });
  expect(await startMigrator().ended).toMatchObject({ code: 0 });
  expect(await applied()).toEqual(await steps());
  expect(await describeSchema(owner)).toBe(readFileSync(join(folder, 'schema.sql'), 'utf8'));
});

test('The lock row left behind by a killed step without a transaction blocks no migrator', async () => {
  await owner.migrate.up(config);
  await owner('schema_migration_lock').update({ is_locked: 1 });
  expect(await migrateToLatest(owner, folder)).toEqual((await steps()).slice(1));
});

test('Every step goes up, down, and up again, and down reverts exactly what up created', async () => {
  const before: string[] = [];
  for (const _step of await steps()) {
    before.push(await describeSchema(owner));
    await owner.migrate.up(config);
  }
  const latest = await describeSchema(owner);
  for (const schema of before.toReversed()) {
    await owner.migrate.down(config);
    expect(await describeSchema(owner)).toBe(schema);
  }
  await migrateToLatest(owner, folder);
  expect(await describeSchema(owner)).toBe(latest);
});

test('The migrations create what migrations/schema.sql contains (`npm run schema:write` writes it)', async () => {
  await migrateToLatest(owner, folder);
  expect(await describeSchema(owner)).toBe(readFileSync(join(folder, 'schema.sql'), 'utf8'));
});

test('Migration 20261122161000 numbers file names that have become equal, and the oldest keeps its name [FILE-4]', async () => {
  const before = (await steps()).findIndex(name => name.startsWith('20261122161000'));
  for (let count = 0; count < before; count += 1) await owner.migrate.up(config);
  await owner.raw('alter table stored_file drop constraint stored_file_record_request_fk');
  const names = [
    'Chart.pdf',
    'CHART.PDF',
    'chart.pdf',
    'Bill',
    'BILL',
    'R\u00E9sum\u00E9.pdf',
    'Re\u0301sume\u0301.pdf',
  ];
  for (const [index, name] of names.entries())
    await owner.raw(
      `insert into stored_file (uid, company_uid, record_request_uid, area, storage_key, file_name,
        content_type, size_bytes, etag, last_modified_at, created_at)
       values (gen_random_uuid(), :uid, :uid, 'deliverables', :index, :name, 'x', 1, 'x', now(),
         now() + make_interval(secs => :index::integer))`,
      { uid: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60', index: String(index), name },
    );
  await owner.migrate.up(config);
  expect(await owner('stored_file').orderBy('created_at').pluck('file_name')).toEqual([
    ...['Chart.pdf', 'CHART (2).PDF', 'chart (3).pdf', 'Bill', 'BILL (2)'],
    ...['R\u00E9sum\u00E9.pdf', 'Re\u0301sume\u0301 (2).pdf'],
  ]);
});

test('Migration 20261123003000 deletes endpoint secrets that sign nothing, and keeps the others to be sealed [DECISION-80]', async () => {
  const before = (await steps()).findIndex(name => name.startsWith('20261123003000'));
  for (let count = 0; count < before; count += 1) await owner.migrate.up(config);
  for (const key of ['company', 'owner', 'owner_user'])
    await owner.raw('alter table webhook_endpoint drop constraint ??', [`webhook_endpoint_${key}_fk`]);
  const uid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';
  for (const [channel, deletedAt] of [
    ['webhook', null],
    ['webhook', new Date()],
    ['email', null],
  ] as const)
    await owner.raw(
      `insert into webhook_endpoint (uid, company_uid, owner_membership_uid, owner_user_uid, channel, url,
        environment, event_types,
         has_all_projects, is_tracked_only, secret, previous_secret, replaced_secrets, deleted_at, created_at,
           updated_at)
       values (gen_random_uuid(), :uid, :uid, :uid, :channel, :url, 'sandbox', '{}',
         true, false, :uid, :uid, jsonb_build_array(jsonb_build_object('secret', :uid::text)),
           :deletedAt::timestamptz, now(), now())`,
      { uid, channel, url: channel === 'email' ? null : 'https://hooks.example', deletedAt },
    );
  await owner.migrate.up(config);
  const rows = await owner('webhook_endpoint')
    .orderByRaw('channel desc, deleted_at nulls first')
    .select('secret', 'previous_secret', 'replaced_secrets');
  const none = { secret: null, previous_secret: null, replaced_secrets: [] };
  expect(rows).toEqual([{ ...none, secret: uid, replaced_secrets: [{ secret: uid }] }, none, none]);
});

test('Migration 20261128161000 keeps which forms were sent, of members and of operators [CONSOLE-100]', async () => {
  const before = (await steps()).findIndex(name => name.startsWith('20261128161000'));
  for (let count = 0; count < before; count += 1) await owner.migrate.up(config);
  for (const key of ['company', 'user'])
    await owner.raw('alter table membership drop constraint ??', [`membership_${key}_fk`]);
  const [operator, member] = ['01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60', '01946f2e-7b3c-7a51-8f0d-3c5b2d1e4f60'];
  await owner.raw(
    `insert into desk_operator (uid, email, name, created_at)
     values (?, 'olga@recordwell.example', 'Olga', now())`,
    [operator],
  );
  await owner.raw(
    `insert into membership (uid, company_uid, user_uid, sees_all_projects, created_at)
     values (:member, :member, :member, true, now())`,
    { member },
  );
  await owner.raw(
    `insert into desk_sent_form (operator_uid, form_key, made_uid, sent_at)
     values (:operator, :operator, :operator, now()), (:operator, :member, null, now())`,
    { operator, member },
  );
  for (const key of [`console-form:${member}`, 'console-form:none', 'of-the-api'])
    await owner.raw(
      `insert into idempotency_claim (membership_uid, environment, key, request_hash, claimed_at,
         resource_uids)
       values (:member, 'sandbox', :key, '', now(), array[:member::uuid, :operator::uuid])`,
      { member, operator, key },
    );
  await owner.migrate.up(config);
  const kept = await owner('sent_form')
    .orderBy('owner_uid')
    .select('operator_uid', 'membership_uid', 'form_key', 'made_uids');
  expect(kept).toEqual([
    { operator_uid: operator, membership_uid: null, form_key: operator, made_uids: [operator] },
    { operator_uid: null, membership_uid: member, form_key: member, made_uids: [member, operator] },
  ]);
});

test('A repeated migration applies nothing', async () => {
  expect(await migrateToLatest(owner, folder)).toEqual(await steps());
  expect(await migrateToLatest(owner, folder)).toEqual([]);
});
