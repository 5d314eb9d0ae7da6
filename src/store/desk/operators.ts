// Objection: rows by key and a short list, not on a hot path.
import type { Executor, Transaction } from '../database';
import { DeskOperatorModel, type DeskOperator } from '../models/desk';

export type { DeskOperator } from '../models/desk';

/** Returns the operator with this e-mail address, ignoring case, unless they were removed. */
export async function findOperatorByEmail(
  executor: Executor,
  email: string,
): Promise<DeskOperator | undefined> {
  return DeskOperatorModel.query(executor)
    .whereRaw('lower(email) = lower(:email)', { email })
    .whereNull('deleted_at')
    .first();
}

/** Returns an operator by their uid, even a removed one. */
export async function findOperatorByUid(executor: Executor, uid: string): Promise<DeskOperator | undefined> {
  return DeskOperatorModel.query(executor).findById(uid);
}

/** Lists the operators that weren't removed, by address; at most 1,000. */
export async function listOperators(executor: Executor): Promise<DeskOperator[]> {
  return DeskOperatorModel.query(executor).whereNull('deleted_at').orderBy('email').limit(1_000);
}

/** Stores a new operator. @throws a unique violation for an address that is taken */
export async function insertOperator(tx: Transaction, operator: DeskOperator): Promise<void> {
  await DeskOperatorModel.query(tx).insert(operator);
}

/** Marks an operator as removed. */
export async function markOperatorDeleted(tx: Transaction, uid: string, at: Date): Promise<void> {
  await DeskOperatorModel.query(tx).where({ uid }).patch({ deletedAt: at });
}
