/** How long customers wait to hear of a change. */
import type { Receiver } from './receiver';

/** So long is waited for an event. */
export const patienceMs = 30_000;

/** Times from the request that commits to the receiver's socket; the request is in it, so each is an upper bound. */
export interface Stopwatch {
  readonly begin: (patientId: string) => void;
  /** Hears until every begun one has arrived. @throws when one does not come */
  readonly finish: () => Promise<readonly number[]>;
}

/** Begins to listen. */
export function createStopwatch({ receiver }: { readonly receiver: Receiver }): Stopwatch {
  const begun = new Map<string, number>();
  const from = receiver.receipts.length;
  return {
    begin: patientId => void begun.set(patientId, Date.now()),
    finish: async () => {
      const deadline = Date.now() + patienceMs;
      const times: number[] = [];
      for (let seen = from; times.length < begun.size;) {
        for (const { resource, at } of receiver.receipts.slice(seen)) {
          seen += 1;
          const startedAt = begun.get(resource.split('/').at(-1) ?? '');
          if (startedAt !== undefined) times.push(at - startedAt);
        }
        if (times.length === begun.size) break;
        if (Date.now() > deadline) throw new Error(`${begun.size - times.length} events did not arrive.`);
        await receiver.listen();
      }
      return times;
    },
  };
}
