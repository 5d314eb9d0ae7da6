// Objection: rows by key, not on a hot path.
import type { Executor, Transaction } from '../database';
import { SignOnIdentityModel, type SignOnIdentityRow } from '../models/console';
import { UserModel } from '../models/tenants';
import { valuesOf } from '../table';

/** An account at an identity provider: it names a person for good, unlike an address. */
export type SignOnIdentity = Pick<SignOnIdentityRow, 'issuer' | 'subject'>;

/** Returns the person whom an account is bound to, unless they were deleted. */
export async function findUserOfIdentity(
  executor: Executor,
  { issuer, subject }: SignOnIdentity,
): Promise<string | undefined> {
  const row = await SignOnIdentityModel.query(executor)
    .findById([issuer, subject])
    .whereIn('user_uid', UserModel.query(executor).select('uid').whereNull('deleted_at'));
  return row?.userUid;
}

/** Binds an account to a person, unless either is bound already. @returns whether it did */
export async function bindIdentity(tx: Transaction, row: SignOnIdentityRow): Promise<boolean> {
  const { issuer, subject } = row;
  // The account of a deleted person is free for whoever is invited again.
  await SignOnIdentityModel.query(tx)
    .deleteById([issuer, subject])
    .whereIn('user_uid', UserModel.query(tx).select('uid').whereNotNull('deleted_at'));
  await SignOnIdentityModel.query(tx).insert(valuesOf(SignOnIdentityModel, row)).onConflict().ignore();
  return (await findUserOfIdentity(tx, row)) === row.userUid;
}

/** Removes the accounts that a person is bound to. @returns how many */
export async function unbindIdentities(tx: Transaction, userUid: string): Promise<number> {
  return SignOnIdentityModel.query(tx).where({ user_uid: userUid }).delete();
}
