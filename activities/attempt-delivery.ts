import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { failureOf, type AttemptPlan } from '../src/domain/webhooks/attempt-outcome';
import { attemptDelivery, type AttemptOutcome, type AttemptParts } from '../src/usecases/webhooks/deliveries';

/** What an attempt is asked with. */
export interface AttemptInput {
  readonly deliveryUid: string;
  /** Where its delivery stands; absent: the workflow was begun by a release that took a failed attempt as a result. */
  readonly plan?: AttemptPlan;
}

/**
 * Lets an attempt that the receiver did not acknowledge fail its activity, so that operators see it red, with why and when the next
 * follows (DECISION-81): for good, because the schedule is the workflow's, and as an expected failure, because it is none of ours.
 * @throws ApplicationFailure for such an attempt, where the workflow said its plan; any other outcome is returned
 */
export function failWhereRefused(
  outcome: AttemptOutcome,
  plan: AttemptPlan | undefined,
  at: Date,
): AttemptOutcome {
  if (plan === undefined || typeof outcome === 'string') return outcome;
  if (outcome.outcome === 'missed' && outcome.wasAttempted !== true) return outcome;
  const { type, message, details } = failureOf(outcome, plan, at.getTime());
  throw ApplicationFailure.create({
    ...{ type, message, details: [...details] },
    ...{ nonRetryable: true, category: ApplicationFailureCategory.BENIGN },
  });
}

/** One attempt of a delivery. @throws ApplicationFailure as `failWhereRefused` */
export async function attemptOrFail(
  parts: AttemptParts,
  { deliveryUid, plan }: AttemptInput,
): Promise<AttemptOutcome> {
  const outcome = await attemptDelivery(parts, { deliveryUid });
  return failWhereRefused(outcome, plan, parts.clock.now());
}
