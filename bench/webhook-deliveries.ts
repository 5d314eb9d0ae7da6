import type { Bench } from './bench';
import { median } from './measure/figures';
import { measureInTurns, medianRatio } from './measure/rounds';
import { measureDeliveries } from './world/receiver';
import { openWholeService } from './world/scenes';
import { startMinimalWorker } from './world/servers';

/** About as many of each side as two cores do in a second. */
const perSecond = 40;
/**
 * A round is longer than those of other benches: what is asked is the sustained rate, and the tenth of a
 * second in which the outbox hears of all that was committed is no part of it.
 */
const times = 2.5;

/** How many webhooks go out, against as many of the smallest durable workflows on the same Temporal. */
export const webhookDeliveries: Bench = {
  name: 'webhook-deliveries',
  purpose: 'deliveries a second from commit to checked signature, against a workflow with one empty activity',
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
