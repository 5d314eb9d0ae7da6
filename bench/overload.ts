import type { Bench } from './bench';
import { quantile } from './measure/figures';
import { runOpenLoad, type OpenAnswer } from './measure/load';
import { assertMixIsAnswered, drawMixedCall, measurePeak, mixedStatuses } from './world/calls';
import { samplePatients } from './world/population';
import { openBusyApi } from './world/scenes';

const samples = 2_000;
const connections = 400;
const timeoutMs = 10_000;
const overloadTimes = 3;
/** A minute at the default of six seconds a round. */
const overloadRounds = 10;
const afterShare = 0.5;
const afterSeconds = 10;

const isServed = ({ status }: OpenAnswer): boolean => mixedStatuses.includes(status);

/** Measures the API at three times its capacity. */
export const overload: Bench = {
  name: 'overload',
  purpose:
    'three times the peak: what is still served, how the rest is rejected, and how soon the API recovers',
  run: async context => {
    const { services, companies, api } = await openBusyApi(context);
    const patients = await samplePatients(services, companies, samples);
    await assertMixIsAnswered(api.url, patients);
    const peak = await measurePeak(context, api.url, patients);
    const nextRequest = () => drawMixedCall(patients);
    const load = { connections, timeoutMs, nextRequest };
    const seconds = context.seconds * context.sized(overloadRounds, 2);
    context.tell(`offering ${Math.round(peak * overloadTimes)} a second for ${seconds} s`);
    const answers = await runOpenLoad(api.url, { ...load, perSecond: peak * overloadTimes, seconds });
    // At half of the peak, everything should be served, so rejections now are a result of the overload.
    const after = await runOpenLoad(api.url, {
      ...load,
      perSecond: peak * afterShare,
      seconds: context.sized(afterSeconds, 1),
    });
    const refused = answers.filter(({ status }) => status === 503);
    const served = answers.filter(isServed);
    const others = answers.filter(answer => !isServed(answer) && answer.status !== 503);
    const statuses = others.length === 0 ? '' : ` (${others.map(({ status }) => status).join(', ')})`;
    context.tell(
      `served ${served.length}, refused ${refused.length}, anything else ${others.length}${statuses} of ` +
        `${answers.length}`,
    );
    const recoveredMs = Math.max(
      0,
      ...after.filter(answer => !isServed(answer)).map(({ dueMs, latencyMs }) => dueMs + latencyMs),
    );
    return [
      {
        name: 'overload/served',
        value: served.length / seconds / peak,
        unit: 'of the peak',
        bar: { atLeast: 0.9 },
      },
      {
        name: 'overload/refusal p99',
        value: quantile(
          refused.map(({ latencyMs }) => latencyMs),
          0.99,
        ),
        unit: 'ms',
        bar: { atMost: 20 },
      },
      {
        name: 'overload/refusals without Retry-After',
        value: refused.filter(({ hasRetryAfter }) => !hasRetryAfter).length,
        unit: 'answers',
        bar: { atMost: 0 },
        isExact: true,
      },
      {
        name: 'overload/neither served nor 503',
        value: others.length,
        unit: 'answers',
        bar: { atMost: 0 },
        isExact: true,
      },
      { name: 'overload/recovery', value: recoveredMs / 1000, unit: 's', bar: { atMost: 5 } },
    ];
  },
};
