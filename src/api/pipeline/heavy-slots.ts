import { Readable } from 'node:stream';
import { Problem } from '../../domain/problem';
import type { RequestContext } from './request-state';
import type { Services } from './services';
import { waitInLine, type Waiting } from './wait-in-line';

/** How long a request waits for a slot at the most. */
const waitMs = 1_000;
/** How many may wait: of one company, and of all. A request that waits holds its body, which is at most 1 MiB. */
const waitingMax = { ofCompany: 20, ofAll: 100 } as const;
const retryAfterSeconds = 2;

/** Shares out what is expensive. */
export interface HeavySlots {
  /**
   * Does the work of an operation once its company has a slot. The slot comes back when the work is over, and of an
   * answer that is sent while it is read when that has closed: however it ends.
   * @throws Problem `rate.tooManyAtOnce` when the company's own requests are in the way, `service.overloaded` when
   *   others' are
   */
  readonly hold: (context: RequestContext, companyUid: string, work: () => Promise<void>) => Promise<void>;
}

/** A request that waits for a slot; it is let in with how it gives that back. */
type WaitingRequest = { readonly companyUid: string } & Waiting<() => void>;

/** Who runs and who waits. */
interface Line {
  readonly hasRoom: (companyUid: string) => boolean;
  /** Takes a slot. @returns gives it back, once */
  readonly take: (companyUid: string) => () => void;
  /** Waits for a slot. @throws what `refuse` makes, when none has come in time */
  readonly wait: (companyUid: string, refuse: () => Problem) => Promise<() => void>;
  readonly isAtOwnBound: (companyUid: string) => boolean;
  readonly waitingOf: (companyUid: string) => number;
  readonly waitingOfAll: () => number;
}

function createLine(max: { readonly ofCompany: number; readonly ofAll: number }): Line {
  const running = new Map<string, number>();
  const waiting: WaitingRequest[] = [];
  let runningOfAll = 0;
  const runningOf = (companyUid: string): number => running.get(companyUid) ?? 0;
  const isAtOwnBound = (companyUid: string): boolean => runningOf(companyUid) >= max.ofCompany;
  const hasRoom = (companyUid: string): boolean => runningOfAll < max.ofAll && !isAtOwnBound(companyUid);

  /** The first in the line of the company that has least running: who comes in hundreds waits for the others. */
  function next(): WaitingRequest | undefined {
    const may = waiting.filter(({ companyUid }) => hasRoom(companyUid));
    const least = Math.min(...may.map(({ companyUid }) => runningOf(companyUid)));
    return may.find(({ companyUid }) => runningOf(companyUid) === least);
  }

  function giveBack(companyUid: string): void {
    runningOfAll -= 1;
    const left = runningOf(companyUid) - 1;
    if (left === 0) running.delete(companyUid);
    else running.set(companyUid, left);
    const first = next();
    if (first === undefined) return;
    waiting.splice(waiting.indexOf(first), 1);
    first.enter(take(first.companyUid));
  }

  function take(companyUid: string): () => void {
    runningOfAll += 1;
    running.set(companyUid, runningOf(companyUid) + 1);
    let isHeld = true;
    return () => {
      if (isHeld) giveBack(companyUid);
      isHeld = false;
    };
  }

  return {
    hasRoom,
    take,
    isAtOwnBound,
    wait: (companyUid, refuse) => waitInLine(waiting, { companyUid }, waitMs, refuse),
    waitingOf: companyUid => waiting.filter(one => one.companyUid === companyUid).length,
    waitingOfAll: () => waiting.length,
  };
}

/**
 * Bounds the expensive requests that run at once in this process, of each company and of all, below the number of the
 * pool's connections: whatever one company asks for, others get theirs, and cheap requests find a connection. One that
 * has to wait holds no place in the load gate.
 */
export function createHeavySlots({ limits, metrics }: Services): HeavySlots {
  const line = createLine({ ofCompany: limits.heavyPerCompanyMax, ofAll: limits.heavyMax });

  function refusal(companyUid: string): Problem {
    const isOwn = line.isAtOwnBound(companyUid);
    metrics.heavyHeldUp.inc({
      outcome: isOwn ? 'refused, company at its bound' : 'refused, process at its bound',
    });
    return isOwn
      ? new Problem('rate.tooManyAtOnce', { retryAfterSeconds })
      : new Problem('service.overloaded', { internal: 'no slot for what is expensive', retryAfterSeconds });
  }

  async function enter(context: RequestContext, companyUid: string): Promise<() => void> {
    if (line.hasRoom(companyUid)) return line.take(companyUid);
    if (line.waitingOf(companyUid) >= waitingMax.ofCompany || line.waitingOfAll() >= waitingMax.ofAll)
      throw refusal(companyUid);
    metrics.heavyHeldUp.inc({ outcome: 'waited' });
    const slot: { release?: () => void } = {};
    try {
      return await context.state.awaitOutside(
        async () => (slot.release = await line.wait(companyUid, () => refusal(companyUid))),
      );
    } catch (error) {
      // It had a slot and found no place in the load gate.
      slot.release?.();
      throw error;
    }
  }

  return {
    hold: async (context, companyUid, work) => {
      const release = await enter(context, companyUid);
      try {
        await work();
      } finally {
        const { body } = context;
        if (body instanceof Readable && !body.closed) body.once('close', release);
        else release();
      }
    },
  };
}
