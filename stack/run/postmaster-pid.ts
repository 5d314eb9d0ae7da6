/** Handles the lock file of a PostgreSQL data directory after its server was killed. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { identify } from './process-identity';
import { errorCode, StackError } from './stack-error';

function commandOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/**
 * Removes `postmaster.pid` if its process has ended. PostgreSQL takes a reused process ID or a zombie for a
 * running server, and refuses to start. It still detects living sessions of the killed server, by their
 * shared memory.
 * @throws StackError if a server is using the directory
 */
export function removeStalePostmasterPid(dataDirectory: string): void {
  const path = join(dataDirectory, 'postmaster.pid');
  let firstLine: string | undefined;
  try {
    firstLine = readFileSync(path, 'utf8').split('\n')[0];
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const pid = Number(firstLine);
  if (identify(pid) !== undefined && commandOf(pid).includes(dataDirectory))
    throw new StackError(
      `A PostgreSQL server (process ${pid}) is already using ${dataDirectory}. Stop it first.`,
    );
  rmSync(path, { force: true });
}
