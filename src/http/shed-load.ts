import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { Problem } from '../domain/problem';
import { waitInLine, type Waiting } from '../platform/wait-in-line';
import type { HttpParts } from './parts';
import type { Step } from './request-state';

/**
 * How many requests may wait for a place; the same number again may wait to get one back after waiting for
 * their caller.
 */
const queueMax = 100;
/**
 * A request waits only if its turn should come within this time, judged by how fast places fell free lately.
 */
const turnWithinMs = 100;
/** How long a request that waits after all waits at the most. */
const queueWaitMs = 250;
/** The weight of the latest interval in the smoothed one. */
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

// Made once: to record its stack, an error takes longer than the rest of a refusal.
const refusals: Readonly<Record<Reason, Problem>> = {
  'queue full': refusalOf('queue full'),
  'turn too far': refusalOf('turn too far'),
  'waited too long': refusalOf('waited too long'),
  'event loop saturated': refusalOf('event loop saturated'),
};

function refusalOf(internal: Reason): Problem {
  return new Problem('service.overloaded', { internal, retryAfterSeconds: 1 });
}

/** Looks at the event loop at intervals. */
interface LoopSampler {
  /** Whether it was busy nearly all the time in the latest intervals. */
  readonly isSaturated: () => boolean;
  readonly close: () => void;
}

function sampleEventLoop(): LoopSampler {
  let busy = 0;
  let previous: EventLoopUtilization = performance.eventLoopUtilization();
  const sampler = setInterval(() => {
    const current = performance.eventLoopUtilization();
    const share = performance.eventLoopUtilization(current, previous).utilization;
    previous = current;
    busy = share > busyShare ? busy + 1 : 0;
  }, sampleMs);
  sampler.unref();
  return { isSaturated: () => busy >= busySamples, close: () => clearInterval(sampler) };
}

/** Measures how fast places fall free while all of them are taken. */
interface Turns {
  /** All places are taken from now on. */
  readonly begin: () => void;
  /** A place fell free while all were taken. */
  readonly note: () => void;
  /** Between two places that fall free, smoothed, in milliseconds; 0 until it is known. */
  readonly meanMs: () => number;
}

function measureTurns(nowMs: () => number): Turns {
  let meanMs = 0;
  let count = 0;
  let lastAt = 0;
  return {
    begin: () => {
      lastAt = nowMs();
    },
    note: () => {
      const now = nowMs();
      count += 1;
      meanMs += (now - lastAt - meanMs) * Math.max(latestShare, 1 / count);
      lastAt = now;
    },
    meanMs: () => meanMs,
  };
}

/**
 * Keeps the process within what it can do: at most `requestsInFlightMax` requests are worked on, as many as
 * 100 more wait while their turn is near, the rest get 503 with `Retry-After` at once: a caller who is
 * refused after a wait has waited for nothing, and has taken the place in the queue of one who would not
 * have. While the event loop is saturated nobody waits. A request that waits for its caller (`awaitOutside`)
 * holds no place: else forty slow senders would stop the process. Health checks have a listener of their own
 * and are never shed.
 * @param nowMs a clock that never goes back
 */
export function createLoadGate({ limits, metrics }: HttpParts, nowMs = () => performance.now()): LoadGate {
  const arriving: Array<Waiting<void>> = [];
  /**
   * Requests that had a place before come first: refusing them would waste the work that was done for them.
   */
  const returning: Array<Waiting<void>> = [];
  const turns = measureTurns(nowMs);
  const eventLoop = sampleEventLoop();
  let inFlight = 0;

  function refuse(reason: Reason): Problem {
    metrics.requestsShed.inc({ reason });
    return refusals[reason];
  }

  function assertTurnIsNear(): void {
    if (eventLoop.isSaturated()) throw refuse('event loop saturated');
    if ((arriving.length + returning.length) * turns.meanMs() > turnWithinMs) throw refuse('turn too far');
  }

  async function enter(queue: Array<Waiting<void>>): Promise<void> {
    if (inFlight < limits.requestsInFlightMax) {
      inFlight += 1;
      if (inFlight === limits.requestsInFlightMax) turns.begin();
      return;
    }
    if (queue.length >= queueMax) throw refuse('queue full');
    if (queue === arriving) assertTurnIsNear();
    // A place that falls free is handed to the first in the queue, so `inFlight` stays as it is.
    await waitInLine(queue, {}, { waitMs: queueWaitMs, refuse: () => refuse('waited too long') });
  }

  function leave(): void {
    if (inFlight === limits.requestsInFlightMax) turns.note();
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
    close: eventLoop.close,
  };
}
