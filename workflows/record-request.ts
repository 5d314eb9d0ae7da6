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

/** An operator or a partner changed something about the request, so the workflow must review it. */
const requestChanged = signal(workflows.recordRequest, 'requestChanged');

const { sendRecordRequest } = proxyActivities<Activities['core']>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
  summary: 'Choose a channel and mark the request as sent',
});

const { collectReturn } = proxyActivities<Activities['core']>({
  startToCloseTimeout: '5m',
  // The worker sends heartbeats automatically, so a killed worker is noticed within this time.
  heartbeatTimeout: '20s',
  // Retried at least every minute, because a failure of ours looks the same here as a failure of the
  // facility.
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  summary: 'Ask the facility and store what it returns',
});

const makesPacket = {
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  summary: 'Assemble the packet for the facility',
} as const;

/**
 * Assembles the packet on the queue that may open untrusted files. Executions that assembled one earlier
 * continue where they did.
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
    // At most two minutes each for the letter and the authorization, plus storing the result.
    startToCloseTimeout: '6m',
  });
  return preparePacket(sending);
}

/**
 * Compares the files that arrived with the patient, and releases or holds each, on the queue that may open
 * untrusted files.
 */
async function readFiles(recordRequestUid: string): Promise<RecordRequestProgress | null> {
  const { readReturned } = proxyActivities<Activities['documents']>({
    taskQueue: queueBeside(workflowInfo().taskQueue, 'documents'),
    // A file takes seconds, a scanned one a minute, and a request may have hundreds.
    startToCloseTimeout: '6h',
    // The worker sends heartbeats automatically, so a killed worker is noticed within this time.
    heartbeatTimeout: '20s',
    // Only failures of ours are retried. A file that can't be read is released with a note.
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
    summary: 'Compare the returned files with the patient',
  });
  return readReturned({ recordRequestUid });
}

/** One sending of a request. */
interface SendingStep {
  readonly recordRequestUid: string;
  readonly sequence: number;
}

/**
 * Returns what an operator reads while the workflow waits for a person or a facility, or `undefined` if the
 * request's own status says it.
 */
function waitsFor(progress: RecordRequestProgress, isMoreToCome: boolean): string | undefined {
  switch (progress) {
    case 'NeedToReviewResults':
      return isMoreToCome
        ? 'Waiting for the rest: some files were returned, and the facility will be asked again.'
        : 'Waiting for an operator to review the returned files.';
    case 'waitsForApproval':
      return 'Waiting for the approval of the authorization: nothing is sent before that.';
    case 'waitsForAuthorization':
      return 'Waiting for another authorization: this one has expired or was revoked, and nothing is sent.';
    case 'waitsForConfirmation':
      return 'Waiting for the customer to confirm the facility: a correction of the patient put it in doubt.';
    case 'waitsForOperator':
      return 'Waiting for an operator: no channel reaches this facility.';
    case 'packetReady':
      return 'Waiting for an operator to send the packet to the facility.';
    case 'waitsForFacility':
      return 'Sent by an operator: waiting for the facility to answer.';
    case 'AuthDenied':
      return 'Denied: waiting for the authorization to be fixed and approved, or for an operator.';
    default:
      return undefined;
  }
}

/** Whether `progress` is the request's status rather than a reason for waiting. */
function isStatus(progress: RecordRequestProgress): progress is RecordRequestStatus {
  switch (progress) {
    case 'gone':
    case 'waitsForOperator':
    case 'waitsForApproval':
    case 'waitsForAuthorization':
    case 'waitsForConfirmation':
    case 'toBePacked':
    case 'packetReady':
    case 'waitsForFacility':
      return false;
    default:
      return true;
  }
}

/** Whether the workflow is finished until an operator moves the request, which starts the workflow again. */
function isOver(progress: RecordRequestProgress): boolean {
  return progress === 'gone' || (isStatus(progress) && !isOpen(progress));
}

/**
 * Returns the status for filtering the list of workflows. A packet that is ready, and a part that is the last
 * to arrive, also count as waiting for an operator.
 */
function statusOf(progress: RecordRequestProgress, isMoreToCome: boolean): string {
  const isLastPart = progress === 'NeedToReviewResults' && !isMoreToCome;
  return progress === 'packetReady' || progress === 'toBePacked' || isLastPart
    ? 'waitsForOperator'
    : progress;
}

/** Whether the customer may have the returned files, so the combined chart can be built. */
function isDelivered(progress: RecordRequestProgress): boolean {
  return isStatus(progress) && hasDeliverables(progress);
}

/** A combined chart in progress. */
interface ChartInMaking {
  readonly isOver: () => boolean;
  /** Cancels it. The next build starts from the files that exist then. */
  readonly cancel: () => void;
}

/** Builds the combined chart in parallel, so that it never delays the next request to a facility. */
function makeChart(recordRequestUid: string): ChartInMaking {
  const { combineChart } = proxyActivities<Activities['documents']>({
    taskQueue: queueBeside(workflowInfo().taskQueue, 'documents'),
    // Two hundred files take a minute. The most and largest files that fit in a chart take some hours.
    startToCloseTimeout: '6h',
    // The worker sends heartbeats automatically, so a killed worker is noticed within this time.
    heartbeatTimeout: '20s',
    // Only failures of ours are retried. A file that can't be read is named in the chart instead.
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '10m' },
    summary: 'Combine the returned files into one chart',
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
 * Handles one record request until a terminal status: sends it through its channel, stores what the facility
 * returns, compares it with the patient, and builds the chart. Without a channel, it assembles the packet and
 * waits for operators, who work the request manually and signal each change. If the patient's authorization
 * blocks the request, the workflow waits for the signal of its approval.
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
    let isToBeRead = sent.isToBeRead ?? false;
    let askAgainAfterMs: number | undefined;
    if (progress === 'Processing' || (progress === 'NeedToReviewResults' && isMoreToCome)) {
      setCurrentDetails('Sent: waiting for the facility to answer.');
      const answered = await collectReturn({ recordRequestUid, sequence: sent.sequence });
      if (typeof answered === 'string') progress = answered;
      else {
        ({ progress, askAgainAfterMs } = answered);
        isToBeRead ||= answered.isToBeRead ?? false;
      }
    }
    if (isToBeRead && patched('charts-are-checked')) {
      setCurrentDetails('Comparing the returned files with the patient.');
      progress = (await readFiles(recordRequestUid)) ?? progress;
    }
    if (progress === 'toBePacked') progress = await makePacket({ recordRequestUid, sequence: sent.sequence });
    isMoreToCome = askAgainAfterMs !== undefined;
    upsertSearchAttributes([{ key: statusKey, value: statusOf(progress, isMoreToCome) }]);
    const chart =
      isDelivered(progress) && patched('combined-chart') ? makeChart(recordRequestUid) : undefined;
    if (isOver(progress)) {
      if (chart !== undefined) {
        setCurrentDetails(`Done: ${progress}. The combined chart is being built.`);
        await condition(() => isSignalled() || chart.isOver());
        chart.cancel();
      }
      // It was moved while this review ran. Nothing but the signal says so.
      if (isSignalled()) continue;
      setCurrentDetails(`Done: ${progress}.`);
      return;
    }
    setCurrentDetails(waitsFor(progress, isMoreToCome) ?? `Waiting: ${progress}.`);
    if (askAgainAfterMs === undefined) await condition(isSignalled);
    else await condition(isSignalled, askAgainAfterMs, { summary: 'Wait to ask the facility again' });
    chart?.cancel();
    // A facility's system may be polled every hour for months. The next execution polls right away, as this
    // one would.
    if (workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof recordRequest>({ recordRequestUid, isMoreToCome });
  }
}
