import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second on every Linux there is (USER_HZ, proc(5)). */
const ticksPerSecond = 100;

/**
 * The processor time a process has used so far, its own and the kernel's for it. On a busy machine it tells what
 * throughput no longer does: what a request costs.
 * @returns milliseconds
 */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Fields 14 and 15, counted after the name in parentheses, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000;
}
