/** How long customers wait to hear of a change. */
import { randomUUID } from 'node:crypto';
import { runOpenLoad } from '../measure/load';
import { upsertPatient } from './calls';
import type { BenchCompany } from './population';
import type { Receiver } from './receiver';
import type { WholeService } from './scenes';

/** So long is waited for an event. */
const patienceMs = 30_000;

/**
 * Times from the request that commits to the receiver's socket; the request is in it, so each is an upper
 * bound.
 */
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

/** Who registers patients while the time is taken. */
export interface TimedLoad {
  readonly perSecond: number;
  readonly seconds: number;
  /** The company of the next registration, and whether its event is waited for. */
  readonly next: () => { readonly company: BenchCompany; readonly isTimed: boolean };
}

/** Registers patients as they please to come. @returns how long the events took that are waited for */
export async function timeRegistrations(
  service: WholeService,
  { perSecond, seconds, next }: TimedLoad,
): Promise<readonly number[]> {
  const stopwatch = createStopwatch(service);
  await runOpenLoad(service.api.url, {
    perSecond,
    seconds,
    connections: 50,
    timeoutMs: patienceMs,
    nextRequest: () => {
      const patientId = randomUUID();
      const { company, isTimed } = next();
      if (isTimed) stopwatch.begin(patientId);
      return upsertPatient(company, patientId);
    },
  });
  return stopwatch.finish();
}

/** One of many, each as likely as another. */
export function drawn<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)] as T;
}
