// Objection: rows by key, not on a hot path.
import type { Executor } from '../database';
import { SingleSignOnModel, type SingleSignOnRow } from '../models/console';
import { valuesOf } from '../table';

/** Stores a started sign-on at the identity provider. */
export async function insertSingleSignOn(executor: Executor, row: SingleSignOnRow): Promise<void> {
  await SingleSignOnModel.query(executor).insert(valuesOf(SingleSignOnModel, row));
}

/** Uses up a started sign-on. @returns `undefined` if it was used or has expired */
export async function takeSingleSignOn(
  executor: Executor,
  secretHash: Buffer,
  at: Date,
): Promise<Pick<SingleSignOnRow, 'returnPath'> | undefined> {
  return SingleSignOnModel.query(executor)
    .where({ secret_hash: secretHash })
    .where('expires_at', '>', at)
    .delete()
    .returning('return_path')
    .first();
}

/** Removes what expired before an instant. */
export async function pruneSingleSignOns(executor: Executor, before: Date): Promise<void> {
  await SingleSignOnModel.query(executor).where('expires_at', '<', before).delete();
}
