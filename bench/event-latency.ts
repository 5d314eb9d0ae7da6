import { randomUUID } from 'node:crypto';
import type { Bench } from './bench';
import { median, quantile } from './measure/figures';
import { runOpenLoad } from './measure/load';
import { send, upsertPatient } from './world/calls';
import type { BenchCompany } from './world/population';
import { measureDeliveries } from './world/receiver';
import { openWholeService, type WholeService } from './world/scenes';

const warmUps = 10;
const perRound = 20;
const sustainedCount = 300;
const loadSeconds = 20;
const patienceMs = 30_000;

function drawn<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)] as T;
}

/** Times from the request that commits to the receiver's socket; the request is in it, so each is an upper bound. */
interface Stopwatch {
  readonly begin: (patientId: string) => void;
  /** Hears until every begun one has arrived. @throws when one does not come */
  readonly finish: () => Promise<readonly number[]>;
}

function createStopwatch({ receiver }: WholeService): Stopwatch {
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

async function measureIdle(service: WholeService, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const stopwatch = createStopwatch(service);
    const patientId = randomUUID();
    stopwatch.begin(patientId);
    const { status } = await send(service.api.url, upsertPatient(drawn(service.companies), patientId));
    if (status !== 200) throw new Error(`The upsert was answered ${status}.`);
    times.push(...(await stopwatch.finish()));
  }
  return times;
}

async function measureUnderLoad(service: WholeService, perSecond: number): Promise<readonly number[]> {
  const stopwatch = createStopwatch(service);
  const company = (): BenchCompany => drawn(service.companies);
  await runOpenLoad(service.api.url, {
    perSecond,
    seconds: loadSeconds,
    connections: 50,
    timeoutMs: patienceMs,
    nextRequest: () => {
      const patientId = randomUUID();
      stopwatch.begin(patientId);
      return upsertPatient(company(), patientId);
    },
  });
  return stopwatch.finish();
}

/** How long a customer waits to hear of a change. */
export const eventLatency: Bench = {
  name: 'event-latency',
  purpose: 'from the request that commits to the receiver’s socket, idle and at half of the sustained rate',
  run: async context => {
    const service = await openWholeService(context);
    const { rounds, tell } = context;
    await measureIdle(service, warmUps);
    const idle = await measureIdle(service, perRound * rounds);
    tell(`idle: median ${median(idle)} ms of ${idle.length}`);
    await measureDeliveries(service, sustainedCount);
    const sustained = await measureDeliveries(service, sustainedCount);
    tell(`sustained: ${sustained.toFixed(1)} deliveries a second`);
    const loaded = await measureUnderLoad(service, sustained / 2);
    tell(`at half of it: median ${median(loaded)} ms of ${loaded.length}`);
    return [
      { name: 'event-latency/idle median', value: median(idle), unit: 'ms', bar: { atMost: 300 } },
      { name: 'event-latency/idle p99', value: quantile(idle, 0.99), unit: 'ms', bar: { atMost: 1_000 } },
      {
        name: 'event-latency/half rate p99',
        value: quantile(loaded, 0.99),
        unit: 'ms',
        bar: { atMost: 3_000 },
      },
    ];
  },
};
