import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  isCancellation,
  patched,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  TemporalFailure,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { ApplicationFailureCategory, type Duration } from '@temporalio/common';
import type { Activities } from '../activities';
import {
  abandonedType,
  failedAttemptOf,
  isRefused,
  type FailedAttempt,
} from '../src/domain/webhooks/attempt-outcome';
import { busyWaitMs, shownInstant, stepAfterFailure } from '../src/domain/webhooks/attempt-schedule';
import { deliveryLifeMs, type retryDelaysMs } from '../src/domain/webhooks/delivery-policy';
import { workflows, type InputOf } from '../src/domain/workflows';
import { signal } from './signal';
import { statusKey } from './status-key';

/** Makes the next attempt now. */
const retryNow = signal(workflows.webhookDelivery, 'retryNow');
/** The delivery has one of the places of its endpoint. */
const admitted = signal(workflows.webhookDelivery, 'admitted');
/** As the previous release says that a held delivery must check again. */
const endpointChanged = signal(workflows.webhookDelivery, 'endpointChanged');
/** Cancels the delivery. */
const cancel = signal(workflows.webhookDelivery, 'cancel');

const waitSummaries = [
  'Wait 30 seconds for the second attempt',
  'Wait 2 minutes for the third attempt',
  'Wait 10 minutes for the fourth attempt',
  'Wait 1 hour for the fifth attempt',
  'Wait 6 hours for the sixth and last attempt',
] as const satisfies { readonly length: (typeof retryDelaysMs)['length'] };
/** For executions of releases that always waited the same time. */
const constantBusyWaitMs = 2_000;

// Only failures of ours are retried. A response other than an acknowledgment fails its attempt for good.
const retry = { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '1m' } as const;

const { failDelivery, abandonDelivery } = proxyActivities<Activities['webhooks']>({
  startToCloseTimeout: '30s',
  retry,
  summary: 'Record the outcome of the delivery',
});

/**
 * Returns the attempt activity. It is retried only within the delivery's lifetime, so that a failure of ours
 * doesn't retry forever.
 */
function attemptWithin(leftMs: number): Activities['webhooks']['attemptDelivery'] {
  return proxyActivities<Activities['webhooks']>({
    // Longer than the attempt itself (10 s) and the writes around it.
    startToCloseTimeout: '30s',
    scheduleToCloseTimeout: leftMs,
    retry,
    summary: 'Post the event to its endpoint',
  }).attemptDelivery;
}

/**
 * The first attempt runs within the workflow's first task: Temporal stores one event for it instead of a task
 * with its own queue, start, and end. A delivery that succeeds right away, as nearly all do, is one task
 * (decision 0021). It is tried once, because each retry would be in the history, for up to a whole day. If
 * the task times out and is repeated, the attempt isn't: it was noted for the time when it was due.
 */
const { attemptDelivery: attemptWithinTask } = proxyLocalActivities<Activities['webhooks']>({
  startToCloseTimeout: '30s',
  retry: { maximumAttempts: 1 },
});

const { showRefusal } = proxyActivities<Activities['webhooks']>({
  startToCloseTimeout: '30s',
  retry,
  summary: 'Show that the first attempt failed',
});

/** What signals have requested. Each is reset once it is done. */
interface Asked {
  retry: boolean;
  cancel: boolean;
  anotherLook: boolean;
}

/** The progress of a delivery. */
interface Progress {
  /** Number of failed attempts on the schedule. */
  failures: number;
  /** How many times in a row the endpoint had no free slot, in the way of earlier releases. */
  busy: number;
  /** When the schedule's next attempt is due. */
  nextAt: number;
  /** When the next attempt is due, manual ones included; the store makes one attempt for each time. */
  dueAt: number;
  /** Whether the next attempt is a manual retry. */
  isByHand: boolean;
  /** Whether operators were shown a problem. If so, a success must show that it is resolved. */
  isTroubleShown: boolean;
  /** The outcome of the last failed attempt. */
  lastAnswer: string | undefined;
}

/** A failed attempt of a release that gave no details. */
const unknownFailure: FailedAttempt = { outcome: 'failed', answer: 'no 2xx', retryAfterMs: null };

/** A delivery and its progress. */
interface Delivery {
  readonly deliveryUid: string;
  /** When it is abandoned. */
  readonly endsAt: number;
  /** Whether failures are shown as failed: attempts, and the workflow of an abandoned delivery. */
  readonly isRed: boolean;
}

type Status = 'Succeeded' | 'Retrying' | 'Held' | 'Failed' | 'Abandoned';

function listen(): Asked {
  const asked = { retry: false, cancel: false, anotherLook: false };
  setHandler(retryNow, () => {
    asked.retry = true;
  });
  for (const anotherLook of [admitted, endpointChanged])
    setHandler(anotherLook, () => {
      asked.anotherLook = true;
    });
  setHandler(cancel, () => {
    asked.cancel = true;
  });
  return asked;
}

/** Shows operators the state of the delivery: the status for filters, the details to read. */
function show(status: Status, details: string): void {
  upsertSearchAttributes([{ key: statusKey, value: status }]);
  setCurrentDetails(details);
}

/**
 * Waits for a time, a manual retry, the cancellation, or `isOver`, whichever comes first.
 * @returns whether it was a manual retry
 */
async function waitFor(
  asked: Asked,
  wait: Duration,
  summary: string,
  isOver = () => false,
): Promise<boolean> {
  await CancellationScope.cancellable(async () => {
    const scope = CancellationScope.current();
    await Promise.race([
      sleep(wait, { summary }),
      condition(() => asked.retry || asked.cancel || isOver()),
    ]).catch((error: unknown) => {
      if (!isCancellation(error)) throw error;
    });
    scope.cancel();
  }).catch((error: unknown) => {
    if (!isCancellation(error)) throw error;
  });
  const isByHand = asked.retry;
  asked.retry = false;
  return isByHand;
}

/**
 * The outcome of an attempt. `neverMade` means that failures of ours prevented it until the delivery expired.
 */
type Attempted = Awaited<ReturnType<Activities['webhooks']['attemptDelivery']>> | 'neverMade';

/**
 * Returns the time that identifies the next attempt. It is asked before each attempt, so that a delivery that
 * began in an earlier release joins the queue with its next one.
 */
function dueTimeOf({ dueAt }: Progress): { readonly dueAt?: number } {
  return patched('endpoint-queue') ? { dueAt } : {};
}

/** Returns the attempt's outcome from the error of a failed activity. */
function attemptedOf(error: unknown): Attempted {
  if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
  const { cause } = error;
  const failed = cause instanceof ApplicationFailure ? failedAttemptOf(cause.type, cause.details) : undefined;
  return failed ?? 'neverMade';
}

async function attempt({ deliveryUid, endsAt, isRed }: Delivery, progress: Progress): Promise<Attempted> {
  const { failures, nextAt, isByHand } = progress;
  const plan = isRed ? { plan: { failures, nextAt, isByHand, endsAt } } : {};
  const order = { deliveryUid, ...dueTimeOf(progress), ...plan };
  return attemptWithin(endsAt - Date.now())(order).catch(attemptedOf);
}

/**
 * Makes the first attempt at once. Like the later ones, a failed attempt is shown as a failed activity. If a
 * failure of ours prevented it, it is made like the later ones.
 */
async function attemptAtOnce(delivery: Delivery, progress: Progress): Promise<Attempted> {
  const { deliveryUid, endsAt } = delivery;
  const order = { deliveryUid, ...dueTimeOf(progress) };
  const outcome = await attemptWithinTask(order).catch((error: unknown) => {
    if (!(error instanceof TemporalFailure) || isCancellation(error)) throw error;
    return undefined;
  });
  if (outcome === undefined) return attempt(delivery, progress);
  if (!isRefused(outcome)) return outcome;
  const { failures, nextAt, isByHand } = progress;
  const plan = { failures, nextAt, isByHand, endsAt };
  return showRefusal({ outcome, plan, at: Date.now() }).catch(attemptedOf);
}

function showSuccess({ isTroubleShown }: Progress): void {
  const details = 'Done: delivered.';
  // The status is written only after a problem: a write to the visibility store is a tenth of a delivery's
  // cost.
  if (isTroubleShown) show('Succeeded', details);
  else setCurrentDetails(details);
}

/**
 * Counts a failed attempt and waits for the next one: on the schedule, or after the last one only for a
 * manual retry.
 * @returns whether the next attempt is a manual retry
 */
async function waitAfterFailure(
  asked: Asked,
  progress: Progress,
  { deliveryUid, endsAt }: Delivery,
  failure: FailedAttempt,
): Promise<boolean> {
  const leftMs = endsAt - Date.now();
  const step = stepAfterFailure(progress, failure.retryAfterMs, Date.now());
  progress.failures = step.failures;
  progress.lastAnswer = failure.answer;
  const summary = waitSummaries[step.failures - 1];
  if (step.nextAt === null || summary === undefined) {
    if (step.isScheduled) await failDelivery({ deliveryUid });
    show(
      'Failed',
      `Failed: the last attempt failed (${failure.answer}). Until 24 hours after the event, the signal ` +
        '`retryNow` makes another one.',
    );
    return waitFor(asked, leftMs, 'Wait for a manual retry, until 24 hours after the event');
  }
  progress.nextAt = step.nextAt;
  show(
    'Retrying',
    `Attempt ${step.failures} of 6 failed (${failure.answer}). The next attempt is at ` +
      `${shownInstant(step.nextAt)}; the signal \`retryNow\` makes one now.`,
  );
  const why = step.isPutOff ? `${summary}, longer because the receiver asked for it (Retry-After)` : summary;
  return waitFor(asked, Math.max(1, Math.min(progress.nextAt - Date.now(), leftMs)), why);
}

/**
 * Fails the workflow of a delivery that was abandoned and not canceled, so that it shows red: it can still be
 * replayed.
 */
function failAbandoned({ deliveryUid, isRed }: Delivery, lastAnswer: string | undefined): void {
  if (!isRed) return;
  const last = lastAnswer === undefined ? 'No attempt was made.' : `The last attempt failed: ${lastAnswer}.`;
  throw ApplicationFailure.create({
    type: abandonedType,
    message: `The delivery was abandoned: the receiver never acknowledged this event. ${last}`,
    details: [{ deliveryUid }],
    category: ApplicationFailureCategory.BENIGN,
  });
}

/**
 * Delivers one event to one endpoint: attempts on the documented schedule until a 2xx, `failed` after the
 * sixth, open for a manual retry until it is abandoned 24 hours after its event, held or not (DECISION-54). A
 * manual retry is one additional attempt and doesn't change the schedule. The payload is in PostgreSQL; the
 * workflow holds only ids.
 * @throws ApplicationFailure when it is abandoned and was not canceled (DECISION-81)
 */
export async function webhookDelivery(input: InputOf<typeof workflows.webhookDelivery>): Promise<void> {
  const { deliveryUid, emittedAtMs = Date.now() } = input;
  // A worker of an earlier release can't replay such a history; the marker keeps it away. It costs each
  // delivery two events and a write to the visibility store. No delivery is older than a day, so the next
  // release can drop it (`deprecatePatch`), along with the branches for executions of earlier releases
  // (`first-attempt-at-once`, `attempts-fail`, no marker, and the outcome `busy`).
  const isFirstAtOnce = patched('endpoint-queue') || patched('first-attempt-at-once');
  const isRed = isFirstAtOnce || patched('attempts-fail');
  const delivery = { deliveryUid, endsAt: emittedAtMs + deliveryLifeMs, isRed };
  const asked = listen();
  const progress: Progress = {
    failures: 0,
    busy: 0,
    nextAt: Date.now(),
    dueAt: emittedAtMs,
    isByHand: false,
    isTroubleShown: false,
    lastAnswer: undefined,
  };
  let attemptNext = isFirstAtOnce ? attemptAtOnce : attempt;
  while (Date.now() < delivery.endsAt && !asked.cancel) {
    asked.anotherLook = false;
    const outcome = await attemptNext(delivery, progress);
    attemptNext = attempt;
    if (outcome === 'succeeded') return showSuccess(progress);
    if (outcome === 'over') return setCurrentDetails('Done: the delivery had already ended.');
    if (outcome === 'neverMade') break;
    if (typeof outcome === 'object' && outcome.outcome === 'missed') {
      show('Abandoned', `Done: abandoned without a retry (${outcome.answer}).`);
      return outcome.wasAttempted === true ? failAbandoned(delivery, outcome.answer) : undefined;
    }
    if (outcome === 'busy') {
      progress.busy += 1;
      const wait = isFirstAtOnce ? busyWaitMs(progress.busy) : constantBusyWaitMs;
      const isByHand = await waitFor(asked, wait, 'Wait for a free slot at the endpoint');
      progress.isByHand ||= isByHand;
      continue;
    }
    progress.busy = 0;
    progress.isTroubleShown ||= outcome !== 'queued';
    if (outcome === 'queued') {
      setCurrentDetails('Waiting for a place at the endpoint.');
      const leftMs = delivery.endsAt - Date.now();
      const summary = 'Wait for a place at the endpoint, until 24 hours after the event';
      const isByHand = await waitFor(asked, leftMs, summary, () => asked.anotherLook);
      progress.isByHand ||= isByHand;
    } else if (outcome === 'held') {
      show('Held', 'Held: the endpoint is disabled.');
      progress.isByHand = await waitFor(
        asked,
        delivery.endsAt - Date.now(),
        'Wait for the endpoint to be enabled, until 24 hours after the event',
        () => asked.anotherLook,
      );
    } else {
      const failure = typeof outcome === 'string' ? unknownFailure : outcome;
      progress.isByHand = await waitAfterFailure(asked, progress, delivery, failure);
      progress.dueAt = progress.isByHand ? Date.now() : progress.nextAt;
    }
  }
  await abandonDelivery({ deliveryUid });
  show('Abandoned', 'Done: abandoned. The customer never received this event.');
  if (!asked.cancel) failAbandoned(delivery, progress.lastAnswer);
}
