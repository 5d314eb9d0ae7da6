import { createFairSlots } from '../platform/fair-slots';

/** How many of a worker's documents are opened at once, and how many may wait for it. */
export interface DocumentSlotLimits {
  /** Each takes a core and up to 1.5 GB. */
  readonly ofAll: number;
  /** Of one company, its sandbox and its production together. */
  readonly ofCompany: number;
  /** What waits holds no bytes yet. */
  readonly waitingOfAll: number;
  readonly waitingOfCompany: number;
  readonly waitMs: number;
}

/** A company holds two of three, so that one slot is left whatever it sends. */
export const documentSlotLimits: DocumentSlotLimits = {
  ofAll: 3,
  ofCompany: 2,
  waitingOfAll: 100,
  waitingOfCompany: 20,
  waitMs: 30_000,
};

/** No slot came free in time, or too many wait for one: a later try finds one. */
export class NoDocumentSlot extends Error {
  override readonly name = 'NoDocumentSlot';
  /** Its words are ours alone. */
  readonly isMessageSafe = true;
}

/** What opens strangers' documents in this process shares these. */
export interface DocumentSlots {
  /**
   * Does work in a slot of the company.
   * @throws NoDocumentSlot, when none came free in time; the reason of `signal`, when it ends the wait;
   *   what `work` throws
   */
  readonly hold: <T>(companyUid: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
}

/**
 * Creates the slots of a worker. What is opened may have been made to hang until the limits of its reader end
 * it: a company whose documents do so holds its own slots, and nobody else's.
 */
export function createDocumentSlots(limits: DocumentSlotLimits = documentSlotLimits): DocumentSlots {
  const slots = createFairSlots({ ofParty: limits.ofCompany, ofAll: limits.ofAll });

  async function enter(companyUid: string, signal: AbortSignal): Promise<() => void> {
    if (slots.hasRoom(companyUid)) return slots.take(companyUid);
    if (slots.waitingOf(companyUid) >= limits.waitingOfCompany || slots.waitingOfAll() >= limits.waitingOfAll)
      throw new NoDocumentSlot('as many documents as may wait do so');
    const refuse = (): Error =>
      new NoDocumentSlot(`no slot for a document came free within ${limits.waitMs / 1_000} s`);
    return slots.wait(companyUid, { waitMs: limits.waitMs, refuse, signal });
  }

  return {
    hold: async (companyUid, signal, work) => {
      const release = await enter(companyUid, signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
