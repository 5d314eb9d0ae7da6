import type { Executor } from '../database';
import { SingleSignOnModel, type SingleSignOnRow } from '../models/console';
import { named } from '../named';
import { insert, valuesOf } from '../table';

const insertRow = named<never, SingleSignOnRow>(insert(SingleSignOnModel));

/** Stores that somebody went to the identity provider. */
export async function insertSingleSignOn(executor: Executor, row: SingleSignOnRow): Promise<void> {
  await insertRow.run(executor, valuesOf(SingleSignOnModel, row));
}

const take = named<Pick<SingleSignOnRow, 'returnPath'>, { secretHash: Buffer; at: Date }>(`
  delete from single_sign_on where secret_hash = :secretHash and expires_at > :at returning return_path as "returnPath"
`);

/** Uses up that somebody went there. @returns `undefined` when it was used, or is too old */
export async function takeSingleSignOn(
  executor: Executor,
  secretHash: Buffer,
  at: Date,
): Promise<Pick<SingleSignOnRow, 'returnPath'> | undefined> {
  return (await take.run(executor, { secretHash, at }))[0];
}

const prune = named<never, { before: Date }>('delete from single_sign_on where expires_at < :before');

/** Removes what ended before an instant. */
export async function pruneSingleSignOns(executor: Executor, before: Date): Promise<void> {
  await prune.run(executor, { before });
}
