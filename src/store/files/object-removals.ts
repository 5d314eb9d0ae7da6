// Objection: rows by key and a plain list, not on a hot path.
import type { Executor, Transaction } from '../database';
import { ObjectRemovalModel, type ObjectRemovalRow } from '../models/object-removal';
import { StoredFileModel } from '../models/stored-file';
import { valuesOf } from '../table';

/** Schedules objects for removal from the store, in the transaction that deletes their records. */
export async function insertObjectRemovals(
  tx: Transaction,
  removals: readonly ObjectRemovalRow[],
): Promise<void> {
  await ObjectRemovalModel.query(tx)
    .insert(removals.map(removal => valuesOf(ObjectRemovalModel, removal)))
    .onConflict()
    .ignore();
}

/** Lists objects due for removal, longest due first; never one with a record. */
export async function listDueRemovals(
  executor: Executor,
  now: Date,
  limit: number,
): Promise<ObjectRemovalRow[]> {
  const onRecord = StoredFileModel.query().whereColumn(
    'stored_file.storage_key',
    'object_removal.storage_key',
  );
  return ObjectRemovalModel.query(executor)
    .where('due_at', '<=', now)
    .whereNotExists(onRecord)
    .orderBy(['due_at', 'storage_key'])
    .limit(limit);
}

/** Records that an object was removed. */
export async function deleteObjectRemoval(
  executor: Executor,
  { storageKey, dueAt }: ObjectRemovalRow,
): Promise<void> {
  await ObjectRemovalModel.query(executor).where({ storage_key: storageKey, due_at: dueAt }).delete();
}
