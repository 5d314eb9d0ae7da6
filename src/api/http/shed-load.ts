import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { Problem } from '../../domain/problem';
import type { Services } from '../services';
import type { Step } from './request-state';

/** How many requests may wait for a place. */
const queueMax = 100;
/** How long a request may wait for a place. */
const queueWaitMs = 250;
/** How often the event loop is looked at, each time over the interval since the last look. */
const sampleMs = 500;
/** Above this share of busy time in two intervals in a row, nothing waits any more. */
const busyShare = 0.98;
const busySamples = 2;

/** A gate that lets a bounded number of requests in at once. */
export interface LoadGate {
  readonly step: Step;
  readonly close: () => void;
}

interface Waiting {
  readonly enter: () => void;
  readonly giveUp: () => void;
}

/**
 * Keeps the process within what it can do: at most `requestsInFlightMax` requests are worked on, as many as 100 more
 * wait up to 250 ms, the rest get 503 with `Retry-After` at once. While the event loop is saturated nobody waits:
 * those who would wait would only time out later. A request that waits for its caller (`awaitOutside`) holds no place:
 * else forty slow senders would stop the process. Health checks have a listener of their own and are never shed.
 */
export function createLoadGate({ limits, metrics }: Services): LoadGate {
  const queue: Waiting[] = [];
  let inFlight = 0;
  let busy = 0;
  let previous: EventLoopUtilization = performance.eventLoopUtilization();
  const sampler = setInterval(() => {
    const current = performance.eventLoopUtilization();
    const share = performance.eventLoopUtilization(current, previous).utilization;
    previous = current;
    busy = share > busyShare ? busy + 1 : 0;
  }, sampleMs);
  sampler.unref();

  function refuse(reason: string): Problem {
    metrics.requestsShed.inc({ reason });
    return new Problem('service.overloaded', { internal: reason, retryAfterSeconds: 1 });
  }

  async function waitForPlace(): Promise<void> {
    if (busy >= busySamples) throw refuse('event loop saturated');
    if (queue.length >= queueMax) throw refuse('queue full');
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        const index = queue.indexOf(waiting);
        if (index >= 0) queue.splice(index, 1);
        waiting.giveUp();
      }, queueWaitMs);
      const waiting: Waiting = {
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
        giveUp: () => reject(refuse('waited too long')),
      };
      queue.push(waiting);
    });
  }

  async function enter(): Promise<void> {
    // A place that falls free is handed to the first in the queue, so `inFlight` stays as it is.
    if (inFlight < limits.requestsInFlightMax) inFlight += 1;
    else await waitForPlace();
  }

  function leave(): void {
    const first = queue.shift();
    if (first === undefined) inFlight -= 1;
    else first.enter();
  }

  return {
    step: async (context, next) => {
      await enter();
      const place = { isHeld: true };
      context.state.awaitOutside = async work => {
        leave();
        place.isHeld = false;
        const result = await work();
        await enter();
        place.isHeld = true;
        return result;
      };
      try {
        await next();
      } finally {
        if (place.isHeld) leave();
      }
    },
    close: () => clearInterval(sampler),
  };
}
