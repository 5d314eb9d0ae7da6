import type { Bench } from './bench';
import { shuffled } from './measure/load';
import { medianRatio } from './measure/rounds';
import { compareThroughput, readPatient } from './world/calls';
import { assertSameAnswers } from './world/equal-answers';
import { samplePatients } from './world/population';
import { openBusyApi } from './world/scenes';
import { startApi } from './world/servers';
import { withoutLimiter } from './world/services';

const samples = 2_000;
const compared = 10;

/**
 * Measures the cost of the rate limiter: the API compared with the same program on a database that admits
 * every request.
 */
export const limiter: Bench = {
  name: 'limiter',
  purpose: 'the share of throughput that the exact rolling minute costs, on GET patient',
  run: async context => {
    const { services, companies, api } = await openBusyApi(context);
    const without = await startApi(context, await withoutLimiter(services), 'api-without-limiter');
    const patients = await samplePatients(services, companies, samples);
    await assertSameAnswers([api.url, without.url], patients.slice(0, compared).map(readPatient));
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
