/** Stops the processes of a stack in order, whether this process started them or one that was killed. */
import { isRunning, signalProcess, stopProcess, type ProcessIdentity } from './process-identity';

/** A process of a stack by the name of its part. */
export interface NamedProcess {
  readonly name: string;
  readonly identity: ProcessIdentity;
}

/** How each service is asked to stop; our own processes finish what is in flight within 10 s. */
const manners: Readonly<Record<string, { stage: number; signal: NodeJS.Signals; graceMs: number }>> = {
  temporal: { stage: 1, signal: 'SIGTERM', graceMs: 10_000 },
  // Its volumes are closed at once; then it waits for streams of its own that never end.
  seaweedfs: { stage: 1, signal: 'SIGTERM', graceMs: 1_500 },
  // SIGINT is PostgreSQL's fast shutdown: sessions are ended, everything is written.
  postgres: { stage: 2, signal: 'SIGINT', graceMs: 20_000 },
};
const ours = { stage: 0, signal: 'SIGTERM', graceMs: 10_000 } as const;
const stages = [0, 1, 2] as const;

/**
 * Ends the processes: first those that use the services, then Temporal and S3, then PostgreSQL. Each is
 * verified by its start time first, so none that merely has the same number is touched.
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

/** Ends them without waiting for what is in flight; PostgreSQL by SIGQUIT, its next start recovers. */
export function hurryProcesses(processes: readonly NamedProcess[]): void {
  for (const { name, identity } of processes) {
    if (isRunning(identity)) signalProcess(identity, name === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
  }
}
