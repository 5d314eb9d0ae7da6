/** The load of a chaos run: customers who make retrievals and retry each call until it is acknowledged. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal, type Customer, type PatientBody } from '../../stack/demo/customer';

/** The most concurrent retrievals. */
const underWayMax = 40;
const retryMs = 300;
const pollMs = 1_000;

/** What the service acknowledged. */
export interface AcknowledgedRetrieval {
  readonly patientId: string;
  /** The ids of the record requests; empty until they are acknowledged. */
  requestIds: readonly string[];
}

/** The most concurrent registrations of a backlog. */
const registrationsMax = 16;

/** Calls again until a call is acknowledged. @throws what isn't worth another call */
async function insist<T>(call: () => Promise<T>, onRetry: () => void): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isPassing(error)) throw error;
      onRetry();
      await delay((error instanceof Refusal ? error.retryAfterMs : undefined) ?? retryMs);
    }
  }
}

/** Registers patients without searches, one event each. @returns their IDs */
export async function registerBacklog(customer: Customer, size: number): Promise<string[]> {
  const ids = Array.from({ length: size }, (_, index) => `waiting-${index + 1}`);
  const left = ids.entries();
  await Promise.all(
    Array.from({ length: registrationsMax }, async () => {
      for (const [index, id] of left)
        await insist(
          () => customer.registerPatient(id, patientForm(index, false)),
          () => undefined,
        );
    }),
  );
  return ids;
}

/** A running load. */
export interface Load {
  readonly acknowledged: readonly AcknowledgedRetrieval[];
  /** Returns how many calls were retried. */
  readonly retries: () => number;
  /** Returns the longest time until a patient was acknowledged, in milliseconds, retries included. */
  readonly slowestAcknowledgementMs: () => number;
  /** Starts no more retrievals, and resolves when the requests of each are acknowledged. */
  readonly finish: () => Promise<void>;
}

/** Whether a failed call may be retried: for anything but the caller's own fault. */
function isPassing(error: unknown): boolean {
  return !(error instanceof Refusal) || error.status >= 500 || [409, 429].includes(error.status);
}

function patientForm(count: number, isLive: boolean): PatientBody {
  return {
    firstName: 'Jordan',
    lastNames: [`Sample-${String.fromCharCode(65 + (count % 26))}`],
    dateOfBirth: `${1950 + (count % 50)}-06-${String(1 + (count % 28)).padStart(2, '0')}`,
    sex: count % 2 === 0 ? 'Female' : 'Male',
    zipCodes: isLive ? ['02139'] : [],
  };
}

/**
 * Starts a retrieval every `everyMs`, unless too many are in progress. On a live project it ends with the
 * searches, because a request would wait for an operator.
 */
export function startLoad(customer: Customer, everyMs: number, isLive: boolean): Load {
  const acknowledged: AcknowledgedRetrieval[] = [];
  const underWay = new Set<Promise<void>>();
  let retries = 0;
  let slowestMs = 0;
  let isStopped = false;
  let failure: unknown;

  const again = (): void => {
    retries += 1;
  };

  async function retrieve(count: number): Promise<void> {
    const patientId = `chaos-${count}`;
    const startedAt = performance.now();
    await insist(() => customer.putPatient(patientId, patientForm(count, isLive)), again);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    const retrieval: AcknowledgedRetrieval = { patientId, requestIds: [] };
    acknowledged.push(retrieval);
    while ((await insist(() => customer.getPatient(patientId), again)).searchStatus !== 'Completed')
      await delay(pollMs);
    if (isLive) return;
    const { table } = await insist(() => customer.browseVisits(patientId), again);
    const [visit] = table;
    if (visit === undefined) throw new Error(`${patientId} is Completed but has no visits.`);
    const key = randomUUID();
    const requests = await insist(() => customer.askForRecords(patientId, visit.site.id, key), again);
    retrieval.requestIds = requests.map(({ id }) => id);
  }

  async function run(): Promise<void> {
    for (let count = 1; !isStopped;) {
      if (underWay.size < underWayMax) {
        const one = retrieve(count)
          .catch((error: unknown) => {
            failure ??= error;
          })
          .finally(() => underWay.delete(one));
        underWay.add(one);
        count += 1;
      }
      await delay(everyMs);
    }
  }

  const running = run();
  return {
    acknowledged,
    retries: () => retries,
    slowestAcknowledgementMs: () => slowestMs,
    finish: async () => {
      isStopped = true;
      await running;
      await Promise.all(underWay);
      if (failure !== undefined) throw failure;
    },
  };
}
