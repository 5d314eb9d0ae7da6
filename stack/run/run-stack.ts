/** Runs one stack: claims the folder, starts everything, waits, and stops everything. */
import { constants } from 'node:os';
import { bringUp, hasCodecEntry, neededPorts, neededPrograms, type RunningStack } from './bring-up';
import { demoEmbedsUrl, startDemoEmbeds, type DemoEmbeds } from './demo-embeds/server';
import { claimStateFolder } from './folder-claim';
import { readExternals, type Environment } from './externals';
import { readJsonFile, writeJsonFile } from './json-file';
import { apiUrl } from './process-environment';
import { identify } from './process-identity';
import { findPrograms } from './programs';
import { loadSecrets } from './secrets';
import { explain, StackError } from './stack-error';
import { choosePorts, type StackPorts } from './stack-ports';
import {
  openStateFolder,
  processesFileSchema,
  type ProcessesFile,
  type StackFile,
  type StateFolder,
} from './state-folder';
import { stopProcesses } from './stop-processes';
import { tellSignInLinks } from './sign-in-links';
import { printSummary } from './summary';
import { createSupervisor } from './supervisor';
import { complain, print, say } from './terminal';

/** npm forwards a Ctrl-C that the terminal has already sent. Signals within this time count as one. */
const sameSignalMs = 500;

/** The settings of a stack. */
export interface StackOptions {
  readonly folder: StateFolder;
  /** Whether to use free ports instead of the default ones. */
  readonly hasAutoPorts: boolean;
  /** How often a part may end within a minute; by default the supervisor's own limit. */
  readonly restartsMax?: number;
  readonly entryFolders: readonly string[];
  readonly environment: Environment;
}

/** Stops what a killed supervisor has left running in this folder. */
async function stopLeftovers(folder: StateFolder): Promise<void> {
  const left = readJsonFile(folder.processesFile, processesFileSchema);
  if (left === undefined || left.children.length === 0) return;
  print("The last stack here wasn't stopped properly. Stopping what's left of it.");
  await stopProcesses(left.children);
}

function stackFile(
  running: RunningStack,
  ports: StackPorts,
  has: { readonly ownTemporal: boolean; readonly codec: boolean },
): StackFile {
  const { addresses, demo } = running;
  return {
    api: apiUrl(ports),
    docs: `${apiUrl(ports)}/docs`,
    temporalUi: has.ownTemporal ? `http://127.0.0.1:${ports.temporalUi}` : '',
    temporalAddress: addresses.temporalAddress,
    demoEmbeds: demoEmbedsUrl(ports.demoEmbeds),
    codec: has.codec ? `http://127.0.0.1:${ports.codec}` : '',
    s3: addresses.objectStore.endpoint,
    databaseUrl: addresses.database.app,
    companyId: demo.companyId,
    sandboxProjectId: demo.sandboxProjectId,
    liveProjectId: demo.liveProjectId,
    sandboxKey: demo.sandboxKey,
    productionKey: demo.productionKey,
  };
}

function isSignal(end: unknown): end is NodeJS.Signals {
  return typeof end === 'string' && end in constants.signals;
}

/** Why a stack ends: a signal, or something that it can't continue without. */
type End = NodeJS.Signals | StackError;

/** Settles at the first signal or failure. Later signals, unless they are its echo, call `hurry`. */
function waitForEnd(hurry: () => void): { ended: Promise<End>; fail: (error: StackError) => void } {
  let resolve: (end: End) => void = () => {};
  const ended = new Promise<End>(settle => (resolve = settle));
  let firstAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const now = performance.now();
      if (firstAt === undefined) {
        firstAt = now;
        resolve(signal);
      } else if (now - firstAt > sameSignalMs) hurry();
    });
  }
  return { ended, fail: error => resolve(error) };
}

/**
 * Runs a stack until a signal stops it (SIGINT, SIGTERM, SIGHUP) or it can't continue.
 * @returns the exit code: 0 if a signal stopped a stack that was ready, 128 and the signal's number (Ctrl-C:
 *   130) if it wasn't ready yet, and 1 if the stack couldn't start or continue
 * @throws StackError if the start isn't possible: a folder that isn't ours, a stack that runs, a taken port
 */
export async function runStack(options: StackOptions): Promise<number> {
  const { folder, environment } = options;
  const startedAt = performance.now();
  const self = identify(process.pid);
  if (self === undefined) throw new StackError("Couldn't identify this process.");
  const externals = readExternals(environment);
  openStateFolder(folder);
  claimStateFolder(folder, self);
  await stopLeftovers(folder);

  let processes: ProcessesFile = { supervisor: self, children: [] };
  const record = (change: Partial<ProcessesFile>): void => {
    processes = { ...processes, ...change };
    writeJsonFile(folder.processesFile, processes);
  };
  record({});
  const hasCodec = hasCodecEntry(options.entryFolders);
  const ports = await choosePorts(folder, options.hasAutoPorts, neededPorts(externals, hasCodec));
  const secrets = loadSecrets(folder);
  const links = tellSignInLinks(folder.mail, line => say('console', line));
  const wait = waitForEnd(() => supervisor.hurry());
  const supervisor = createSupervisor({
    logs: folder.logs,
    record: children => record({ children: [...children] }),
    say,
    onFailure: wait.fail,
    ...(options.restartsMax === undefined ? {} : { restartsMax: options.restartsMax }),
  });

  const stopped = new AbortController();
  const programs = findPrograms(neededPrograms(externals), {
    report: (program, line) => (stopped.signal.aborted ? undefined : say(program, line)),
    hooks: name => supervisor.hooks(name),
    signal: stopped.signal,
  });
  const progress = { isReady: false };
  const start = async (): Promise<DemoEmbeds> => {
    const { entryFolders } = options;
    const running = await bringUp({
      folder,
      entryFolders,
      environment,
      externals,
      hasCodec,
      ports,
      secrets,
      supervisor,
      programs,
    });
    const file = stackFile(running, ports, {
      ownTemporal: externals.temporalAddress === undefined,
      codec: hasCodec,
    });
    const demoEmbeds = await startDemoEmbeds(ports.demoEmbeds, {
      api: file.api,
      key: file.sandboxKey,
      companyId: file.companyId,
      projectId: file.sandboxProjectId,
    });
    writeJsonFile(folder.stackFile, file);
    record({ readyAt: new Date().toISOString() });
    progress.isReady = true;
    printSummary(folder, file, performance.now() - startedAt);
    return demoEmbeds;
  };
  const up = start();
  // Whichever comes first: a signal, a failure, or a failed start.
  const end = await Promise.race([wait.ended, up.then(() => wait.ended)]).catch((error: unknown) => error);
  const signal = isSignal(end) ? end : undefined;
  const wasReady = progress.isReady;
  if (signal === undefined) complain(explain(end));
  print(wasReady ? 'Stopping.' : "Stopping. The stack wasn't ready yet.");
  stopped.abort(new StackError('The start was stopped.'));
  await supervisor.stop();
  links.stop();
  const demoEmbeds = await up.catch(() => undefined);
  demoEmbeds?.stop();
  // Interrupted downloads remove their partial files.
  await programs.catch(() => undefined);
  print('Stopped.');
  if (signal === undefined) return 1;
  return wasReady ? 0 : 128 + constants.signals[signal];
}
