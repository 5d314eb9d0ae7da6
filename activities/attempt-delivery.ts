import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import {
  failureOf,
  isRefused,
  type AttemptPlan,
  type FailedAttempt,
  type MissedOnce,
} from '../src/domain/webhooks/attempt-outcome';
import {
  attemptDelivery,
  AttemptNotNow,
  type AttemptOrder,
  type AttemptOutcome,
  type AttemptParts,
} from '../src/usecases/webhooks/deliveries';

/** The input of an attempt. */
export interface AttemptInput extends AttemptOrder {
  /** The delivery's plan. Without it, every outcome is returned as a result. */
  readonly plan?: AttemptPlan;
}

/** A failed attempt, as it is shown. */
export interface Refusal {
  readonly outcome: FailedAttempt | MissedOnce;
  readonly plan: AttemptPlan;
  /** When it failed, in Unix milliseconds. */
  readonly at: number;
}

/**
 * Fails the activity of an attempt that the receiver didn't acknowledge, so that operators see it in red,
 * with the reason and the time of the next attempt (DECISION-81). The failure is non-retryable, because the
 * workflow keeps the schedule, and marked benign, because it isn't a failure of ours.
 * @throws ApplicationFailure always
 */
export function showRefusal({ outcome, plan, at }: Refusal): never {
  const { type, message, details } = failureOf(outcome, plan, at);
  throw ApplicationFailure.create({
    type,
    message,
    details: [...details],
    nonRetryable: true,
    category: ApplicationFailureCategory.BENIGN,
  });
}

/**
 * Returns an attempt's outcome to the workflow.
 * @throws ApplicationFailure as `showRefusal` for a refused attempt, if the workflow passed its plan
 */
export function failWhereRefused(
  outcome: AttemptOutcome,
  plan: AttemptPlan | undefined,
  at: Date,
): AttemptOutcome {
  return plan === undefined || !isRefused(outcome)
    ? outcome
    : showRefusal({ outcome, plan, at: at.getTime() });
}

/**
 * Makes one attempt of a delivery.
 * @throws ApplicationFailure as `failWhereRefused`; and, to be retried when it says, as `attemptDelivery` if
 * the attempt can't be decided now
 */
export async function attemptOrFail(
  parts: AttemptParts,
  { plan, ...order }: AttemptInput,
): Promise<AttemptOutcome> {
  const outcome = await attemptDelivery(parts, order).catch((error: unknown) => {
    if (!(error instanceof AttemptNotNow)) throw error;
    const { name: type, message, retryInMs: nextRetryDelay } = error;
    throw ApplicationFailure.create({
      type,
      message,
      nextRetryDelay,
      category: ApplicationFailureCategory.BENIGN,
    });
  });
  return failWhereRefused(outcome, plan, parts.clock.now());
}
