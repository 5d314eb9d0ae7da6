import { deepStrictEqual } from 'node:assert';
import type { Bench } from './bench';
import { shuffled } from './measure/load';
import { medianRatio } from './measure/rounds';
import { compareThroughput, readPatient, send } from './world/calls';
import { samplePatients } from './world/population';
import { openBusyApi } from './world/scenes';
import { startApi } from './world/servers';
import { withoutLimiter } from './world/services';

const samples = 2_000;

/** What the limiter costs: the API as it is, against the same program whose database lets every request pass. */
export const limiter: Bench = {
  name: 'limiter',
  purpose: 'the share of throughput that the exact rolling minute costs, on GET patient',
  run: async context => {
    const { services, companies, api } = await openBusyApi(context);
    const without = await startApi(context, await withoutLimiter(services), 'api-without-limiter');
    const patients = await samplePatients(services, companies, samples);
    const [one] = patients;
    if (one === undefined) throw new Error('There are no patients.');
    const statuses = await Promise.all(
      [api.url, without.url].map(async url => (await send(url, readPatient(one))).status),
    );
    deepStrictEqual(statuses, [200, 200]);
    const figures = await compareThroughput(
      context,
      { ours: api, comparator: without },
      { requests: () => shuffled(patients, Math.random).map(readPatient), expect: 200 },
    );
    return [
      { name: 'limiter/cost', value: 1 - medianRatio(figures), unit: 'of throughput', bar: { atMost: 0.15 } },
    ];
  },
};
