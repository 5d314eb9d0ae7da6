/** What an operator does to many things of the queue at once. */
import type { CalendarDate } from '../clinical/calendar-date';
import { snoozeFault, type QueueKind } from './queue';

/** What is done to many things at once: for every kind, and after those what one kind alone has. */
export const bulkActions = [
  'take',
  'release',
  'snooze',
  'preparePacket',
  'rearm',
  'verify',
  'enable',
] as const;

/** What is done to many things at once. */
export type BulkAction = (typeof bulkActions)[number];

/** What only things of one kind can be done. */
const ownActions: ReadonlyMap<QueueKind, BulkAction> = new Map([
  ['recordRequest', 'preparePacket'],
  ['search', 'rearm'],
  ['site', 'verify'],
  ['endpoint', 'enable'],
]);

/** What things of this kind alone can be done, many at once; an authorization is decided on one by one. */
export function ownActionOf(kind: QueueKind): BulkAction | undefined {
  return ownActions.get(kind);
}

/**
 * Whether an act decides something, which asks for a fresh sign-in (DESK-6); to take, release and put off
 * does not.
 */
export function decides(action: BulkAction): boolean {
  return [...ownActions.values()].includes(action);
}

/** The most things of one bulk action (DESK-29). */
export const bulkItemsMax = 200;

/** What became of one of the things; `gone`: it waited no more. */
export const bulkOutcomes = ['waiting', 'done', 'refused', 'gone'] as const;

/** What became of one of the things. */
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** What an operator asks for. */
export interface BulkWish {
  readonly action: BulkAction;
  readonly kinds: readonly QueueKind[];
  /** Until when things are put off; for nothing else. */
  readonly until: string | null;
}

/** What is wrong with a bulk action, as a sentence; `undefined`: nothing (DESK-29). */
export function bulkFault({ action, kinds, until }: BulkWish, today: CalendarDate): string | undefined {
  if (kinds.length === 0) return 'Pick what it is to be done to.';
  if (kinds.length > bulkItemsMax) return `It is done to ${bulkItemsMax} at most: pick fewer.`;
  if (decides(action) && kinds.some(kind => ownActionOf(kind) !== action))
    return 'This cannot be done to all that you have picked: choose one kind first.';
  return action === 'snooze' ? snoozeFault(until ?? '', today) : undefined;
}
