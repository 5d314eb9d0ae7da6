import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { Problem } from '../../domain/problem';
import type { Services } from './services';
import type { Step } from './request-state';

/** How many requests may wait for a place; and how many that had one and come back from waiting for their caller. */
const queueMax = 100;
/** A request waits only where its turn should come within this, by how fast places fell free lately. */
const turnWithinMs = 100;
/** How long a request that waits after all waits at the most. */
const queueWaitMs = 250;
/** How much the latest place that fell free says of how fast places fall free. */
const latestShare = 0.05;
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

type Reason = 'queue full' | 'turn too far' | 'waited too long' | 'event loop saturated';

// Made once: an error notes the stack it is made on, which takes longer than all else about a refusal.
const refusals: Readonly<Record<Reason, Problem>> = {
  'queue full': refusalOf('queue full'),
  'turn too far': refusalOf('turn too far'),
  'waited too long': refusalOf('waited too long'),
  'event loop saturated': refusalOf('event loop saturated'),
};

function refusalOf(internal: Reason): Problem {
  return new Problem('service.overloaded', { internal, retryAfterSeconds: 1 });
}

interface Waiting {
  readonly enter: () => void;
  readonly giveUp: () => void;
}

/**
 * Keeps the process within what it can do: at most `requestsInFlightMax` requests are worked on, as many as 100 more
 * wait while their turn is near, the rest get 503 with `Retry-After` at once: a caller who is refused after a wait has
 * waited for nothing, and has taken the place in the queue of one who would not have. While the event loop is saturated
 * nobody waits. A request that waits for its caller (`awaitOutside`) holds no place: else forty slow senders would stop
 * the process. Health checks have a listener of their own and are never shed.
 * @param nowMs a clock that never goes back
 */
export function createLoadGate({ limits, metrics }: Services, nowMs = () => performance.now()): LoadGate {
  const arriving: Waiting[] = [];
  /** Had a place before: they come first, since to refuse them is to throw away what was done for them. */
  const returning: Waiting[] = [];
  let inFlight = 0;
  let busy = 0;
  /** Between two places that fall free while all are taken, smoothed; 0 until it is known. */
  let turnMs = 0;
  let turns = 0;
  let lastTurnAt = 0;
  let previous: EventLoopUtilization = performance.eventLoopUtilization();
  const sampler = setInterval(() => {
    const current = performance.eventLoopUtilization();
    const share = performance.eventLoopUtilization(current, previous).utilization;
    previous = current;
    busy = share > busyShare ? busy + 1 : 0;
  }, sampleMs);
  sampler.unref();

  function refuse(reason: Reason): Problem {
    metrics.requestsShed.inc({ reason });
    return refusals[reason];
  }

  function assertTurnIsNear(): void {
    if (busy >= busySamples) throw refuse('event loop saturated');
    if ((arriving.length + returning.length) * turnMs > turnWithinMs) throw refuse('turn too far');
  }

  async function waitForPlace(queue: Waiting[]): Promise<void> {
    if (queue.length >= queueMax) throw refuse('queue full');
    if (queue === arriving) assertTurnIsNear();
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

  async function enter(queue: Waiting[]): Promise<void> {
    // A place that falls free is handed to the first in the queue, so `inFlight` stays as it is.
    if (inFlight >= limits.requestsInFlightMax) {
      await waitForPlace(queue);
      return;
    }
    inFlight += 1;
    if (inFlight === limits.requestsInFlightMax) lastTurnAt = nowMs();
  }

  function noteTurn(): void {
    const now = nowMs();
    turns += 1;
    turnMs += (now - lastTurnAt - turnMs) * Math.max(latestShare, 1 / turns);
    lastTurnAt = now;
  }

  function leave(): void {
    if (inFlight === limits.requestsInFlightMax) noteTurn();
    const first = returning.shift() ?? arriving.shift();
    if (first === undefined) inFlight -= 1;
    else first.enter();
  }

  return {
    step: async (context, next) => {
      await enter(arriving);
      const place = { isHeld: true };
      context.state.awaitOutside = async work => {
        leave();
        place.isHeld = false;
        const result = await work();
        await enter(returning);
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
