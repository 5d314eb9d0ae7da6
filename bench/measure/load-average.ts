import { loadavg } from 'node:os';

/** Above this many runnable processes in the last minute, what is measured on two cores is somebody else's work. */
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
  return `The load average is ${load.toFixed(2)}, above ${loadAverageMax}: wait, or add --force and trust ratios only.`;
}
