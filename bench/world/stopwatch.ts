/** Measures how long customers wait for the event of a change. */
import { randomUUID } from 'node:crypto';
import { runOpenLoad } from '../measure/load';
import { upsertPatient } from './calls';
import type { BenchCompany } from './population';
import type { Receiver } from './receiver';
import type { WholeService } from './scenes';

/** The time limit for an event. */
const patienceMs = 30_000;

/**
 * The times from the committing request to the receiver's socket. They include the request, so each is an
 * upper bound.
 */
export interface Stopwatch {
  readonly begin: (patientId: string) => void;
  /** Waits until every started one has arrived. @throws if one doesn't arrive */
  readonly finish: () => Promise<readonly number[]>;
}

/** Starts to listen. */
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
        if (Date.now() > deadline) throw new Error(`${begun.size - times.length} events didn't arrive.`);
        await receiver.listen();
      }
      return times;
    },
  };
}

/** The patients to register while the time is measured. */
export interface TimedLoad {
  readonly perSecond: number;
  readonly seconds: number;
  /** Returns the company of the next registration, and whether to wait for its event. */
  readonly next: () => { readonly company: BenchCompany; readonly isTimed: boolean };
}

/** Registers patients with independent arrivals. @returns the times of the awaited events */
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

/** Returns a random item, each equally likely. */
export function drawn<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)] as T;
}
