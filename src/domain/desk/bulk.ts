/** Bulk actions of an operator on the queue. */
import type { CalendarDate } from '../clinical/calendar-date';
import { snoozeFault, type QueueKind } from './queue';

/** The bulk actions: those for every kind, followed by those for one kind. */
export const bulkActions = [
  'take',
  'release',
  'snooze',
  'preparePacket',
  'rearm',
  'verify',
  'enable',
] as const;

/** A bulk action. */
export type BulkAction = (typeof bulkActions)[number];

/** The actions for one kind only. */
const ownActions: ReadonlyMap<QueueKind, BulkAction> = new Map([
  ['recordRequest', 'preparePacket'],
  ['search', 'rearm'],
  ['site', 'verify'],
  ['endpoint', 'enable'],
]);

/** Returns the action for this kind only. Authorizations have none, because they are decided one by one. */
export function ownActionOf(kind: QueueKind): BulkAction | undefined {
  return ownActions.get(kind);
}

/**
 * Whether an action is a decision, which requires a fresh sign-in (DESK-6). Assigning, releasing, and
 * snoozing aren't.
 */
export function decides(action: BulkAction): boolean {
  return [...ownActions.values()].includes(action);
}

/** The most items of one bulk action (DESK-29). */
export const bulkItemsMax = 200;

/** How often an item is tried that fails because of a fault of ours (DESK-56). */
export const bulkTriesMax = 10;

/** The result for one item; `gone` means that it was no longer waiting, and `failed` that it was given up. */
export const bulkOutcomes = ['waiting', 'done', 'refused', 'failed', 'gone'] as const;

/** The result for one item. */
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** An operator's request. */
export interface BulkWish {
  readonly action: BulkAction;
  readonly kinds: readonly QueueKind[];
  /** Until when items are snoozed; `null` for other actions. */
  readonly until: string | null;
}

/** Returns what is wrong with a bulk action, as a sentence, or `undefined` (DESK-29). */
export function bulkFault({ action, kinds, until }: BulkWish, today: CalendarDate): string | undefined {
  if (kinds.length === 0) return 'Select at least one item.';
  if (kinds.length > bulkItemsMax) return `Select ${bulkItemsMax} items at most.`;
  if (decides(action) && kinds.some(kind => ownActionOf(kind) !== action))
    return "This action doesn't apply to every selected item. Filter the queue by kind first.";
  return action === 'snooze' ? snoozeFault(until ?? '', today) : undefined;
}
