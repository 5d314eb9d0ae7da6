import type { Bench } from './bench';
import { measureDeliveries } from './measure/delivery-rate';
import { median } from './measure/quantiles';
import { measureInTurns, medianRatio } from './measure/rounds';
import { startMinimalWorker } from './world/minimal-worker';
import { openWholeService } from './world/whole-service';

/** So many of each side a second of a round: about as many as two cores do, so that a round lasts about as long as asked. */
const perSecond = 40;

/** How many webhooks go out, against as many of the smallest durable workflows on the same Temporal. */
export const webhookDeliveries: Bench = {
  name: 'webhook-deliveries',
  purpose: 'deliveries a second from commit to checked signature, against a workflow with one empty activity',
  run: async context => {
    const service = await openWholeService(context);
    const runMinimal = await startMinimalWorker(context, service.services);
    const count = perSecond * context.seconds;
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
        bar: { atLeast: 0.8 },
      },
      {
        name: 'webhook-deliveries/throughput',
        value: median(figures.ours),
        unit: 'deliveries/s',
        bar: null,
      },
    ];
  },
};
