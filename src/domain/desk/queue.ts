/** The operators' queue, and the rules for assigning and snoozing. */
import { addDays, isRealDate, type CalendarDate } from '../clinical/calendar-date';
import type { Environment } from '../projects/project';

/** The kinds of items in the queue. */
export const queueKinds = [
  'authorization',
  'chart',
  'fee',
  'recordRequest',
  'search',
  'site',
  'exchange',
  'endpoint',
] as const;

/** A kind of item. */
export type QueueKind = (typeof queueKinds)[number];

/**
 * The days after which each is due, counted from the day it started to wait (DESK-11). An item with its own
 * due date, such as a packet to send or answer, is due then.
 */
export const termDays: Readonly<Record<QueueKind, number>> = {
  authorization: 1,
  chart: 1,
  fee: 1,
  recordRequest: 2,
  search: 2,
  site: 5,
  exchange: 0,
  endpoint: 2,
};

/** The days after which a rush request is due. */
export const rushTermDays = 1;

/** The most days that an item can be snoozed. */
export const snoozeDaysMax = 90;

/** An item in the queue. */
export interface QueueItem {
  readonly kind: QueueKind;
  readonly uid: string;
  /** `null` if it belongs to no single company: an exchange with a partner. */
  readonly companyId: string | null;
  readonly companyUid: string | null;
  readonly environment: Environment;
  /** The item's name; for a patient the customer's own id, never a name. */
  readonly name: string;
  /** What to know before opening it. */
  readonly detail: string | null;
  readonly since: Date;
  readonly dueOn: CalendarDate;
  readonly operatorUid: string | null;
  readonly operatorName: string | null;
  readonly takenAt: Date | null;
  /** The date until which it is snoozed, or `null`. */
  readonly snoozedUntil: CalendarDate | null;
}

/** Whether it is overdue: the due date itself is still on time (DESK-11). */
export function isOverdue({ dueOn }: Pick<QueueItem, 'dueOn'>, today: CalendarDate): boolean {
  return dueOn < today;
}

/** Whether it is snoozed on a day; on the last day it is back (DESK-12). */
export function isSnoozed({ snoozedUntil }: Pick<QueueItem, 'snoozedUntil'>, today: CalendarDate): boolean {
  return snoozedUntil !== null && snoozedUntil > today;
}

/** Sorts by due date, then by the longest wait (DESK-11). */
export function inOrderOfDue(items: readonly QueueItem[]): QueueItem[] {
  return items.toSorted(
    (a, b) =>
      a.dueOn.localeCompare(b.dueOn) || a.since.getTime() - b.since.getTime() || a.uid.localeCompare(b.uid),
  );
}

/** Returns what is wrong with a snooze date, as a sentence, or `undefined` (DESK-12). */
export function snoozeFault(until: string, today: CalendarDate): string | undefined {
  if (!isRealDate(until)) return 'Enter the date to snooze until.';
  if (until <= today) return 'The snooze date must be after today.';
  if (until > addDays(today, snoozeDaysMax))
    return `You can snooze an item for ${snoozeDaysMax} days at most.`;
  return undefined;
}
