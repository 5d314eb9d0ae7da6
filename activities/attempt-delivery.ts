import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import {
  failureOf,
  isRefused,
  type AttemptPlan,
  type FailedAttempt,
  type MissedOnce,
} from '../src/domain/webhooks/attempt-outcome';
import { attemptDelivery, type AttemptOutcome, type AttemptParts } from '../src/usecases/webhooks/deliveries';

/** What an attempt is asked with. */
export interface AttemptInput {
  readonly deliveryUid: string;
  /** Where its delivery stands; absent: what came of the attempt is taken as a result, whatever it was. */
  readonly plan?: AttemptPlan;
}

/** An attempt that failed, as it is shown. */
export interface Refusal {
  readonly outcome: FailedAttempt | MissedOnce;
  readonly plan: AttemptPlan;
  /** When it failed, in Unix milliseconds. */
  readonly at: number;
}

/**
 * Lets an attempt that the receiver did not acknowledge fail its activity, so that operators see it red, with
 * why and when the next follows (DECISION-81): for good, because the schedule is the workflow's, and as an
 * expected failure, because it is none of ours.
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
 * An attempt's outcome, for the workflow.
 * @throws ApplicationFailure as `showRefusal` for one that was refused, where the workflow said its plan
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

/** One attempt of a delivery. @throws ApplicationFailure as `failWhereRefused` */
export async function attemptOrFail(
  parts: AttemptParts,
  { deliveryUid, plan }: AttemptInput,
): Promise<AttemptOutcome> {
  const outcome = await attemptDelivery(parts, { deliveryUid });
  return failWhereRefused(outcome, plan, parts.clock.now());
}
