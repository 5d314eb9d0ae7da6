import { execFileSync } from 'node:child_process';

function childrenThatRun(script: string): number[] {
  return execFileSync('ps', ['-ww', '--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes(script))
    .map(line => Number(line.trim().split(' ')[0]));
}

/**
 * Tells which processes that run a script this one has started from now on, and that have not ended. What a
 * suite before it in the same process has left ends by itself.
 */
export function startedProcesses(script: string): () => number[] {
  const before = new Set(childrenThatRun(script));
  return () => childrenThatRun(script).filter(pid => !before.has(pid));
}
