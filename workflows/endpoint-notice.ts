import {
  ActivityFailure,
  proxyActivities,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { InputOf, workflows } from '../src/domain/workflows';
import { statusKey } from './status-key';

const { sendNotice } = proxyActivities<Activities['webhooks']>({
  startToCloseTimeout: '1m',
  // An older notice is useless: the page that it leads to says the same.
  scheduleToCloseTimeout: '3 days',
  retry: { initialInterval: '5s', backoffCoefficient: 2, maximumInterval: '10m' },
  summary: 'Send the e-mail',
});

/** Sends one e-mail to a member, and retries for three days. */
export async function endpointNotice(input: InputOf<typeof workflows.endpointNotice>): Promise<void> {
  try {
    const outcome = await sendNotice(input);
    setCurrentDetails(
      outcome === 'sent' ? 'Done: sent.' : 'Done: not sent, because no one needs it anymore.',
    );
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    upsertSearchAttributes([{ key: statusKey, value: 'Failed' }]);
    setCurrentDetails('Failed: the e-mail could not be sent for three days. See *History* for the errors.');
    throw error;
  }
}
