import type { Bench } from './bench';
import { median, quantile } from './measure/figures';
import { runOpenLoad } from './measure/load';
import { readPatient } from './world/calls';
import { addVisits, samplePatients } from './world/population';
import { openBusyApi } from './world/scenes';
import { startGreedyCustomer } from './world/servers';
import { untilDatabaseRests } from './world/services';

const samples = 2_000;
const greedyVisits = 200_000;
/** Well below the API's capacity, so that callers wait only because of their neighbor. */
const perSecond = 100;
const connections = 50;
const timeoutMs = 10_000;

/** Measures how much one company within its limit can slow down others. */
export const noisyNeighbor: Bench = {
  name: 'noisy-neighbor',
  purpose:
    'how much longer reading a patient takes while another company sends its worst requests within ' +
    'its limit',
  run: async context => {
    const { rounds, seconds, sized, tell } = context;
    const { services, companies, api } = await openBusyApi(context);
    const [greedy, ...others] = companies;
    if (greedy === undefined) throw new Error('The database has no companies.');
    const visits = sized(greedyVisits, 2_000);
    tell(`adding ${visits} visits to one company`);
    await addVisits(services, greedy, visits);
    const patients = await samplePatients(services, others, samples);
    const letLoose = await startGreedyCustomer(context, services, { target: api.url, key: greedy.key });
    const measure = async (): Promise<{ p50: number; p99: number; bad: number }> => {
      const answers = await runOpenLoad(api.url, {
        perSecond,
        seconds,
        connections,
        timeoutMs,
        nextRequest: () => {
          const patient = patients[Math.floor(Math.random() * patients.length)];
          if (patient === undefined) throw new Error('The database has no patients.');
          return readPatient(patient);
        },
      });
      const latencies = answers.map(({ latencyMs }) => latencyMs);
      return {
        p50: quantile(latencies, 0.5),
        p99: quantile(latencies, 0.99),
        bad: answers.filter(({ status }) => status !== 200).length,
      };
    };
    const ratios: number[] = [];
    const p99s = { alone: [] as number[], beside: [] as number[] };
    let bad = 0;
    for (let round = 0; round <= rounds; round += 1) {
      const alone = await measure();
      const [statuses, beside] = await Promise.all([letLoose(seconds), measure()]);
      await untilDatabaseRests(services);
      tell(
        `${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}: p50 ${alone.p50.toFixed(1)} → ` +
          `${beside.p50.toFixed(1)} ms, ` +
          `p99 ${alone.p99.toFixed(1)} → ${beside.p99.toFixed(1)} ms; the neighbor got ` +
          JSON.stringify(statuses),
      );
      if (round === 0) continue;
      ratios.push(beside.p99 / alone.p99);
      p99s.alone.push(alone.p99);
      p99s.beside.push(beside.p99);
      bad += alone.bad + beside.bad;
    }
    return [
      { name: 'noisy-neighbor/p99 alone', value: median(p99s.alone), unit: 'ms', bar: null },
      { name: 'noisy-neighbor/p99 beside', value: median(p99s.beside), unit: 'ms', bar: null },
      {
        name: 'noisy-neighbor/ratio',
        value: median(ratios),
        unit: 'times the p99 alone',
        bar: { atMost: 3 },
      },
      {
        name: 'noisy-neighbor/answers other than 200',
        value: bad,
        unit: 'answers',
        bar: { atMost: 0 },
        isExact: true,
      },
    ];
  },
};
