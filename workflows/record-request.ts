import {
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  patched,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import {
  hasDeliverables,
  isOpen,
  type RecordRequestStatus,
} from '../src/domain/record-requests/record-request';
import type { Activities, RecordRequestProgress } from '../activities';
import { queueBeside, workflows } from '../src/domain/workflows';
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

const makesPacket = {
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  summary: 'Make the packet for the facility',
} as const;

/**
 * Has the packet made where strangers' files are opened; executions that made one before go on where they
 * did.
 */
async function makePacket(sending: SendingStep): Promise<RecordRequestProgress> {
  if (!patched('packet-of-one-file')) {
    const { preparePacket } = proxyActivities<Activities['core']>({
      ...makesPacket,
      startToCloseTimeout: '1m',
    });
    return preparePacket(sending);
  }
  const { preparePacket } = proxyActivities<Activities['documents']>({
    ...makesPacket,
    taskQueue: queueBeside(workflowInfo().taskQueue, 'documents'),
    // Two minutes for the letter and two for the authorization at most, and what is stored.
    startToCloseTimeout: '6m',
  });
  return preparePacket(sending);
}

/** One sending of a request. */
interface SendingStep {
  readonly recordRequestUid: string;
  readonly sequence: number;
}

/**
 * What an operator reads while the workflow waits for somebody; nothing for where the request itself stands.
 */
function waitsFor(progress: RecordRequestProgress, isMoreToCome: boolean): string | undefined {
  switch (progress) {
    case 'NeedToReviewResults':
      return isMoreToCome
        ? 'Waiting for the rest: some came back, and the facility is asked again.'
        : 'Waiting for the delivery team: some came back, and is to be looked at.';
    case 'waitsForApproval':
      return 'Waiting for the approval of the patient’s authorization: nothing is sent before.';
    case 'waitsForOperator':
      return 'Waiting for the delivery team: no channel reaches this facility.';
    case 'packetReady':
      return 'Waiting for the delivery team: the packet for the facility is ready to be sent.';
    case 'waitsForFacility':
      return 'Sent by the delivery team: waiting for what the facility returns.';
    case 'AuthDenied':
      return 'Denied: waiting for the authorization to be mended and approved, or for the delivery team.';
    default:
      return undefined;
  }
}

/** Whether it is told where the request stands, and not whom it waits for. */
function isStatus(progress: RecordRequestProgress): progress is RecordRequestStatus {
  switch (progress) {
    case 'gone':
    case 'waitsForOperator':
    case 'waitsForApproval':
    case 'toBePacked':
    case 'packetReady':
    case 'waitsForFacility':
      return false;
    default:
      return true;
  }
}

/** Whether the workflow has nothing more to do until an operator moves the request, which starts it again. */
function isOver(progress: RecordRequestProgress): boolean {
  return progress === 'gone' || (isStatus(progress) && !isOpen(progress));
}

/**
 * What the list of workflows is filtered by: a packet that is ready, and a part that is the last to come, are
 * the delivery team's as well.
 */
function statusOf(progress: RecordRequestProgress, isMoreToCome: boolean): string {
  const isLastPart = progress === 'NeedToReviewResults' && !isMoreToCome;
  return progress === 'packetReady' || progress === 'toBePacked' || isLastPart
    ? 'waitsForOperator'
    : progress;
}

/** Whether what came back is the customer's to have, so that the chart of it is to be made. */
function isDelivered(progress: RecordRequestProgress): boolean {
  return isStatus(progress) && hasDeliverables(progress);
}

/** A combined chart that is being made. */
interface ChartInMaking {
  readonly isOver: () => boolean;
  /** Gives it up: whoever looks again begins with the files that are there then. */
  readonly cancel: () => void;
}

/** Makes the combined chart beside all else: it must not keep a facility from being asked again. */
function makeChart(recordRequestUid: string): ChartInMaking {
  const { combineChart } = proxyActivities<Activities['documents']>({
    taskQueue: queueBeside(workflowInfo().taskQueue, 'documents'),
    // Two hundred files take a minute; the most and the largest that go into one, some hours.
    startToCloseTimeout: '6h',
    // The worker beats by itself: one that was killed is noticed in this time.
    heartbeatTimeout: '20s',
    // Only faults of ours are retried: whatever a file does is named in the chart.
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '10m' },
    summary: 'Combine what came back into one chart',
  });
  const scope = new CancellationScope();
  let isOver = false;
  const making = scope.run(async () => {
    while ((await combineChart({ recordRequestUid })) === 'changed');
  });
  void making.then(
    () => {
      isOver = true;
    },
    (error: unknown) => {
      if (!isCancellation(error)) throw error;
    },
  );
  return { isOver: () => isOver, cancel: () => scope.cancel() };
}

/**
 * Looks after one record request until a terminal status: sends it by its channel, stores what the facility
 * returns, and has the chart of it made. Where there is no channel it has the packet made and waits for the
 * delivery team, who send it, work the request by hand and signal each change; while the patient's
 * authorization holds it back, for the approval, which signals it.
 */
export async function recordRequest(input: {
  readonly recordRequestUid: string;
  readonly isMoreToCome?: boolean | undefined;
}): Promise<void> {
  const { recordRequestUid } = input;
  let signals = 0;
  let isMoreToCome = input.isMoreToCome ?? false;
  setHandler(requestChanged, () => {
    signals += 1;
  });
  for (;;) {
    const seen = signals;
    const isSignalled = (): boolean => signals > seen;
    const sent = await sendRecordRequest({ recordRequestUid });
    let { progress } = sent;
    let askAgainAfterMs: number | undefined;
    if (progress === 'Processing' || (progress === 'NeedToReviewResults' && isMoreToCome)) {
      setCurrentDetails('Sent: waiting for what the facility returns.');
      const answered = await collectReturn({ recordRequestUid, sequence: sent.sequence });
      if (typeof answered === 'string') progress = answered;
      else ({ progress, askAgainAfterMs } = answered);
    }
    if (progress === 'toBePacked') progress = await makePacket({ recordRequestUid, sequence: sent.sequence });
    isMoreToCome = askAgainAfterMs !== undefined;
    upsertSearchAttributes([{ key: statusKey, value: statusOf(progress, isMoreToCome) }]);
    const chart =
      isDelivered(progress) && patched('combined-chart') ? makeChart(recordRequestUid) : undefined;
    if (isOver(progress)) {
      if (chart !== undefined) {
        setCurrentDetails(`Done: ${progress}. The combined chart is being made.`);
        await condition(() => isSignalled() || chart.isOver());
        chart.cancel();
        if (isSignalled()) continue;
      }
      setCurrentDetails(`Done: ${progress}.`);
      return;
    }
    setCurrentDetails(waitsFor(progress, isMoreToCome) ?? `Waiting: ${progress}.`);
    if (askAgainAfterMs === undefined) await condition(isSignalled);
    else await condition(isSignalled, askAgainAfterMs, { summary: 'Wait until the facility is asked again' });
    chart?.cancel();
    // A system that is asked every hour for months: the next execution looks at once, as this one would.
    if (workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof recordRequest>({ recordRequestUid, isMoreToCome });
  }
}
