import { createFairSlots } from '../platform/fair-slots';

/** How many of a worker's documents are opened at once, and how many may wait. */
export interface DocumentSlotLimits {
  /** Each takes a core and up to 1.5 GB. */
  readonly ofAll: number;
  /** Per company, sandbox and production together. */
  readonly ofCompany: number;
  /** Waiting work holds no bytes yet. */
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

/** No slot became free in time, or too many are waiting: a later try finds one. */
export class NoDocumentSlot extends Error {
  override readonly name = 'NoDocumentSlot';
  /** Its message is only ours. */
  readonly isMessageSafe = true;
}

/** The slots shared by everything that opens untrusted documents in this process. */
export interface DocumentSlots {
  /**
   * Runs work in a slot of the company.
   * @throws NoDocumentSlot, if none became free in time; the reason of `signal`, if it ends the wait; what
   * `work` throws
   */
  readonly hold: <T>(companyUid: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
}

/**
 * Creates the slots of a worker. A document may be made to hang until its reader's limits end it: a company
 * with such documents only holds up its own slots.
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
