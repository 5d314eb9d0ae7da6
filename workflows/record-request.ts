import {
  condition,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { isOpen } from '../src/domain/record-requests/record-request';
import type { Activities, RecordRequestProgress } from '../activities';
import { workflows } from '../src/domain/workflows';
import { signal } from './signal';
import { statusKey } from './status-key';

/** The request is to be looked at: an operator or a partner has changed something about it. */
const requestChanged = signal(workflows.recordRequest, 'requestChanged');

const { sendRecordRequest } = proxyActivities<Activities['core']>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
  summary: 'Choose a channel and mark the request as sent',
});

const { collectReturn } = proxyActivities<Activities['core']>({
  startToCloseTimeout: '5m',
  // The worker beats by itself: one that was killed is noticed in this time.
  heartbeatTimeout: '20s',
  // Every minute at the latest, because a fault of ours looks the same from here as a fault of the facility.
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  summary: 'Ask the facility and store what it returns',
});

/** What an operator reads while the workflow waits for somebody; nothing for where the request itself stands. */
function waitsFor(progress: RecordRequestProgress): string | undefined {
  switch (progress) {
    case 'waitsForApproval':
      return 'Waiting for the approval of the patient’s authorization: nothing is sent before.';
    case 'waitsForOperator':
      return 'Waiting for the delivery team: no channel reaches this facility.';
    case 'AuthDenied':
      return 'Denied: waiting for the authorization to be mended and approved, or for the delivery team.';
    default:
      return undefined;
  }
}

/** Whether the workflow has nothing more to do until an operator moves the request, which starts it again. */
function isOver(progress: RecordRequestProgress): boolean {
  if (progress === 'waitsForOperator' || progress === 'waitsForApproval') return false;
  return progress === 'gone' || !isOpen(progress);
}

/**
 * Looks after one record request until a terminal status: sends it by its channel, stores what the facility returns.
 * Where there is no channel it waits for the delivery team, who work the request by hand and signal each change; while
 * the patient's authorization holds it back, for the approval, which signals it.
 */
export async function recordRequest(input: { readonly recordRequestUid: string }): Promise<void> {
  const { recordRequestUid } = input;
  let isSignalled = false;
  let isMoreToCome = false;
  setHandler(requestChanged, () => {
    isSignalled = true;
  });
  for (;;) {
    isSignalled = false;
    const sent = await sendRecordRequest({ recordRequestUid });
    let { progress } = sent;
    let askAgainAfterMs: number | undefined;
    if (progress === 'Processing' || (progress === 'NeedToReviewResults' && isMoreToCome)) {
      setCurrentDetails('Sent: waiting for what the facility returns.');
      const answered = await collectReturn({ recordRequestUid, sequence: sent.sequence });
      if (typeof answered === 'string') progress = answered;
      else ({ progress, askAgainAfterMs } = answered);
    }
    isMoreToCome = askAgainAfterMs !== undefined;
    upsertSearchAttributes([{ key: statusKey, value: progress }]);
    if (isOver(progress)) {
      setCurrentDetails(`Done: ${progress}.`);
      return;
    }
    setCurrentDetails(waitsFor(progress) ?? `Waiting: ${progress}.`);
    if (askAgainAfterMs === undefined) await condition(() => isSignalled);
    else
      await condition(() => isSignalled, askAgainAfterMs, {
        summary: 'Wait until the facility is asked again',
      });
  }
}
