/** What waits for the delivery team, and the rules of taking it and putting it off. */
import { addDays, isRealDate, type CalendarDate } from '../clinical/calendar-date';
import type { Environment } from '../projects/project';

/** The kinds of things that wait at the desk. */
export const queueKinds = [
  'authorization',
  'recordRequest',
  'search',
  'site',
  'exchange',
  'endpoint',
] as const;

/** What kind of thing waits. */
export type QueueKind = (typeof queueKinds)[number];

/**
 * Within how many days, after it began to wait, each is to be worked off (DESK-11). What has a date of its
 * own, a packet to be sent or answered, is due on that.
 */
export const termDays: Readonly<Record<QueueKind, number>> = {
  authorization: 1,
  recordRequest: 2,
  search: 2,
  site: 5,
  exchange: 0,
  endpoint: 2,
};

/** How long something may be put off. */
export const snoozeDaysMax = 90;

/** Something that waits. */
export interface QueueItem {
  readonly kind: QueueKind;
  readonly uid: string;
  /** Null for what is of no single company: an exchange with a partner. */
  readonly companyId: string | null;
  readonly companyUid: string | null;
  readonly environment: Environment;
  /** What it is called: of a patient the customer's own id, never a name. */
  readonly name: string;
  /** What there is to know before it is opened. */
  readonly detail: string | null;
  readonly since: Date;
  readonly dueOn: CalendarDate;
  readonly operatorUid: string | null;
  readonly operatorName: string | null;
  readonly takenAt: Date | null;
  /** Until which day it was put off; null: it was not. */
  readonly snoozedUntil: CalendarDate | null;
}

/** Whether it should have been worked off: the day itself is still in time (DESK-11). */
export function isOverdue({ dueOn }: Pick<QueueItem, 'dueOn'>, today: CalendarDate): boolean {
  return dueOn < today;
}

/** Whether it is put off on a day: on the day itself it waits again (DESK-12). */
export function isSnoozed({ snoozedUntil }: Pick<QueueItem, 'snoozedUntil'>, today: CalendarDate): boolean {
  return snoozedUntil !== null && snoozedUntil > today;
}

/** What is due first, first; of the same day what waits longest (DESK-11). */
export function inOrderOfDue(items: readonly QueueItem[]): QueueItem[] {
  return items.toSorted(
    (a, b) =>
      a.dueOn.localeCompare(b.dueOn) || a.since.getTime() - b.since.getTime() || a.uid.localeCompare(b.uid),
  );
}

/**
 * What is wrong with a day until which something is put off, as a sentence; `undefined`: nothing (DESK-12).
 */
export function snoozeFault(until: string, today: CalendarDate): string | undefined {
  if (!isRealDate(until)) return 'Say the day until which it is put off.';
  if (until <= today) return 'The day until which it is put off has to come yet.';
  if (until > addDays(today, snoozeDaysMax)) return `It is put off for ${snoozeDaysMax} days at most.`;
  return undefined;
}
