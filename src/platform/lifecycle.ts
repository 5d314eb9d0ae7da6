import type { Log } from './log';

/** A part to stop; stages stop in order. */
interface StopStep {
  readonly name: string;
  readonly stop: () => Promise<void>;
}

/** Starts and stops a process in order. */
export interface Lifecycle {
  /** False once the process must stop; then `/readyz` answers 503. */
  readonly isReady: () => boolean;
  /** Marks everything as started. */
  readonly ready: () => void;
  /** Registers a part; parts stop in reverse order of registration. */
  readonly onStop: (name: string, stop: () => Promise<void>) => void;
  /** Stops everything once; resolves when all parts have stopped or the deadline has passed. */
  readonly stop: (reason: string) => Promise<void>;
}

/**
 * Creates the lifecycle of a process. A part that fails to stop or hangs doesn't keep the others from
 * stopping: after `graceMs` the rest is abandoned and named in the log.
 */
export function createLifecycle(log: Log, options: { readonly graceMs: number }): Lifecycle {
  const steps: StopStep[] = [];
  let isReady = false;
  let stopping: Promise<void> | undefined;

  async function stopAll(reason: string): Promise<void> {
    log.info('Stopping.', { reason });
    for (const step of steps.toReversed()) {
      try {
        await step.stop();
        log.debug('Stopped a part.', { step: step.name });
      } catch (error) {
        log.error('A part did not stop cleanly.', { step: step.name, error });
      }
    }
  }

  return {
    isReady: () => isReady,
    ready: () => {
      isReady = stopping === undefined;
    },
    onStop: (name, stop) => {
      steps.push({ name, stop });
    },
    stop: reason => {
      isReady = false;
      stopping ??= new Promise(resolve => {
        const deadline = setTimeout(() => {
          log.error('The grace period is over; the remaining parts are abandoned.', {
            durationMs: options.graceMs,
          });
          resolve();
        }, options.graceMs);
        void stopAll(reason).finally(() => {
          clearTimeout(deadline);
          resolve();
        });
      });
      return stopping;
    },
  };
}

/**
 * Stops the process on SIGTERM and SIGINT, and on an uncaught error (a bug: the process must not continue in
 * an unknown state). Exits with 0 after a signal, 1 after a fault.
 */
export function stopOnSignals(lifecycle: Lifecycle, log: Log): void {
  const exitAfterStop = (reason: string, code: number): void => {
    void lifecycle.stop(reason).finally(() => process.exit(code));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => exitAfterStop(signal, 0));
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.once(fault, (error: unknown) => {
      log.error('Uncaught error; the process stops.', { reason: fault, error });
      exitAfterStop(fault, 1);
    });
  }
}
