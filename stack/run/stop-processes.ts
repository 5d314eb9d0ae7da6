/** Stops the processes of a stack in order, even if a process that was killed had started them. */
import { isRunning, signalProcess, stopProcess, type ProcessIdentity } from './process-identity';

/** A process of a stack and the name of its part. */
export interface NamedProcess {
  readonly name: string;
  readonly identity: ProcessIdentity;
}

/** How each service is stopped. Our own processes finish work in progress within 10 s. */
const manners: Readonly<Record<string, { stage: number; signal: NodeJS.Signals; graceMs: number }>> = {
  temporal: { stage: 1, signal: 'SIGTERM', graceMs: 10_000 },
  // Its volumes close immediately; then it waits for its own streams, which never end.
  seaweedfs: { stage: 1, signal: 'SIGTERM', graceMs: 1_500 },
  // SIGINT is PostgreSQL's fast shutdown: it ends sessions and writes everything.
  postgres: { stage: 2, signal: 'SIGINT', graceMs: 20_000 },
};
const ours = { stage: 0, signal: 'SIGTERM', graceMs: 10_000 } as const;
const stages = [0, 1, 2] as const;

/**
 * Stops the processes: first those that use the services, then Temporal and S3, then PostgreSQL. Start times
 * are verified first, so a process that merely has the same ID isn't stopped.
 */
export async function stopProcesses(processes: readonly NamedProcess[]): Promise<void> {
  for (const stage of stages) {
    await Promise.all(
      processes.map(async ({ name, identity }) => {
        const manner = manners[name] ?? ours;
        if (manner.stage === stage) await stopProcess(identity, manner.signal, manner.graceMs);
      }),
    );
  }
}

/**
 * Kills them without waiting for work in progress. PostgreSQL gets SIGQUIT, and recovers at its next start.
 */
export function hurryProcesses(processes: readonly NamedProcess[]): void {
  for (const { name, identity } of processes) {
    if (isRunning(identity)) signalProcess(identity, name === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
  }
}
