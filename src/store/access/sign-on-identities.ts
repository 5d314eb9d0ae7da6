// Objection: rows by key, not on a hot path.
import type { Executor, Transaction } from '../database';
import { ConsoleSessionModel, SignOnIdentityModel, type SignOnIdentityRow } from '../models/console';
import { CompanyModel, MembershipModel, UserModel } from '../models/tenants';
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

/** Whether a person is bound to an account. */
export async function isBound(executor: Executor, userUid: string): Promise<boolean> {
  return (await SignOnIdentityModel.query(executor).where({ user_uid: userUid }).resultSize()) > 0;
}

/** Whether a company of a person demands that they sign in at the identity provider. */
export async function isSignOnRequired(executor: Executor, userUid: string): Promise<boolean> {
  const memberships = MembershipModel.query(executor).where({ user_uid: userUid }).whereNull('ended_at');
  const demanding = CompanyModel.query(executor)
    .where({ requires_sign_on: true })
    .whereIn('uid', memberships.select('company_uid'));
  return (await demanding.resultSize()) > 0;
}

/** Ends the sessions of a company's members. @param except a person who stays signed in */
export async function endSessionsOfCompany(
  tx: Transaction,
  companyUid: string,
  { except, at }: { readonly except: string | null; readonly at: Date },
): Promise<void> {
  const members = MembershipModel.query(tx).where({ company_uid: companyUid }).whereNull('ended_at');
  const sessions = ConsoleSessionModel.query(tx)
    .whereIn('user_uid', members.select('user_uid'))
    .whereNull('ended_at');
  await (except === null ? sessions : sessions.whereNot({ user_uid: except })).patch({ endedAt: at });
}

/** Binds an account to a person, unless either is bound already. @returns whether it did */
export async function bindIdentity(tx: Transaction, row: SignOnIdentityRow): Promise<boolean> {
  const { issuer, subject } = row;
  // The account of a deleted person is free for the next person who is invited.
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
