import { Readable } from 'node:stream';
import { Problem } from '../domain/problem';
import { createFairSlots } from '../platform/fair-slots';
import type { RequestContext } from './request-state';
import type { HttpParts } from './parts';

/** How long a request waits for a slot at the most. */
const waitMs = 1_000;
/**
 * How many may wait: of one company, and of all. A request that waits holds its body, which is at most 1 MiB.
 */
const waitingMax = { ofCompany: 20, ofAll: 100 } as const;
const retryAfterSeconds = 2;

/** Shares out what is expensive. */
export interface HeavySlots {
  /**
   * Does the work of an operation once its company has a slot. The slot comes back when the work is over, and
   * of an answer that is sent while it is read when that has closed: however it ends.
   * @throws Problem `rate.tooManyAtOnce` when the company's own requests are in the way,
   *   `service.overloaded` when others' are
   */
  readonly hold: (context: RequestContext, companyUid: string, work: () => Promise<void>) => Promise<void>;
}

/**
 * Bounds the expensive requests that run at once in this process, of each company and of all, below the
 * number of the pool's connections: whatever one company asks for, others get theirs, and cheap requests find
 * a connection. One that has to wait holds no place in the load gate.
 */
export function createHeavySlots({ limits, metrics }: HttpParts): HeavySlots {
  const slots = createFairSlots({ ofParty: limits.heavyPerCompanyMax, ofAll: limits.heavyMax });

  function refusal(companyUid: string): Problem {
    const isOwn = slots.isAtOwnBound(companyUid);
    metrics.heavyHeldUp.inc({
      outcome: isOwn ? 'refused, company at its bound' : 'refused, process at its bound',
    });
    return isOwn
      ? new Problem('rate.tooManyAtOnce', { retryAfterSeconds })
      : new Problem('service.overloaded', { internal: 'no slot for what is expensive', retryAfterSeconds });
  }

  async function enter(context: RequestContext, companyUid: string): Promise<() => void> {
    if (slots.hasRoom(companyUid)) return slots.take(companyUid);
    if (slots.waitingOf(companyUid) >= waitingMax.ofCompany || slots.waitingOfAll() >= waitingMax.ofAll)
      throw refusal(companyUid);
    metrics.heavyHeldUp.inc({ outcome: 'waited' });
    const slot: { release?: () => void } = {};
    try {
      return await context.state.awaitOutside(
        async () =>
          (slot.release = await slots.wait(companyUid, { waitMs, refuse: () => refusal(companyUid) })),
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
