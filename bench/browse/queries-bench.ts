/** Each of the typical queries, ours and by hand in turn. */
import { strictEqual } from 'node:assert';
import type { Figure } from '../measure/figures';
import { shuffled } from '../measure/load';
import { measureInTurns, medianRatio } from '../measure/rounds';
import { createDraw, type Draw } from '../seed/draw';
import { typicalQueries, type TypicalQuery } from './queries';
import type { BrowseSample } from './samples';
import { concurrency, openHandWritten, openOurs, type BrowseSide } from './sides';
import type { BrowseWorld } from './world';

const compared = 25;
/** Ours must answer so much of what SQL by hand does. */
const ratioMin = 0.9;

/** What calls have cost this process. */
interface Cost {
  calls: number;
  cpuUs: number;
}

/**
 * Draws the orders in which callers ask, anew for each turn and the same for both sides: where a call takes half a second,
 * and of one project ten times as long as of another, a turn answers no more than a few.
 */
const drawSeed = 16;

/** How many calls a second are answered when so many wait at once, each caller for its own answer; adds what they cost. */
async function callsPerSecond(
  answer: (sample: BrowseSample) => Promise<string>,
  samples: readonly BrowseSample[],
  seconds: number,
  draw: Draw,
  cost: Cost,
): Promise<number> {
  const orders = Array.from({ length: concurrency }, () => shuffled(samples, draw.next));
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  let calls = 0;
  const call = async (mine: readonly BrowseSample[]): Promise<void> => {
    for (;;) {
      for (const sample of mine) {
        await answer(sample);
        calls += 1;
        if (performance.now() >= endsAt) return;
      }
    }
  };
  await Promise.all(orders.map(call));
  const { user, system } = process.cpuUsage(cpuBefore);
  cost.calls += calls;
  cost.cpuUs += user + system;
  return calls / ((performance.now() - startedAt) / 1_000);
}

async function assertSameAnswers(
  sides: readonly [BrowseSide, BrowseSide],
  query: TypicalQuery,
  samples: readonly BrowseSample[],
): Promise<void> {
  const [ours, byHand] = sides.map(side => side.answering(query));
  for (const sample of samples) strictEqual(await ours?.(sample), await byHand?.(sample), query.name);
}

/** Measures the queries at the size that the world has. */
export async function measureQueries({
  context,
  browseUrl,
  samples,
  rows,
}: BrowseWorld): Promise<readonly Figure[]> {
  const { rounds, seconds, tell } = context;
  const [ours, byHand] = [openOurs(browseUrl), openHandWritten(browseUrl)];
  try {
    const figures: Figure[] = [];
    for (const query of typicalQueries) {
      await assertSameAnswers([ours, byHand], query, samples.slice(0, compared));
      const costs = { ours: { calls: 0, cpuUs: 0 }, byHand: { calls: 0, cpuUs: 0 } };
      const measure = (side: BrowseSide, cost: Cost) => {
        const draw = createDraw(drawSeed);
        let turn = 0;
        return () => {
          draw.restart(turn, 0, 0);
          turn += 1;
          return callsPerSecond(side.answering(query), samples, seconds, draw, cost);
        };
      };
      const found = await measureInTurns(
        { ours: measure(ours, costs.ours), comparator: measure(byHand, costs.byHand) },
        rounds,
        line => tell(`${query.name}, ${line}`),
      );
      const perCall = ({ calls, cpuUs }: Cost): string => (cpuUs / calls).toFixed(0);
      tell(
        `${query.name}: ${perCall(costs.ours)} µs of this process a call, by hand ${perCall(costs.byHand)}`,
      );
      figures.push({
        name: `browse/${query.name} of ${rows}`,
        value: medianRatio(found),
        unit: 'of the calls by hand',
        bar: { atLeast: ratioMin },
      });
    }
    return figures;
  } finally {
    await Promise.all([ours.close(), byHand.close()]);
  }
}
