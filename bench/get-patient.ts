import { deepStrictEqual } from 'node:assert';
import type { Bench } from './bench';
import { median } from './measure/figures';
import { shuffled } from './measure/load';
import { medianRatio } from './measure/rounds';
import { compareThroughput, readPatient, send, type Sent } from './world/calls';
import { samplePatients, type BenchPatient } from './world/population';
import { openBusyApi } from './world/scenes';
import { startBareApi } from './world/servers';

const samples = 2_000;
const compared = 50;
/** A presigned URL tells the second in which it was made; two answers of one second must be the same bytes. */
const sameSecondTries = 5;

/** An embed token is another one in each answer; its length is compared, not what it is. */
function withoutToken({ status, text }: Sent): Sent {
  return {
    status,
    text: text.replace(/"embedToken":"([\w-]+)"/, (_whole, token: string) => `"embedToken":${token.length}`),
  };
}

async function assertSameAnswers(
  urls: readonly [string, string],
  patients: readonly BenchPatient[],
): Promise<void> {
  for (const patient of patients) {
    const request = readPatient(patient);
    for (let left = sameSecondTries; ; left -= 1) {
      const [ours, comparators] = await Promise.all(
        urls.map(async url => withoutToken(await send(url, request))),
      );
      if (left > 1 && ours?.text !== comparators?.text) continue;
      deepStrictEqual(ours, comparators);
      break;
    }
  }
}

/** Reading a patient, the most frequent call, against the same statements by hand. */
export const getPatient: Bench = {
  name: 'get-patient',
  purpose: 'GET patient with everything on, against bare Koa and pg with the same SQL and the same bytes',
  run: async context => {
    const { services, companies, api } = await openBusyApi(context);
    const bare = await startBareApi(context, services);
    const patients = await samplePatients(services, companies, samples);
    await assertSameAnswers([api.url, bare.url], patients.slice(0, compared));
    context.tell(`${compared} answers are the same bytes`);
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
        bar: { atLeast: 0.6 },
      },
      {
        name: 'get-patient/throughput',
        value: median(figures.ours),
        unit: 'requests/s',
        bar: { atLeast: 1_500 },
      },
    ];
  },
};
