import { Readable } from 'node:stream';
import { Problem } from '../domain/problem';
import { createFairSlots } from '../platform/fair-slots';
import type { RequestContext } from './request-state';
import type { HttpParts } from './parts';

/** The longest wait for a slot. */
const waitMs = 1_000;
/**
 * How many requests may wait: of one company, and in total. A waiting request holds its body, which is at
 * most 1 MiB.
 */
const waitingMax = { ofCompany: 20, ofAll: 100 } as const;
const retryAfterSeconds = 2;

/** Slots for expensive requests. */
export interface HeavySlots {
  /**
   * Runs an operation once its company has a slot. The slot is released when the work ends, or for a streamed
   * response when it has closed, however it ends.
   * @throws Problem `rate.tooManyAtOnce` if the company's own requests use up the slots, `service.overloaded`
   * if others' do
   */
  readonly hold: (context: RequestContext, companyUid: string, work: () => Promise<void>) => Promise<void>;
}

/**
 * Limits this process's concurrent expensive requests, per company and in total, to fewer than the pool's
 * connections: whatever one company requests, others get their share, and cheap requests find a connection. A
 * waiting request doesn't count in the load gate.
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
      // It had a slot but wasn't admitted by the load gate.
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
