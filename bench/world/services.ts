/** The services that the measured processes stand on: real, durable, on free ports, with a folder that is removed at the end. */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureDatabase } from '../../tools/stack/database';
import { ensureBucket, startObjectStore } from '../../tools/stack/object-store';
import { freePort } from '../../tools/stack/ports';
import { startPostgres } from '../../tools/stack/postgres';
import { processEnvironment } from '../../tools/stack/process-environment';
import { loadSecrets, type StackSecrets } from '../../tools/stack/secrets';
import { defaultPorts } from '../../tools/stack/stack-ports';
import { openStateFolder, stateFolderAt } from '../../tools/stack/state-folder';
import { startTemporal } from '../../tools/stack/temporal';
import { runToEnd } from '../../tools/stack/child';
import type { BenchContext } from '../bench';
import { builtFile } from './build';
import { keepStatementStatistics } from './statement-statistics';

/** As docs/operations.md sizes the pools of a machine that holds the database as well. */
const connectionsPerCore = 2;

/** Services that run. */
export interface BenchServices {
  readonly folder: string;
  readonly secrets: StackSecrets;
  /** The environment of every process of the product. */
  readonly environment: Readonly<Record<string, string>>;
  /** As the owner of the schema. */
  readonly owner: pg.Pool;
  readonly temporalAddress: string;
}

/** Nothing listens there: what a bench does not need must not be asked. */
const nowhere = '127.0.0.1:1';

/** Starts PostgreSQL with the migrated schema, the object store and, where a bench needs it, Temporal. */
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
    report,
  });
  onEnd(() => store.stop());
  await ensureBucket(store.endpoint, credentials, 'recordwell');
  let temporalAddress = nowhere;
  if (options.hasTemporal) {
    const databaseFile = join(state.temporal, 'temporal.db');
    const temporal = await startTemporal({ port: await freePort(), databaseFile, report });
    onEnd(() => temporal.stop());
    temporalAddress = temporal.address;
  }
  const addresses = { database, temporalAddress, objectStore: { endpoint: store.endpoint, ...credentials } };
  const environment = {
    ...processEnvironment(addresses, secrets, defaultPorts, {}),
    DATABASE_POOL_MAX: String(connectionsPerCore * availableParallelism()),
  };
  await runToEnd({
    name: 'migrate',
    command: process.execPath,
    args: [builtFile('src/main/migrate.js')],
    env: environment,
    cwd: state.path,
  });
  const owner = new pg.Pool({ connectionString: database.owner, max: 4 });
  onEnd(() => owner.end());
  return { folder: state.path, secrets, environment, owner, temporalAddress };
}
