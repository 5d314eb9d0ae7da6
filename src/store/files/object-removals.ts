import type { Executor, Transaction } from '../database';
import { ObjectRemovalModel, type ObjectRemovalRow } from '../models/object-removal';
import { named } from '../named';
import { insertMany } from '../table';

const add = named<never, { rows: readonly ObjectRemovalRow[] }>(
  insertMany(ObjectRemovalModel, { onConflict: 'on conflict do nothing' }),
);

/** Notes objects that are to be removed from the store, in the transaction that takes them off the record. */
export async function insertObjectRemovals(
  tx: Transaction,
  removals: readonly ObjectRemovalRow[],
): Promise<void> {
  await add.run(tx, { rows: removals });
}

const due = named<ObjectRemovalRow, { now: Date; limit: number }>(`
  select o.storage_key as "storageKey", o.due_at as "dueAt" from object_removal o
  where o.due_at <= :now and not exists (select from stored_file f where f.storage_key = o.storage_key)
  order by o.due_at, o.storage_key limit :limit`);

/** Objects that are to be removed by now, the longest due first; never one that is on record. */
export async function listDueRemovals(
  executor: Executor,
  now: Date,
  limit: number,
): Promise<ObjectRemovalRow[]> {
  return due.run(executor, { now, limit });
}

const settle = named<never, { storageKey: string; dueAt: Date }>(
  'delete from object_removal where storage_key = :storageKey and due_at = :dueAt',
);

/** Notes that an object was removed. */
export async function deleteObjectRemoval(
  executor: Executor,
  { storageKey, dueAt }: ObjectRemovalRow,
): Promise<void> {
  await settle.run(executor, { storageKey, dueAt });
}
