import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { Executor } from '../store/database';
import { listenTo } from '../store/listen';
import { measureOutbox, outboxChannel } from '../store/outbox';
import { createDispatcher, type Dispatcher, type DispatcherParts } from './dispatcher';

/** How long the relay leaves a new commit to the process that made it. */
const graceMs = 60;
/** The fallback poll, for rows whose first try and whose NOTIFY were both missed. */
const pollMs = 2_000;
const measureMs = 5_000;

/** A running relay. */
export interface Relay extends Dispatcher {
  readonly stop: () => Promise<void>;
}

async function measure(db: Executor, metrics: Metrics, log: Log): Promise<void> {
  try {
    for (const { kind, waiting, lag } of await measureOutbox(db)) {
      metrics.outboxWaiting.set({ kind }, waiting);
      metrics.outboxLagSeconds.set({ kind }, lag);
    }
  } catch (error) {
    log.debug('Could not measure the outbox.', { error });
  }
}

/**
 * Runs the relay of a worker, which sends what the try right after a commit didn't. It reacts to each NOTIFY,
 * and polls slowly in case one is lost.
 * @param pollEveryMs the time between polls in milliseconds
 */
export function startRelay(
  parts: Omit<DispatcherParts, 'path'>,
  databaseUrl: string,
  pollEveryMs = pollMs,
): Relay {
  const dispatcher = createDispatcher({ ...parts, path: 'relay' });
  let grace: NodeJS.Timeout | undefined;
  const listener = listenTo(databaseUrl, outboxChannel, parts.log, () => {
    grace ??= setTimeout(() => {
      grace = undefined;
      dispatcher.nudge();
    }, graceMs);
  });
  const poll = setInterval(() => void dispatcher.drain().catch(() => undefined), pollEveryMs);
  const meter = setInterval(() => void measure(parts.db, parts.metrics, parts.log), measureMs);
  return {
    ...dispatcher,
    stop: async () => {
      clearTimeout(grace);
      clearInterval(poll);
      clearInterval(meter);
      await listener.stop();
      await dispatcher.stop();
    },
  };
}
