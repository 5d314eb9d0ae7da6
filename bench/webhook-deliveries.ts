import type { Bench } from './bench';
import { median } from './measure/figures';
import { measureInTurns, medianRatio } from './measure/rounds';
import { measureDeliveries } from './world/receiver';
import { openWholeService } from './world/scenes';
import { startMinimalWorker } from './world/servers';

/** About as many as two cores do in a second. */
const perSecond = 40;
/**
 * Rounds are longer than in other benches, to measure the sustained rate without the tenth of a second in
 * which the outbox notices all commits.
 */
const times = 2.5;

/** Measures the rate of webhooks, compared with the smallest durable workflows on the same Temporal. */
export const webhookDeliveries: Bench = {
  name: 'webhook-deliveries',
  purpose:
    'deliveries per second from commit to verified signature, compared with a workflow with one ' +
    'empty activity',
  run: async context => {
    const service = await openWholeService(context);
    const runMinimal = await startMinimalWorker(context, service.services);
    const count = Math.round(perSecond * context.seconds * times);
    const figures = await measureInTurns(
      {
        ours: () => measureDeliveries(service, count),
        comparator: async () => count / ((await runMinimal(count)) / 1000),
      },
      context.rounds,
      context.tell,
    );
    return [
      {
        name: 'webhook-deliveries/ratio',
        value: medianRatio(figures),
        unit: 'of the comparator’s rate',
        bar: { atLeast: 1 },
      },
      { name: 'webhook-deliveries/throughput', value: median(figures.ours), unit: 'deliveries/s', bar: null },
    ];
  },
};
