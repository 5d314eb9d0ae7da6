import { retryDelaysMs, waitBefore } from './delivery-policy';

/** Where a delivery stands in its schedule while an attempt is made; instants in Unix milliseconds. */
export interface SchedulePlace {
  /** Attempts of the schedule that failed. */
  readonly failures: number;
  /** When the schedule's next attempt is due. */
  readonly nextAt: number;
  /** Whether the attempt was asked for by hand. */
  readonly isByHand: boolean;
}

/** What follows an attempt that failed. */
export interface StepAfterFailure {
  /**
   * Whether the attempt was one of the schedule: one by hand is more than the six. The first is the
   * schedule's, whoever asked.
   */
  readonly isScheduled: boolean;
  /** Attempts of the schedule that failed by now. */
  readonly failures: number;
  /** When the next attempt is due by itself; `null` after the last. */
  readonly nextAt: number | null;
  /** Whether it comes later than its step because the receiver asked for that. */
  readonly isPutOff: boolean;
}

/**
 * What follows an attempt that failed at `now` (HOOK-17, DECISION-68). An attempt by hand leaves the schedule
 * as it was.
 * @param askedMs how long the receiver asks to be left alone
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
 * How long a delivery waits for a place at its endpoint after it found none so many times in a row, in
 * milliseconds: 2 s, twice as long each time, a minute at the most. Behind a receiver that hangs thousands
 * wait, for hours: each look costs Temporal a task, and each history has an end.
 * @param times from 1
 */
export function busyWaitMs(times: number): number {
  return Math.min(2_000 * 2 ** (times - 1), 60_000);
}

/** An instant as operators read it: ISO 8601, UTC, in whole seconds. */
export function shownInstant(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}
