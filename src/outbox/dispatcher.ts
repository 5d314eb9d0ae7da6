import type { Clock } from '../platform/clock';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { Executor } from '../store/database';
import { markCommandsSent, postponeCommand, takeCommands, type TakenCommand } from '../store/outbox';
import { fanOutEvents } from '../store/webhooks/fan-out';
import type { WorkflowPort } from './workflow-port';

/** How many commands are taken at once, each of a different workflow: the most concurrent sends. */
const takeMax = 50;
/** Longer than any send can take; a command whose sender died is taken again afterward. */
const leaseMs = 15_000;
const backoffFirstMs = 500;
const backoffMaxMs = 30_000;
const eventsAtOnce = 200;

/** The dependencies of a dispatcher. */
export interface DispatcherParts {
  readonly db: Executor;
  readonly workflows: WorkflowPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Where it runs: in the API right after a commit, or in the worker's relay. */
  readonly path: 'commit' | 'relay';
}

/** Sends the contents of the outbox. */
export interface Dispatcher {
  /** Starts sending. However many calls come during a pass, one more pass follows. */
  readonly nudge: () => void;
  /** Like `nudge`; resolves when nothing due is left. */
  readonly drain: () => Promise<void>;
  /** Finishes the current pass; later nudges do nothing. */
  readonly stop: () => Promise<void>;
}

function backoffMs(attempts: number): number {
  return Math.min(backoffMaxMs, backoffFirstMs * 2 ** Math.min(attempts - 1, 10));
}

/** Returns the kind of a fault for the outbox row and the log; never its message, which may quote values. */
function faultName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/**
 * Creates a dispatcher. Fanning events out and taking commands are single statements that any number of
 * processes may run at once: events are fanned out by one process at a time, in order, and of each workflow
 * only the first unsent command can be taken. Nothing is sent inside a transaction.
 */
export function createDispatcher({ db, workflows, clock, log, metrics, path }: DispatcherParts): Dispatcher {
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;

  async function send(command: TakenCommand): Promise<number | undefined> {
    try {
      await workflows.send(command);
      metrics.outboxSent.inc({ kind: 'command', outcome: 'sent', path });
      return command.id;
    } catch (error) {
      metrics.outboxSent.inc({ kind: 'command', outcome: 'failed', path });
      const dueAt = new Date(clock.now().getTime() + backoffMs(command.attempts));
      await postponeCommand(db, command.id, dueAt, faultName(error));
      log.warn('Could not send a command; it will be retried.', {
        workflowId: command.workflowId,
        attempt: command.attempts,
        error,
      });
      return undefined;
    }
  }

  async function pass(): Promise<boolean> {
    const fannedOut = await fanOutEvents(db, eventsAtOnce, clock.now());
    if (fannedOut > 0) metrics.outboxSent.inc({ kind: 'event', outcome: 'sent', path }, fannedOut);
    const commands = await takeCommands(db, clock.now(), { limit: takeMax, leaseMs });
    const sent = (await Promise.all(commands.map(send))).filter(id => id !== undefined);
    if (sent.length > 0) await markCommandsSent(db, sent, clock.now());
    return fannedOut === eventsAtOnce || commands.length > 0;
  }

  const mayGoOn = (): boolean => !isStopped;

  async function run(): Promise<void> {
    while (isWanted && mayGoOn()) {
      isWanted = false;
      try {
        let isMore = true;
        while (isMore && mayGoOn()) isMore = await pass();
      } catch (error) {
        // The database is unavailable or busy: the relay's next sweep continues.
        log.warn('Could not read the outbox; the next sweep will retry.', { error });
      }
    }
    running = undefined;
  }

  function nudge(): void {
    if (isStopped) return;
    isWanted = true;
    running ??= run();
  }

  return {
    nudge,
    drain: async () => {
      nudge();
      while (running !== undefined) await running;
    },
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}
