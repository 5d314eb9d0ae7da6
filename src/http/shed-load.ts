import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { Problem } from '../domain/problem';
import { waitInLine, type Waiting } from '../platform/wait-in-line';
import type { HttpParts } from './parts';
import type { Step } from './request-state';

/**
 * How many requests may wait for admission; as many again may wait to be readmitted after waiting for their
 * caller.
 */
const queueMax = 100;
/**
 * A request waits only if its turn should come within this time, judged by how fast places have become free.
 */
const turnWithinMs = 100;
/** The longest that a waiting request waits. */
const queueWaitMs = 250;
/** The weight of the latest interval in the moving average. */
const latestShare = 0.05;
/** How often the event loop is sampled, each time for the interval since the last sample. */
const sampleMs = 500;
/** Above this busy share in two consecutive intervals, requests no longer wait. */
const busyShare = 0.98;
const busySamples = 2;

/** A gate that admits a limited number of concurrent requests. */
export interface LoadGate {
  readonly step: Step;
  readonly close: () => void;
}

type Reason = 'queue full' | 'turn too far' | 'waited too long' | 'event loop saturated';

// Created once: recording an error's stack takes longer than the rest of a refusal.
const refusals: Readonly<Record<Reason, Problem>> = {
  'queue full': refusalOf('queue full'),
  'turn too far': refusalOf('turn too far'),
  'waited too long': refusalOf('waited too long'),
  'event loop saturated': refusalOf('event loop saturated'),
};

function refusalOf(internal: Reason): Problem {
  return new Problem('service.overloaded', { internal, retryAfterSeconds: 1 });
}

/** Samples the event loop at intervals. */
interface LoopSampler {
  /** Whether it was busy nearly all of the time in the latest intervals. */
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

/** Measures how fast places become free while all are taken. */
interface Turns {
  /** Starts measuring because all places are taken. */
  readonly begin: () => void;
  /** Records that a place became free while all were taken. */
  readonly note: () => void;
  /** The average time between two places becoming free, in milliseconds; 0 until known. */
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
 * Keeps the process within its capacity: at most `requestsInFlightMax` requests are processed, up to 100 more
 * wait while their turn is near, and the rest get 503 with `Retry-After` right away: a refusal after a wait
 * wastes the caller's time and the place in the queue. While the event loop is saturated nobody waits. A
 * request that waits for its caller (`awaitOutside`) holds no place: otherwise forty slow senders would stop
 * the process. Health checks have their own listener and are never shed.
 * @param nowMs a monotonic clock
 */
export function createLoadGate({ limits, metrics }: HttpParts, nowMs = () => performance.now()): LoadGate {
  const arriving: Array<Waiting<void>> = [];
  /** Requests that were admitted before go first: refusing them would waste the work already done. */
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
    // A free place goes to the first in the queue, so `inFlight` doesn't change.
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
