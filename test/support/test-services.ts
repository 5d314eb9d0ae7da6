/** The services of one run of the tests, in a temporary folder and on free ports. */
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Child, ChildHooks } from '../../tools/stack/child';
import { startObjectStore } from '../../tools/stack/object-store';
import { freePort } from '../../tools/stack/ports';
import type { ProgramName } from '../../tools/stack/pins';
import { startPostgres } from '../../tools/stack/postgres';
import { identify, isRunning, stopProcess, type ProcessIdentity } from '../../tools/stack/process-identity';
import { findPrograms } from '../../tools/stack/programs';
import { startTemporal } from '../../tools/stack/temporal';
import { reportWhatTakesLong } from './report-what-takes-long';
import { signalsPerExecutionMax } from './temporal';

interface Service {
  readonly child: Child;
  stop(): Promise<void>;
}

const prefix = 'recordwell-test-';
const identitySchema = z.object({ pid: z.number(), startedAt: z.string() });
const recordSchema = z.object({ owner: identitySchema, children: z.array(identitySchema) });

let folder: string | undefined;
let running: Service[] = [];
let children: ProcessIdentity[] = [];

/** Writes down at once whom this run has started, for the `sweep` of a later one. */
function writeDown(directory: string): Pick<ChildHooks, 'onStart'> {
  return {
    onStart: identity => {
      children.push(identity);
      const owner = identify(process.pid);
      writeFileSync(join(directory, 'processes.json'), JSON.stringify({ owner, children }));
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
    ...(isGiven('TEST_S3_ENDPOINT') ? [] : ['versitygw' as const]),
  ];
}

/** Ends what runs left behind whose jest was killed, and only that. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const record = join(tmpdir(), name, 'processes.json');
    if (!name.startsWith(prefix) || !existsSync(record)) continue;
    const parsed = recordSchema.safeParse(JSON.parse(await readFile(record, 'utf8').catch(() => 'null')));
    if (!parsed.success || isRunning(parsed.data.owner)) continue;
    await Promise.all(parsed.data.children.map(child => stopProcess(child, 'SIGKILL', 1_000)));
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
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
    report: line => reportWhatTakesLong('versitygw', line),
    ...writeDown(directory),
  });
  process.env['TEST_S3_ENDPOINT'] = store.endpoint;
  process.env['TEST_S3_ACCESS_KEY_ID'] = credentials.accessKeyId;
  process.env['TEST_S3_SECRET_ACCESS_KEY'] = credentials.secretAccessKey;
  return store;
}

/** Starts each service whose address is not given, all at once, and puts the addresses into the environment. */
export async function startTestServices(): Promise<void> {
  await sweep();
  // Before anything is started: what is missing is known then.
  const pathOf = await findPrograms(neededPrograms(), { report: reportWhatTakesLong });
  const directory = await mkdtemp(join(tmpdir(), prefix));
  folder = directory;
  await mkdir(join(directory, 's3'));
  const started = await Promise.allSettled([
    ...(isGiven('TEST_POSTGRES_URL') ? [] : [startPostgresForTests(directory)]),
    ...(isGiven('TEST_TEMPORAL_ADDRESS') ? [] : [startTemporalForTests(directory, pathOf('temporal'))]),
    ...(isGiven('TEST_S3_ENDPOINT') ? [] : [startObjectStoreForTests(directory, pathOf('versitygw'))]),
  ]);
  running = started.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = started.find(result => result.status === 'rejected');
  if (failure !== undefined) {
    await stopTestServices();
    throw failure.reason;
  }
}

/** Stops what `startTestServices` started and removes its folder. */
export async function stopTestServices(): Promise<void> {
  await Promise.all(running.map(service => service.stop()));
  running = [];
  children = [];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
