/** Makes sure that a stack is running for the demo. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { detach } from '../run/detach';
import { findSupervisor } from '../run/folder-claim';
import { readJsonFile } from '../run/json-file';
import { StackError } from '../run/stack-error';
import { processesFileSchema, type StateFolder } from '../run/state-folder';
import { print } from '../run/terminal';
import { projectRoot } from './run-tool';

const pollMs = 200;
/** A first start may build programs for minutes. */
const startMaxMs = 15 * 60_000;

/** Whether the demo found a stack or started one. */
export type Origin = 'found' | 'started';

/** Whether the stack that runs in the folder is ready. */
function isReady(folder: StateFolder): boolean {
  const running = findSupervisor(folder);
  const processes = readJsonFile(folder.processesFile, processesFileSchema);
  return (
    running !== undefined && processes?.readyAt !== undefined && processes.supervisor.pid === running.pid
  );
}

/** Waits for a stack that another command starts. @throws StackError if it ends or isn't ready in time */
async function waitForStart(folder: StateFolder): Promise<void> {
  const deadline = performance.now() + startMaxMs;
  while (!isReady(folder)) {
    if (findSupervisor(folder) === undefined)
      throw new StackError(
        `The stack that was starting in ${folder.path} ended before it was ready. Its logs are in ` +
          `${folder.logs}. To start one for the demo, run \`npm run demo\` again.`,
      );
    if (performance.now() > deadline)
      throw new StackError(
        `The stack in ${folder.path} wasn't ready within 15 minutes. Its logs are in ${folder.logs}.`,
      );
    await delay(pollMs);
  }
}

/**
 * Makes sure that a stack is ready in the folder, and reports what it found. A stack that it starts keeps
 * running.
 * @param interrupted rejects when the demo is stopped; a stack that it is starting then stops too
 * @throws StackError if the stack doesn't start, or what `interrupted` rejects with
 */
export async function ensureStack(
  folder: StateFolder,
  hasAutoPorts: boolean,
  interrupted: Promise<never>,
): Promise<Origin> {
  if (isReady(folder)) {
    print(`Using the stack in ${folder.path}.`);
    return 'found';
  }
  const starting = findSupervisor(folder);
  if (starting !== undefined) {
    print(`A stack is starting in ${folder.path} (process ${starting.pid}). Waiting until it's ready.`);
    await Promise.race([interrupted, waitForStart(folder)]);
    return 'found';
  }
  print(`No stack is running in ${folder.path}. Starting one, which keeps running after the demo.`);
  const ports = hasAutoPorts ? ['--ports', 'auto'] : [];
  const entry = join(projectRoot, 'stack/run/main.ts');
  const code = await detach(folder, [entry, 'start', '--state', folder.path, ...ports]);
  if (code === 0) return 'started';
  // Ctrl-C has stopped the start too.
  await Promise.race([interrupted, Promise.resolve()]);
  // Another command has claimed the folder in the meantime.
  if (findSupervisor(folder) !== undefined) {
    await Promise.race([interrupted, waitForStart(folder)]);
    return 'found';
  }
  const advice = hasAutoPorts ? '' : ' If a port is taken, run `npm run demo -- --ports auto`.';
  throw new StackError(
    `The stack didn't start. The reason is above, and logs are in ${folder.logs}.${advice}`,
  );
}
