import { retryDelaysMs, waitBefore } from './delivery-policy';

/** The position of a delivery in its schedule during an attempt; instants in Unix milliseconds. */
export interface SchedulePlace {
  /** Failed attempts of the schedule. */
  readonly failures: number;
  /** When the schedule's next attempt is due. */
  readonly nextAt: number;
  /** Whether the attempt is a manual retry. */
  readonly isByHand: boolean;
}

/** The step after a failed attempt. */
export interface StepAfterFailure {
  /**
   * Whether the attempt was one of the schedule: a manual one doesn't count toward the six. The first one
   * always counts, no matter what triggered it.
   */
  readonly isScheduled: boolean;
  /** Failed attempts of the schedule so far. */
  readonly failures: number;
  /** When the next attempt is due automatically; `null` after the last. */
  readonly nextAt: number | null;
  /** Whether it is later than scheduled because the receiver asked for that. */
  readonly isPutOff: boolean;
}

/**
 * Returns the step after an attempt that failed at `now` (HOOK-17, DECISION-68). A manual attempt doesn't
 * change the schedule.
 * @param askedMs how long the receiver asks us to wait
 */
export function stepAfterFailure(
  { failures: before, nextAt, isByHand }: SchedulePlace,
  askedMs: number | null,
  now: number,
): StepAfterFailure {
  const isScheduled = !isByHand || before === 0;
  const failures = isScheduled ? before + 1 : before;
  const delayMs = retryDelaysMs[failures - 1];
  if (delayMs === undefined) return { isScheduled, failures, nextAt: null, isPutOff: false };
  const waitMs = waitBefore(delayMs, askedMs);
  return { isScheduled, failures, nextAt: isScheduled ? now + waitMs : nextAt, isPutOff: waitMs > delayMs };
}

/**
 * Returns how long a delivery waits after finding no free slot at its endpoint so many times in a row, in
 * milliseconds: 2 s, doubled each time, at most a minute. Thousands may wait behind a receiver that hangs for
 * hours; each check costs Temporal a task, and histories are limited.
 * @param times from 1
 */
export function busyWaitMs(times: number): number {
  return Math.min(2_000 * 2 ** (times - 1), 60_000);
}

/** Returns an instant as operators read it: ISO 8601, UTC, in whole seconds. */
export function shownInstant(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}
