import type { Bench } from './bench';
import { median } from './measure/figures';
import { shuffled } from './measure/load';
import { medianRatio } from './measure/rounds';
import { compareThroughput, readPatient } from './world/calls';
import { assertSameAnswers } from './world/equal-answers';
import { samplePatients } from './world/population';
import { openBusyApi } from './world/scenes';
import { startBareApi } from './world/servers';

const samples = 2_000;
const compared = 50;

/** Reading a patient, the most frequent call, compared with the same statements written by hand. */
export const getPatient: Bench = {
  name: 'get-patient',
  purpose:
    'GET patient with everything on, compared with bare Koa and pg with the same SQL and equal answers',
  run: async context => {
    const { services, companies, api } = await openBusyApi(context);
    const bare = await startBareApi(context, services);
    const patients = await samplePatients(services, companies, samples);
    await assertSameAnswers([api.url, bare.url], patients.slice(0, compared).map(readPatient));
    context.tell('both sides give equal answers');
    const figures = await compareThroughput(
      context,
      { ours: api, comparator: bare },
      { requests: () => shuffled(patients, Math.random).map(readPatient), expect: 200 },
    );
    return [
      {
        name: 'get-patient/ratio',
        value: medianRatio(figures),
        unit: 'of the comparator’s throughput',
        bar: { atLeast: 0.85 },
      },
      { name: 'get-patient/throughput', value: median(figures.ours), unit: 'requests/s', bar: null },
    ];
  },
};
