/** The lock file of a PostgreSQL data directory after its server was killed. */
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
 * Removes `postmaster.pid` when its process is gone: PostgreSQL itself takes a number that was reused, or a
 * zombie that nobody has reaped yet, for a running server and refuses to start. Sessions of the killed server
 * that still live are found by PostgreSQL all the same, by their shared memory.
 * @throws StackError when a server does run on the directory
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
      `A PostgreSQL server (process ${pid}) runs on ${dataDirectory} already: stop it first.`,
    );
  rmSync(path, { force: true });
}
