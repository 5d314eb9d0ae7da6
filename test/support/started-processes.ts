import { execFileSync } from 'node:child_process';

function childrenThatRun(script: string): number[] {
  return execFileSync('ps', ['-ww', '--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes(script))
    .map(line => Number(line.trim().split(' ')[0]));
}

/**
 * Returns which running processes with a script this process has started from now on. What an earlier suite
 * in the same process left ends separately.
 */
export function startedProcesses(script: string): () => number[] {
  const before = new Set(childrenThatRun(script));
  return () => childrenThatRun(script).filter(pid => !before.has(pid));
}
