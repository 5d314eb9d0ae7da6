// Objection: rows by key and the items of one bulk action, not on a hot path.
import { bulkItemsMax } from '../../domain/desk/bulk';
import type { Executor, Transaction } from '../database';
import { DeskBulkItemModel, DeskBulkModel, type DeskBulk, type DeskBulkItem } from '../models/desk-bulk';

export type { DeskBulk, DeskBulkItem } from '../models/desk-bulk';

/** Stores a bulk action with its unfinished items. */
export async function insertBulk(
  tx: Transaction,
  bulk: DeskBulk,
  items: readonly DeskBulkItem[],
): Promise<void> {
  await DeskBulkModel.query(tx).insert(bulk);
  await DeskBulkItemModel.query(tx).insert([...items]);
}

/** Returns a bulk action by its uid. */
export async function findBulk(executor: Executor, uid: string): Promise<DeskBulk | undefined> {
  return DeskBulkModel.query(executor).findById(uid);
}

/** Lists all of its items in the order in which they were selected. */
export async function listBulkItems(executor: Executor, bulkUid: string): Promise<DeskBulkItem[]> {
  return DeskBulkItemModel.query(executor).where({ bulk_uid: bulkUid }).orderBy('place').limit(bulkItemsMax);
}

/** The result of an item. */
export type SettledItem = Pick<DeskBulkItem, 'bulkUid' | 'place' | 'reason'> & {
  readonly outcome: Exclude<DeskBulkItem['outcome'], 'waiting'>;
  readonly settledAt: Date;
};

/**
 * Records the result of an item, once: a concurrent attempt waits for the first, and finds it settled.
 * @returns whether it was still waiting
 */
export async function settleBulkItem(
  tx: Transaction,
  { bulkUid, place, ...settled }: SettledItem,
): Promise<boolean> {
  const changed = await DeskBulkItemModel.query(tx)
    .where({ bulk_uid: bulkUid, place, outcome: 'waiting' })
    .patch(settled);
  return changed > 0;
}

/** Counts a failed try of an item that is still waiting. @returns how often it has failed */
export async function countFailedTry(
  tx: Transaction,
  { bulkUid, place }: Pick<DeskBulkItem, 'bulkUid' | 'place'>,
): Promise<number> {
  const ofItem = { bulk_uid: bulkUid, place, outcome: 'waiting' } as const;
  await DeskBulkItemModel.query(tx).where(ofItem).increment('tries', 1);
  return (await DeskBulkItemModel.query(tx).findOne(ofItem))?.tries ?? 0;
}

/** Records that a bulk action is finished. */
export async function endBulk(tx: Transaction, uid: string, at: Date): Promise<void> {
  await DeskBulkModel.query(tx).where({ uid }).whereNull('ended_at').patch({ endedAt: at });
}

/** Removes bulk actions requested before an instant, with their items. */
export async function pruneBulks(executor: Executor, before: Date): Promise<void> {
  await DeskBulkModel.query(executor).where('created_at', '<', before).delete();
}
