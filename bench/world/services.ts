/**
 * The services that the measured processes use: real, durable, on free ports, with a folder that's removed at
 * the end.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { runToEnd } from '../../stack/run/child';
import { ensureDatabase } from '../../stack/run/database';
import { ensureBucket, startObjectStore } from '../../stack/run/object-store';
import { freePort } from '../../stack/run/ports';
import { startPostgres } from '../../stack/run/postgres';
import { migrateEnvironment, processEnvironment } from '../../stack/run/process-environment';
import { findPrograms } from '../../stack/run/programs';
import { loadSecrets, type StackSecrets } from '../../stack/run/secrets';
import { defaultPorts } from '../../stack/run/stack-ports';
import { openStateFolder, stateFolderAt } from '../../stack/run/state-folder';
import { startTemporal } from '../../stack/run/temporal';
import type { BenchContext } from '../bench';
import { builtFile } from './build';

const statementsListed = 40;
const statementCosts = `
  select round(total_exec_time)::text as "totalMs", calls::text, round((total_exec_time / calls)::numeric,
    3)::text as "meanMs",
    round((wal_bytes / calls))::text as "walBytes", regexp_replace(query, '\\s+', ' ', 'g') as query
  from pg_stat_statements order by total_exec_time desc limit $1`;

interface StatementRow {
  readonly totalMs: string;
  readonly calls: string;
  readonly meanMs: string;
  readonly walBytes: string;
  readonly query: string;
}

/**
 * With `--profile`, writes the cost of each SQL statement to a file at the end of the bench, most expensive
 * first.
 */
export async function keepStatementStatistics(
  { profiles, onEnd }: BenchContext,
  superuserUrl: string,
): Promise<void> {
  if (profiles === undefined) return;
  const url = new URL(superuserUrl);
  url.pathname = '/recordwell';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');
  onEnd(async () => {
    const { rows } = await client.query<StatementRow>(statementCosts, [statementsListed]);
    await client.end();
    const lines = rows.map(
      ({ totalMs, calls, meanMs, walBytes, query }) =>
        `${totalMs.padStart(8)} ms ${calls.padStart(8)} x ${meanMs.padStart(8)} ms ` +
        `${walBytes.padStart(7)} B  ${query.slice(0, 1_000)}`,
    );
    mkdirSync(profiles, { recursive: true });
    writeFileSync(join(profiles, 'statements.txt'), `${lines.join('\n')}\n`);
  });
}

/** The pool sizes in docs/operate/running.md for a machine that also runs the database. */
const connectionsPerCore = 2;

/** Running services. */
export interface BenchServices {
  readonly folder: string;
  readonly secrets: StackSecrets;
  /** The environment of the product's processes. */
  readonly environment: Readonly<Record<string, string>>;
  /** A connection as the schema's owner. */
  readonly owner: pg.Pool;
  readonly temporalAddress: string;
}

/** An address without a listener, for services that a bench must not use. */
const nowhere = '127.0.0.1:1';

/** Starts PostgreSQL with the migrated schema, the object store, and Temporal if a bench needs it. */
export async function startServices(
  context: BenchContext,
  options: { readonly hasTemporal: boolean },
): Promise<BenchServices> {
  const { onEnd } = context;
  const state = stateFolderAt(await mkdtemp(join(tmpdir(), 'recordwell-bench-')));
  onEnd(() => rm(state.path, { recursive: true, force: true }));
  openStateFolder(state);
  const secrets = loadSecrets(state);
  const report = (): void => undefined;
  const pathOf = await findPrograms(['seaweedfs', 'temporal'], { report });
  const postgres = await startPostgres({
    dataDirectory: state.postgres,
    port: await freePort(),
    password: secrets.superuserPassword,
    isDurable: true,
  });
  onEnd(() => postgres.stop());
  const database = await ensureDatabase(postgres.superuserUrl, secrets);
  await keepStatementStatistics(context, postgres.superuserUrl);
  const credentials = { accessKeyId: secrets.s3AccessKeyId, secretAccessKey: secrets.s3SecretAccessKey };
  const store = await startObjectStore({
    directory: state.objectStore,
    port: await freePort(),
    ...credentials,
    program: pathOf('seaweedfs'),
  });
  onEnd(() => store.stop());
  await ensureBucket(store.endpoint, credentials, 'recordwell');
  let temporalAddress = nowhere;
  if (options.hasTemporal) {
    const databaseFile = join(state.temporal, 'temporal.db');
    const temporal = await startTemporal({
      program: pathOf('temporal'),
      port: await freePort(),
      databaseFile,
    });
    onEnd(() => temporal.stop());
    temporalAddress = temporal.address;
  }
  const objectStore = { endpoint: store.endpoint, ...credentials };
  const addresses = { database, temporalAddress, mailFolder: state.mail, objectStore };
  const environment = {
    ...processEnvironment(addresses, secrets, defaultPorts, {}),
    DATABASE_POOL_MAX: String(connectionsPerCore * availableParallelism()),
  };
  await runToEnd({
    name: 'migrate',
    command: process.execPath,
    args: [builtFile('src/main/migrate.js')],
    env: migrateEnvironment(environment, database),
    cwd: state.path,
  });
  const owner = new pg.Pool({ connectionString: database.owner, max: 4 });
  onEnd(() => owner.end());
  return { folder: state.path, secrets, environment, owner, temporalAddress };
}

// Replaces the limiter's function, in a schema that's searched first, with one that counts nothing.
const letPass = `
  create schema unlimited;
  create function unlimited.take_rate_limit_place(counted_key text, at_most integer, window_us bigint,
      out taken_at_us bigint, out free_in_us bigint, out remaining integer, out reset_in_us bigint)
    language plpgsql as $$ begin
      taken_at_us := extract(epoch from clock_timestamp()) * 1000000;
      remaining := at_most;
      reset_in_us := window_us;
    end $$;
  grant usage on schema unlimited to recordwell_app;`;

/**
 * Returns the same services with a different database connection, on which every call is admitted and none is
 * counted. The program that uses it is the unchanged product, which has no switch for this, and must not have
 * one.
 */
export async function withoutLimiter(services: BenchServices): Promise<BenchServices> {
  await services.owner.query(letPass);
  const url = new URL(services.environment['DATABASE_URL'] ?? '');
  url.searchParams.set('options', '-c search_path=unlimited,public');
  return { ...services, environment: { ...services.environment, DATABASE_URL: url.href } };
}

const restMs = 20;

/** Waits until no statement of the product is running, so that one measurement doesn't affect the next. */
export async function untilDatabaseRests({ owner }: BenchServices): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ busy: number }>(
      "select count(*)::int as busy from pg_stat_activity where usename = 'recordwell_app' and " +
        "state <> 'idle'",
    );
    if (rows[0]?.busy === 0) return;
    await delay(restMs);
  }
}
