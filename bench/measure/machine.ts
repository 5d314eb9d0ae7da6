/** What the machine tells of itself and of processes: load, processor time, memory. */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/**
 * Above this many runnable processes in the last minute, what is measured on two cores is somebody else's
 * work.
 */
export const loadAverageMax = 2.5;

/** The load average of the last minute. */
export function loadAverage(): number {
  return loadavg()[0] ?? 0;
}

/**
 * Whether a run may begin at this load.
 * @returns the reason why not
 */
export function refuseToStart(load: number, isForced: boolean): string | undefined {
  if (load <= loadAverageMax || isForced) return undefined;
  return (
    `The load average is ${load.toFixed(2)}, above ${loadAverageMax}: wait, or add --force and trust ` +
    'ratios only.'
  );
}

/** The kernel counts in hundredths of a second on every Linux there is (USER_HZ, proc(5)). */
const ticksPerSecond = 100;

/**
 * The processor time a process has used so far, its own and the kernel's for it. On a busy machine it tells
 * what throughput no longer does: what a request costs.
 * @returns milliseconds
 */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Fields 14 and 15, counted after the name in parentheses, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000;
}

/**
 * What a set of processes holds of memory, pages that several share counted once between them (proportional
 * set size, proc(5)).
 * @returns MiB
 */
export function memoryOf(pids: readonly number[]): number {
  const kibibytes = pids.map(pid => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0);
  });
  return kibibytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** These processes and all that they have started. */
export function withDescendants(pids: readonly number[], parents: ReadonlyMap<number, number>): number[] {
  const found = new Set(pids);
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}
