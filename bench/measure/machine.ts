/** Reads the machine's load, and processes' processor time and memory. */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/** Above this load average, a measurement on two cores mostly shows other processes' work. */
export const loadAverageMax = 2.5;

/** Returns the load average of the last minute. */
export function loadAverage(): number {
  return loadavg()[0] ?? 0;
}

/**
 * Checks whether a run may start at this load.
 * @returns the reason if it may not
 */
export function refuseToStart(load: number, isForced: boolean): string | undefined {
  if (load <= loadAverageMax || isForced) return undefined;
  return (
    `The load average is ${load.toFixed(2)}, above ${loadAverageMax}: wait, or add --force and trust ` +
    'ratios only.'
  );
}

/** Linux counts in hundredths of a second (USER_HZ, proc(5)). */
const ticksPerSecond = 100;

/**
 * Returns the processor time that a process has used so far, including the kernel's. On a busy machine, it
 * still shows what a request costs when throughput doesn't.
 * @returns milliseconds
 */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Fields 14 and 15, counted after the name in parentheses, which may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000;
}

/**
 * Returns the memory of a set of processes; shared pages count once (proportional set size, proc(5)).
 * @returns MiB
 */
export function memoryOf(pids: readonly number[]): number {
  const kibibytes = pids.map(pid => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0);
  });
  return kibibytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** Returns a process's peak memory in MiB; 0 if it has ended. */
export function peakMemoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Returns these processes and all their descendants. */
export function withDescendants(pids: readonly number[], parents: ReadonlyMap<number, number>): number[] {
  const found = new Set(pids);
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}
