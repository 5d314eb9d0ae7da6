import { shownInstant, stepAfterFailure, type SchedulePlace } from './attempt-schedule';

/** An attempt that the receiver did not acknowledge. */
export interface FailedAttempt {
  readonly outcome: 'failed';
  /** What came of it, for operators: `HTTP 503`, or the name of a failure. */
  readonly answer: string;
  /** How long the receiver asks to be left alone, in milliseconds; `null`: it does not. */
  readonly retryAfterMs: number | null;
  /** Which attempt of its delivery it was, from 1, those by hand among them. Releases before did not say. */
  readonly number?: number;
}

/**
 * The delivery is given up: the one attempt of what is sent once did not arrive, or nobody knows whether it
 * did; or who is mailed may not be, or had enough today.
 */
export interface MissedOnce {
  readonly outcome: 'missed';
  readonly answer: string;
  /** Whether an attempt was made. Releases before did not say. */
  readonly wasAttempted?: boolean;
}

/** Whether an attempt was made and not acknowledged, with all that there is to say of it. */
export function isRefused(
  outcome: string | FailedAttempt | MissedOnce,
): outcome is FailedAttempt | MissedOnce {
  if (typeof outcome === 'string') return false;
  return outcome.outcome === 'failed' || outcome.wasAttempted === true;
}

/**
 * What an attempt is told of its delivery, so that its failure can say what follows; instants in Unix
 * milliseconds.
 */
export interface AttemptPlan extends SchedulePlace {
  /** When the delivery is given up. */
  readonly endsAt: number;
}

/** What an attempt that failed is called in a history, before its answer. */
const failureType = 'AttemptFailed';
/** What the failure of a workflow is called whose delivery was given up. */
export const abandonedType = 'DeliveryAbandoned';

/**
 * Whether the message of a failure is one of those that operators read without a codec; everything else is
 * sealed.
 */
export function isMessageForOperators(type: string | null | undefined): boolean {
  return type === abandonedType || type?.startsWith(`${failureType}: `) === true;
}

/** How an attempt that failed stands in a history: in clear, but for its details. */
export interface AttemptFailure {
  readonly type: string;
  readonly message: string;
  readonly details: readonly [FailedAttempt | MissedOnce];
}

function nextSentence({ retryAfterMs }: FailedAttempt, plan: AttemptPlan, now: number): string {
  const { nextAt } = stepAfterFailure(plan, retryAfterMs, now);
  return nextAt === null || nextAt >= plan.endsAt
    ? `None follows by itself; the delivery is given up at ${shownInstant(plan.endsAt)}.`
    : `The next follows by itself at ${shownInstant(nextAt)}.`;
}

/**
 * The failure by which operators see an attempt that failed at `now`. It is made of nothing but what came of
 * it (a status, or a name from a fixed list), its number and when the next is due: what a receiver says may
 * repeat what it was told of a patient.
 */
export function failureOf(
  attempt: FailedAttempt | MissedOnce,
  plan: AttemptPlan,
  now: number,
): AttemptFailure {
  const type = `${failureType}: ${attempt.answer}`;
  if (attempt.outcome === 'missed')
    return {
      type,
      message: `The only attempt failed: ${attempt.answer}. This event is sent once.`,
      details: [attempt],
    };
  const which = attempt.number === undefined ? 'The attempt' : `Attempt ${attempt.number}`;
  const message = `${which} failed: ${attempt.answer}. ${nextSentence(attempt, plan, now)}`;
  return { type, message, details: [attempt] };
}

/**
 * The attempt of a failure that `failureOf` has made; `undefined` for any other failure, which is a fault of
 * ours.
 */
export function failedAttemptOf(
  type: string | null | undefined,
  details: readonly unknown[] | null | undefined,
): FailedAttempt | MissedOnce | undefined {
  const isOurs = type?.startsWith(`${failureType}: `) === true;
  return isOurs ? (details?.[0] as FailedAttempt | MissedOnce | undefined) : undefined;
}
