// Objection: rows by key.
import type { Executor, Transaction } from '../database';
import { RequestListColumnsModel, type RequestListColumns } from '../models/request-list-columns';
import { valuesOf } from '../table';

/** Returns the columns that a member chose; none if they chose none. */
export async function findListColumns(executor: Executor, membershipUid: string): Promise<readonly string[]> {
  return (await RequestListColumnsModel.query(executor).findById(membershipUid))?.columns ?? [];
}

/** Stores the columns that a member chose, in place of the previous ones. */
export async function putListColumns(tx: Transaction, chosen: RequestListColumns): Promise<void> {
  await RequestListColumnsModel.query(tx)
    .insert(valuesOf(RequestListColumnsModel, chosen))
    .onConflict('membership_uid')
    .merge();
}

/** Removes a member's choice. */
export async function deleteListColumns(tx: Transaction, membershipUid: string): Promise<void> {
  await RequestListColumnsModel.query(tx).findById(membershipUid).delete();
}
