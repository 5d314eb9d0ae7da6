// Objection: rows by key and the items of one bulk action, none of it on a hot path.
import { bulkItemsMax } from '../../domain/desk/bulk';
import type { Executor, Transaction } from '../database';
import { DeskBulkItemModel, DeskBulkModel, type DeskBulk, type DeskBulkItem } from '../models/desk-bulk';

export type { DeskBulk, DeskBulkItem } from '../models/desk-bulk';

/** Stores a bulk action with its things, none of which is done. */
export async function insertBulk(
  tx: Transaction,
  bulk: DeskBulk,
  items: readonly DeskBulkItem[],
): Promise<void> {
  await DeskBulkModel.query(tx).insert(bulk);
  await DeskBulkItemModel.query(tx).insert([...items]);
}

/** A bulk action by its uid. */
export async function findBulk(executor: Executor, uid: string): Promise<DeskBulk | undefined> {
  return DeskBulkModel.query(executor).findById(uid);
}

/** Its things in the order in which they were picked, all of them. */
export async function listBulkItems(executor: Executor, bulkUid: string): Promise<DeskBulkItem[]> {
  return DeskBulkItemModel.query(executor).where({ bulk_uid: bulkUid }).orderBy('place').limit(bulkItemsMax);
}

/** What becomes of one of the things. */
export type SettledItem = Pick<DeskBulkItem, 'bulkUid' | 'place' | 'reason'> & {
  readonly outcome: Exclude<DeskBulkItem['outcome'], 'waiting'>;
  readonly settledAt: Date;
};

/**
 * Notes what becomes of one of the things, once: who comes second waits for the first, and finds it settled.
 * @returns whether it waited still
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

/** Notes that a bulk action is over. */
export async function endBulk(tx: Transaction, uid: string, at: Date): Promise<void> {
  await DeskBulkModel.query(tx).where({ uid }).whereNull('ended_at').patch({ endedAt: at });
}

/** Removes bulk actions that were asked for before an instant, with their things. */
export async function pruneBulks(executor: Executor, before: Date): Promise<void> {
  await DeskBulkModel.query(executor).where('created_at', '<', before).delete();
}
