/** Measures how long API callers with a real key wait for each typical query. */
import { Pool } from 'undici';
import { quantile, type Figure } from '../measure/figures';
import { startApi } from '../world/servers';
import { withoutLimiter } from '../world/services';
import { issueKeys } from './keys';
import { typicalQueries, type TypicalQuery } from './queries';
import type { BrowseSample } from './samples';
import type { BrowseWorld } from './world';

/** The calls of one query in a round. Fewer if they take longer than the round's time. */
const callsPerRound = 40;
/** The bar of the design for a patient's page at ten million visits. */
const patientPageMsMax = 40;
const patientPage: TypicalQuery['name'] = 'patient by date';

/** Sends a query about a sample. @returns the milliseconds until the last byte */
export type TimedAsk = (query: TypicalQuery, sample: BrowseSample) => Promise<number>;

/** A seeded database, and a client of the API over it. */
export interface AskedWorld {
  readonly world: BrowseWorld;
  readonly ask: TimedAsk;
}

/** Starts the API over a world without its rate limit, and issues keys to the samples' members. */
export async function openApi(world: BrowseWorld): Promise<AskedWorld> {
  const { context, services, samples, largest } = world;
  const callers = largest === undefined ? samples : [...samples, largest];
  const keys = await issueKeys(services, new Set(callers.map(({ scope }) => scope.membershipUid)));
  const api = await startApi(context, await withoutLimiter(services));
  const pool = new Pool(api.url);
  context.onEnd(() => pool.close());
  const ask: TimedAsk = async ({ route, body }, sample) => {
    const startedAt = performance.now();
    const answer = await pool.request({
      method: 'POST',
      path: `/v0/${route.path}/browse`,
      headers: {
        authorization: `Bearer ${keys.get(sample.scope.membershipUid) ?? ''}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body(sample)),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`A browse returned ${answer.statusCode}: ${text}`);
    return performance.now() - startedAt;
  };
  return { world, ask };
}

/** Measures p50 and p95 of the queries, sent one after another. The first round is a warm-up. */
export async function measureHttp({ world, ask }: AskedWorld): Promise<readonly Figure[]> {
  const { context, samples, rows } = world;
  const times = new Map<string, number[]>(typicalQueries.map(({ name }) => [name, []]));
  for (let round = 0; round <= context.rounds; round += 1) {
    for (const query of typicalQueries) {
      const endsAt = performance.now() + context.seconds * 1_000;
      for (let call = 0; call < callsPerRound && performance.now() < endsAt; call += 1) {
        const sample = samples[(round * callsPerRound + call) % samples.length];
        if (sample === undefined) throw new Error('there are no samples');
        const ms = await ask(query, sample);
        if (round > 0) times.get(query.name)?.push(ms);
      }
    }
    context.tell(`round ${round} of ${context.rounds} over HTTP`);
  }
  return [...times].flatMap(([name, ms]): Figure[] => [
    { name: `browse/p50 of ${name} of ${rows}`, value: quantile(ms, 0.5), unit: 'ms', bar: null },
    {
      name: `browse/p95 of ${name} of ${rows}`,
      value: quantile(ms, 0.95),
      unit: 'ms',
      bar: name === patientPage ? { atMost: patientPageMsMax } : null,
    },
  ]);
}
