/** The services of one test run, in the run's folder and on free ports. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Child, ChildHooks } from '../../stack/run/child';
import { startObjectStore } from '../../stack/run/object-store';
import { freePort } from '../../stack/run/ports';
import type { ProgramName } from '../../stack/run/program-pins';
import { startPostgres } from '../../stack/run/postgres';
import { identify, type ProcessIdentity } from '../../stack/run/process-identity';
import { findPrograms } from '../../stack/run/programs';
import { startTemporal } from '../../stack/run/temporal';
import { reportProgram } from './report-program';
import { makeRunFolder, recordOf, sweepRunFolders } from './run-folder';
import { signalsPerExecutionMax } from './temporal';

interface Service {
  readonly child: Child;
  stop(): Promise<void>;
}

let folder: string | undefined;
let running: Service[] = [];
let children: ProcessIdentity[] = [];

/** Records started processes right away, for a later run's `sweep`. */
function writeDown(directory: string): Pick<ChildHooks, 'onStart'> {
  return {
    onStart: identity => {
      children.push(identity);
      const owner = identify(process.pid);
      writeFileSync(recordOf(directory), JSON.stringify({ owner, children }));
    },
  };
}

function isGiven(name: string): boolean {
  const value = process.env[name];
  return value !== undefined && value !== '';
}

function neededPrograms(): readonly ProgramName[] {
  return [
    ...(isGiven('TEST_TEMPORAL_ADDRESS') ? [] : ['temporal' as const]),
    ...(isGiven('TEST_S3_ENDPOINT') ? [] : ['seaweedfs' as const]),
  ];
}

async function startPostgresForTests(directory: string): Promise<Service> {
  const postgres = await startPostgres({
    dataDirectory: join(directory, 'postgres'),
    port: await freePort(),
    password: randomBytes(12).toString('hex'),
    isDurable: false,
    ...writeDown(directory),
  });
  process.env['TEST_POSTGRES_URL'] = postgres.superuserUrl;
  return postgres;
}

async function startTemporalForTests(directory: string, program: string): Promise<Service> {
  const temporal = await startTemporal({
    program,
    port: await freePort(),
    limits: { 'history.maximumSignalsPerExecution': signalsPerExecutionMax },
    ...writeDown(directory),
  });
  process.env['TEST_TEMPORAL_ADDRESS'] = temporal.address;
  return temporal;
}

async function startObjectStoreForTests(directory: string, program: string): Promise<Service> {
  const credentials = { accessKeyId: 'test', secretAccessKey: randomBytes(12).toString('hex') };
  const store = await startObjectStore({
    program,
    directory: join(directory, 's3'),
    port: await freePort(),
    ...credentials,
    ...writeDown(directory),
  });
  process.env['TEST_S3_ENDPOINT'] = store.endpoint;
  process.env['TEST_S3_ACCESS_KEY_ID'] = credentials.accessKeyId;
  process.env['TEST_S3_SECRET_ACCESS_KEY'] = credentials.secretAccessKey;
  return store;
}

/**
 * Starts each service without a given address, all at once, and puts the addresses into the environment.
 * @returns a folder for temporary files, which is removed with the services
 */
export async function startTestServices(): Promise<string> {
  await sweepRunFolders();
  // Before anything is started, so that what is missing is known first.
  if (!isGiven('TEST_POSTGRES_URL')) reportProgram('postgres', 'PostgreSQL 18 (node_modules)');
  const pathOf = await findPrograms(neededPrograms(), { report: reportProgram });
  const directory = await makeRunFolder();
  folder = directory;
  await Promise.all(['s3', 'tmp'].map(name => mkdir(join(directory, name))));
  const started = await Promise.allSettled([
    ...(isGiven('TEST_POSTGRES_URL') ? [] : [startPostgresForTests(directory)]),
    ...(isGiven('TEST_TEMPORAL_ADDRESS') ? [] : [startTemporalForTests(directory, pathOf('temporal'))]),
    ...(isGiven('TEST_S3_ENDPOINT') ? [] : [startObjectStoreForTests(directory, pathOf('seaweedfs'))]),
  ]);
  running = started.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = started.find(result => result.status === 'rejected');
  if (failure !== undefined) {
    await stopTestServices();
    throw failure.reason;
  }
  return join(directory, 'tmp');
}

/** Stops what `startTestServices` started and removes its folder. */
export async function stopTestServices(): Promise<void> {
  await Promise.all(running.map(service => service.stop()));
  running = [];
  children = [];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
