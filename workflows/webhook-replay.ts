import { continueAsNew, proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { InputOf, workflows } from '../src/domain/workflows';

const { replayNext } = proxyActivities<Activities['webhooks']>({
  // Longer than the wait for a slot (5 s) and the POSTs (10 s), which run in parallel.
  startToCloseTimeout: '1m',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  summary: 'Resend the next deliveries',
});

/** Resends deliveries of an endpoint, a few at a time. The deliveries and their results are in PostgreSQL. */
export async function webhookReplay(
  input: InputOf<typeof workflows.webhookReplay> & { readonly doneBefore?: number },
): Promise<void> {
  const { replayUid, doneBefore = 0 } = input;
  let count = doneBefore;
  for (;;) {
    const { isOver, done } = await replayNext({ replayUid });
    count += done;
    if (isOver) break;
    setCurrentDetails(`${count} deliveries resent.`);
    if (done === 0) await sleep('2s', { summary: 'Wait for a free slot at the endpoint' });
    if (workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof webhookReplay>({ replayUid, doneBefore: count });
  }
  setCurrentDetails(`Done: ${count} deliveries were processed.`);
}
