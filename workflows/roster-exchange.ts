import {
  allHandlersFinished,
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities';
import { workflows } from '../src/domain/workflows';
import { signal } from './signal';

/** A search was queued for the next file. */
const searchQueued = signal(workflows.rosterExchange, 'searchQueued');
/** The partner left a file. */
const fileArrived = signal(workflows.rosterExchange, 'fileArrived');

const { reviewExchange } = proxyActivities<Activities['core']>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '1m' },
  summary: 'Check for queued searches and new files',
});
const { sendRosters } = proxyActivities<Activities['core']>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  summary: 'Send the queued searches in one file',
});
const { takeExchangedFile } = proxyActivities<Activities['core']>({
  // A file of 64 MiB, one patient at a time.
  startToCloseTimeout: '2h',
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  summary: 'Read a file from the partner',
});

/**
 * Exchanges files with one partner: collects queued searches for the configured time, sends them in one file,
 * and reads the partner's files one after the other. Ends when nothing is queued and no file has arrived; the
 * next search or file starts it again. A search queued during collection costs no extra review.
 */
export async function rosterExchange(input: { readonly partner: string }): Promise<void> {
  const { partner } = input;
  let queued = 1;
  let arrived = 1;
  setHandler(searchQueued, () => {
    queued += 1;
  });
  setHandler(fileArrived, () => {
    arrived += 1;
  });
  for (;;) {
    const seen = { queued, arrived };
    const review = await reviewExchange({ partner });
    for (const [index, fileUid] of review.inboundUids.entries()) {
      setCurrentDetails(`Reading file ${index + 1} of ${review.inboundUids.length}.`);
      await takeExchangedFile({ fileUid });
    }
    const { sendAtMs } = review;
    if (sendAtMs !== null && sendAtMs <= Date.now()) {
      setCurrentDetails('Sending the queued searches.');
      await sendRosters({ partner });
    } else if (sendAtMs !== null && review.inboundUids.length === 0) {
      setCurrentDetails(
        'Collecting searches for the next file, which is sent at ' +
          `${new Date(sendAtMs).toISOString().slice(0, 19)}Z.`,
      );
      await condition(() => arrived !== seen.arrived, Math.max(100, sendAtMs - Date.now()), {
        summary: 'Collect searches for one file',
      });
    } else if (review.inboundUids.length === 0 && queued === seen.queued && arrived === seen.arrived) {
      setCurrentDetails('Done: nothing is queued, and all files were read.');
      return;
    }
    if (workflowInfo().continueAsNewSuggested) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof rosterExchange>({ partner });
    }
  }
}
