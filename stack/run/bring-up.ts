/** Starts the parts of a stack: each service unless the environment provides it, then our own processes. */
import { join } from 'node:path';
import { ensureDatabase } from './database';
import type { DatabaseUrls } from './database-urls';
import { copyEarlierObjects, hasEarlierObjects, removeEarlierObjects } from './earlier-objects';
import { settingOf, type Environment, type Externals } from './externals';
import { ensureBucket, startObjectStore } from './object-store';
import { ensureDemo, hasEntry, runEntry, startEntry, type Demo, type Entries } from './own-processes';
import { startPostgres } from './postgres';
import type { ProgramName } from './program-pins';
import { apiUrl, migrateEnvironment, processEnvironment, type ServiceAddresses } from './process-environment';
import type { StackSecrets } from './secrets';
import type { PortName, StackPorts } from './stack-ports';
import type { StateFolder } from './state-folder';
import type { Supervisor } from './supervisor';
import { startTemporal } from './temporal';
import { say } from './terminal';

/** Everything that a stack consists of. */
export interface Assembly {
  readonly folder: StateFolder;
  /** The folders with `migrate.ts`, `demo.ts`, `api.ts`, `worker.ts`, and optionally `codec.ts`. */
  readonly entryFolders: readonly string[];
  readonly environment: Environment;
  readonly externals: Externals;
  readonly hasCodec: boolean;
  readonly ports: StackPorts;
  readonly secrets: StackSecrets;
  readonly supervisor: Supervisor;
  /** The paths of `neededPrograms`, once all of them are available. */
  readonly programs: Promise<(name: ProgramName) => string>;
}

/** The ports of this stack. */
export function neededPorts(externals: Externals, hasCodec: boolean): ReadonlySet<PortName> {
  const needed = new Set<PortName>(['api', 'apiOps', 'workerOps', 'demoEmbeds']);
  if (externals.database === undefined) needed.add('postgres');
  if (externals.objectStore === undefined) needed.add('s3');
  if (externals.temporalAddress === undefined) needed.add('temporal').add('temporalUi');
  if (hasCodec) needed.add('codec').add('codecOps');
  return needed;
}

/** Returns the programs that this stack will start. */
export function neededPrograms(externals: Externals): readonly ProgramName[] {
  return [
    ...(externals.temporalAddress === undefined ? ['temporal' as const] : []),
    ...(externals.objectStore === undefined ? ['seaweedfs' as const] : []),
  ];
}

async function bringUpDatabase({
  externals,
  folder,
  ports,
  secrets,
  supervisor,
}: Assembly): Promise<DatabaseUrls> {
  if (externals.database !== undefined) {
    say('postgres', 'using DATABASE_URL');
    return externals.database;
  }
  say('postgres', 'PostgreSQL 18 (node_modules)');
  let superuserUrl = '';
  await supervisor.keep('postgres', async () => {
    const postgres = await startPostgres({
      dataDirectory: folder.postgres,
      port: ports.postgres,
      password: secrets.superuserPassword,
      isDurable: true,
      ...supervisor.hooks('postgres'),
    });
    superuserUrl = postgres.superuserUrl;
    return postgres;
  });
  const urls = await ensureDatabase(superuserUrl, secrets);
  say('postgres', `ready on port ${ports.postgres}`);
  return urls;
}

async function bringUpTemporal({
  externals,
  folder,
  hasCodec,
  ports,
  programs,
  supervisor,
}: Assembly): Promise<string> {
  if (externals.temporalAddress !== undefined) {
    say('temporal', 'using TEMPORAL_ADDRESS');
    return externals.temporalAddress;
  }
  const program = (await programs)('temporal');
  const codec = hasCodec ? { codecEndpoint: `http://127.0.0.1:${ports.codec}` } : {};
  await supervisor.keep('temporal', () =>
    startTemporal({
      program,
      port: ports.temporal,
      databaseFile: join(folder.temporal, 'temporal.db'),
      ui: { port: ports.temporalUi, ...codec },
      ...supervisor.hooks('temporal'),
    }),
  );
  say('temporal', `ready on port ${ports.temporal}`);
  return `127.0.0.1:${ports.temporal}`;
}

async function bringUpObjectStore(assembly: Assembly): Promise<ServiceAddresses['objectStore']> {
  const { environment, externals, folder, ports, programs, secrets, supervisor } = assembly;
  const bucket = settingOf(environment, 'S3_BUCKET') ?? 'recordwell';
  if (externals.objectStore !== undefined) {
    say(
      'seaweedfs',
      'not started: S3_ENDPOINT is set. Configure that store to post its events to /internal/object-events.',
    );
    await ensureBucket(externals.objectStore.endpoint, externals.objectStore, bucket);
    return externals.objectStore;
  }
  const program = (await programs)('seaweedfs');
  const credentials = { accessKeyId: secrets.s3AccessKeyId, secretAccessKey: secrets.s3SecretAccessKey };
  const endpoint = `http://127.0.0.1:${ports.s3}`;
  await supervisor.keep('seaweedfs', () =>
    startObjectStore({
      program,
      directory: folder.objectStore,
      port: ports.s3,
      ...credentials,
      events: {
        url: `${apiUrl(ports)}/internal/object-events`,
        secret: settingOf(environment, 'S3_NOTIFICATION_SECRET') ?? secrets.s3NotificationSecret,
        bucket,
      },
      ...supervisor.hooks('seaweedfs'),
    }),
  );
  await ensureBucket(endpoint, credentials, bucket);
  if (await hasEarlierObjects(folder))
    await copyEarlierObjects(folder, { endpoint, ...credentials, bucket }, line => say('seaweedfs', line));
  say('seaweedfs', `ready on port ${ports.s3}`);
  return { endpoint, ...credentials };
}

/**
 * Adopts the new times of objects copied from an earlier release, before anything reads them, so that no
 * patient goes back to review. Then removes the files.
 */
async function finishMove({ externals, folder, supervisor }: Assembly, entries: Entries): Promise<void> {
  if (externals.objectStore !== undefined || !(await hasEarlierObjects(folder))) return;
  await supervisor.once('admin', () =>
    runEntry(entries, 'admin', ['upload', 'adopt-restored'], supervisor.hooks('admin')),
  );
  await removeEarlierObjects(folder);
  say('seaweedfs', 'moved the objects of the earlier release');
}

/** A running stack. */
export interface RunningStack {
  readonly addresses: ServiceAddresses;
  readonly demo: Demo;
}

/**
 * Starts all services at the same time, then migrates, creates the demo company, and starts our processes.
 */
export async function bringUp(assembly: Assembly): Promise<RunningStack> {
  const { entryFolders: folders, environment, hasCodec, ports, secrets, supervisor } = assembly;
  const [database, temporalAddress, objectStore] = await Promise.all([
    bringUpDatabase(assembly),
    bringUpTemporal(assembly),
    bringUpObjectStore(assembly),
  ]);
  const addresses: ServiceAddresses = {
    database,
    temporalAddress,
    objectStore,
    mailFolder: assembly.folder.mail,
  };
  const entries: Entries = {
    folders,
    environment: processEnvironment(addresses, secrets, ports, environment),
  };

  const asOwner = { folders, environment: migrateEnvironment(entries.environment, database) };
  await supervisor.once('migrate', () => runEntry(asOwner, 'migrate', [], supervisor.hooks('migrate')));
  await finishMove(assembly, entries);
  // Without its lines, because they contain the keys.
  const { onStart } = supervisor.hooks('demo');
  const makeDemo = (): Promise<Demo> =>
    supervisor.once('demo', () =>
      ensureDemo(entries, assembly.folder, onStart === undefined ? {} : { onStart }),
    );

  const keep = async (name: string, own: { OPS_PORT: string }): Promise<void> => {
    await supervisor.keep(name, () => startEntry(entries, name, own, supervisor.hooks(name, 'json')));
    say(name, 'ready');
  };
  // The demo company needs only the schema, so nothing waits for it to start.
  const [demo] = await Promise.all([
    makeDemo(),
    keep('api', { OPS_PORT: String(ports.apiOps) }),
    keep('worker', { OPS_PORT: String(ports.workerOps) }),
    hasCodec ? keep('codec', { OPS_PORT: String(ports.codecOps) }) : undefined,
  ]);
  return { addresses, demo };
}

/** Whether the stack has a codec server to start. */
export function hasCodecEntry(entryFolders: readonly string[]): boolean {
  return hasEntry({ folders: entryFolders, environment: {} }, 'codec');
}
