import { shownInstant, stepAfterFailure, type SchedulePlace } from './attempt-schedule';

/** An attempt that the receiver did not acknowledge. */
export interface FailedAttempt {
  readonly outcome: 'failed';
  /** The outcome, for operators: `HTTP 503`, or the name of a failure. */
  readonly answer: string;
  /** How long the receiver asks us to wait, in milliseconds; `null` if it doesn't. */
  readonly retryAfterMs: number | null;
  /** The number of the attempt, from 1, manual ones included. Earlier releases didn't record it. */
  readonly number?: number;
}

/**
 * The delivery is abandoned: the only attempt of a once-only delivery failed or has an unknown outcome, or
 * the member may not be e-mailed or has reached today's limit.
 */
export interface MissedOnce {
  readonly outcome: 'missed';
  readonly answer: string;
  /** Whether an attempt was made. Earlier releases didn't record it. */
  readonly wasAttempted?: boolean;
}

/** Whether an attempt was made and not acknowledged, with its details. */
export function isRefused(
  outcome: string | FailedAttempt | MissedOnce,
): outcome is FailedAttempt | MissedOnce {
  if (typeof outcome === 'string') return false;
  return outcome.outcome === 'failed' || outcome.wasAttempted === true;
}

/** A delivery's plan, from which a failed attempt says what follows; instants in Unix milliseconds. */
export interface AttemptPlan extends SchedulePlace {
  /** When the delivery is abandoned. */
  readonly endsAt: number;
}

/** The name of a failed attempt in a history, before its answer. */
const failureType = 'AttemptFailed';
/** The failure type of the workflow of an abandoned delivery. */
export const abandonedType = 'DeliveryAbandoned';

/** Whether a failure's message is one that operators read without a codec; everything else is encrypted. */
export function isMessageForOperators(type: string | null | undefined): boolean {
  return type === abandonedType || type?.startsWith(`${failureType}: `) === true;
}

/** A failed attempt in a history: unencrypted, except for its details. */
export interface AttemptFailure {
  readonly type: string;
  readonly message: string;
  readonly details: readonly [FailedAttempt | MissedOnce];
}

function nextSentence({ retryAfterMs }: FailedAttempt, plan: AttemptPlan, now: number): string {
  const { nextAt } = stepAfterFailure(plan, retryAfterMs, now);
  return nextAt === null || nextAt >= plan.endsAt
    ? `No automatic attempt follows. The delivery is abandoned at ${shownInstant(plan.endsAt)}.`
    : `The next attempt is at ${shownInstant(nextAt)}.`;
}

/**
 * Returns the failure that shows operators an attempt that failed at `now`. It contains only the outcome (a
 * status, or a name from a fixed list), its number, and when the next one is due, because a receiver's own
 * words may repeat patient data.
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
      message: `The only attempt failed: ${attempt.answer}. This event is only sent once.`,
      details: [attempt],
    };
  const which = attempt.number === undefined ? 'The attempt' : `Attempt ${attempt.number}`;
  const message = `${which} failed: ${attempt.answer}. ${nextSentence(attempt, plan, now)}`;
  return { type, message, details: [attempt] };
}

/**
 * Returns the attempt of a failure made by `failureOf`; `undefined` for any other failure, which is a fault
 * of ours.
 */
export function failedAttemptOf(
  type: string | null | undefined,
  details: readonly unknown[] | null | undefined,
): FailedAttempt | MissedOnce | undefined {
  const isOurs = type?.startsWith(`${failureType}: `) === true;
  return isOurs ? (details?.[0] as FailedAttempt | MissedOnce | undefined) : undefined;
}
