import type { Bench } from './bench';
import { median, quantile } from './measure/figures';
import { runOpenLoad } from './measure/load';
import { assertMixIsAnswered, drawMixedCall, measurePeak, mixedStatuses } from './world/calls';
import { samplePatients } from './world/population';
import { openBusyApi } from './world/scenes';

const samples = 2_000;
const connections = 200;
const timeoutMs = 10_000;
const levels = [
  { name: '50 % p99', share: 0.5, atMost: 25 },
  { name: '80 % p99', share: 0.8, atMost: 100 },
] as const;

/** Measures how long independent callers wait. */
export const openModel: Bench = {
  name: 'open-model',
  purpose: 'p99 of the mixed API at 50 % and 80 % of its own peak, with independent arrivals',
  run: async context => {
    const { rounds, seconds, tell } = context;
    const { services, companies, api } = await openBusyApi(context);
    const patients = await samplePatients(services, companies, samples);
    await assertMixIsAnswered(api.url, patients);
    const peak = await measurePeak(context, api.url, patients);
    const p99s = levels.map((): number[] => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, { name, share }] of levels.entries()) {
        const answers = await runOpenLoad(api.url, {
          perSecond: peak * share,
          seconds,
          connections,
          timeoutMs,
          nextRequest: () => drawMixedCall(patients),
        });
        const bad = answers.filter(({ status }) => !mixedStatuses.includes(status));
        const p99 = quantile(
          answers.map(({ latencyMs }) => latencyMs),
          0.99,
        );
        const label = round === 0 ? 'warm-up' : `round ${round} of ${rounds}`;
        tell(`${label}: ${name} ${p99.toFixed(1)} ms of ${answers.length}, ${bad.length} refused`);
        // Rejections are fast, so a round with any of them has no meaningful p99.
        if (round > 0) p99s[index]?.push(bad.length === 0 ? p99 : Number.POSITIVE_INFINITY);
      }
    }
    return levels.map(({ name, atMost }, index) => ({
      name: `open-model/${name}`,
      value: median(p99s[index] ?? []),
      unit: 'ms',
      bar: { atMost },
    }));
  },
};
