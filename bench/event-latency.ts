import { randomUUID } from 'node:crypto';
import type { Bench } from './bench';
import { median, quantile } from './measure/figures';
import { send, upsertPatient } from './world/calls';
import { measureDeliveries } from './world/receiver';
import { openWholeService, type WholeService } from './world/scenes';
import { createStopwatch, drawn, timeRegistrations } from './world/stopwatch';

const warmUps = 10;
const perRound = 20;
const sustainedCount = 300;
const loadSeconds = 20;
/** The warm-up: the API's first responses take a second each, ten at a time. */
const warmUpSeconds = 10;

async function measureIdle(service: WholeService, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const stopwatch = createStopwatch(service);
    const patientId = randomUUID();
    stopwatch.begin(patientId);
    const { status } = await send(service.api.url, upsertPatient(drawn(service.companies), patientId));
    if (status !== 200) throw new Error(`The upsert returned ${status}.`);
    times.push(...(await stopwatch.finish()));
  }
  return times;
}

/** Measures how long customers wait for the event of a change. */
export const eventLatency: Bench = {
  name: 'event-latency',
  purpose: "from the committing request to the receiver's socket, idle and at half of the sustained rate",
  run: async context => {
    const service = await openWholeService(context);
    const { rounds, sized, tell } = context;
    await measureIdle(service, sized(warmUps, 1));
    const idle = await measureIdle(service, sized(perRound, 5) * rounds);
    tell(`idle: median ${median(idle)} ms of ${idle.length}`);
    const count = sized(sustainedCount, 40);
    await measureDeliveries(service, count);
    const sustained = await measureDeliveries(service, count);
    tell(`sustained: ${sustained.toFixed(1)} deliveries a second`);
    const measureLoaded = (seconds: number): Promise<readonly number[]> =>
      timeRegistrations(service, {
        perSecond: sustained / 2,
        seconds,
        next: () => ({ company: drawn(service.companies), isTimed: true }),
      });
    await measureLoaded(sized(warmUpSeconds, 1));
    const loaded = await measureLoaded(sized(loadSeconds, 1));
    tell(`at half of it: median ${median(loaded)} ms of ${loaded.length}`);
    return [
      { name: 'event-latency/idle median', value: median(idle), unit: 'ms', bar: { atMost: 100 } },
      { name: 'event-latency/idle p99', value: quantile(idle, 0.99), unit: 'ms', bar: { atMost: 150 } },
      {
        name: 'event-latency/half rate p99',
        value: quantile(loaded, 0.99),
        unit: 'ms',
        bar: { atMost: 3_000 },
      },
    ];
  },
};
