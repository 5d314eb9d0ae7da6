import { readFileSync } from 'node:fs';

/**
 * What a set of processes holds of memory, pages that several share counted once between them (proportional set size,
 * proc(5)).
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
