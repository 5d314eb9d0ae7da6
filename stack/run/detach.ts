/**
 * Runs a stack in the background: starts its supervisor detached from the terminal, and waits until it's
 * ready.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { assertUnclaimed } from './folder-claim';
import { readJsonFile } from './json-file';
import { openStateFolder, processesFileSchema, type StateFolder } from './state-folder';

const pollMs = 50;

/** Copies what's appended to a file to standard output, starting at the last position. */
function follow(path: string): { copy(): void; close(): void } {
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(64 * 1024);
  return {
    copy: () => {
      for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer))
        process.stdout.write(Uint8Array.prototype.slice.call(buffer, 0, length));
    },
    close: () => closeSync(file),
  };
}

/**
 * Starts the same command without `--detach` in a new session, and shows its output until it's ready.
 * @returns the exit code: 0 if everything is ready, otherwise the supervisor's
 */
export async function detach(folder: StateFolder, args: readonly string[]): Promise<number> {
  // Before the log is emptied, because it could belong to a running stack.
  assertUnclaimed(folder);
  openStateFolder(folder);
  const path = join(folder.logs, 'supervisor.log');
  const log = openSync(path, 'w', 0o600);
  const output = follow(path);
  const supervisor = spawn(process.execPath, [...process.execArgv, ...args], {
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  // Until it's ready, Ctrl-C stops it.
  const pass = (signal: NodeJS.Signals): void => void supervisor.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass);
  const isReady = (): boolean => {
    const processes = readJsonFile(folder.processesFile, processesFileSchema);
    return processes?.readyAt !== undefined && processes.supervisor.pid === supervisor.pid;
  };
  try {
    while (supervisor.exitCode === null && supervisor.signalCode === null && !isReady()) {
      await delay(pollMs);
      output.copy();
    }
    return supervisor.exitCode ?? (supervisor.signalCode === null ? 0 : 1);
  } finally {
    // The summary follows the message that everything is ready.
    await delay(pollMs);
    output.copy();
    output.close();
    supervisor.unref();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, pass);
  }
}
