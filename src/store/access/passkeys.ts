// Objection: rows by key, not on a hot path. SQL text: an insert with a limit, whose `returning` shows
// whether the passkey was stored.
import type { Executor, Transaction } from '../database';
import {
  PasskeyChallengeModel,
  PasskeyModel,
  type PasskeyChallengeRow,
  type PasskeyRow,
} from '../models/passkey';
import { UserModel } from '../models/tenants';
import { named } from '../named';
import { insert, valuesOf } from '../table';

export type { PasskeyRow } from '../models/passkey';

/** Stores a challenge for a browser to sign. */
export async function insertChallenge(executor: Executor, challenge: PasskeyChallengeRow): Promise<void> {
  await PasskeyChallengeModel.query(executor).insert(valuesOf(PasskeyChallengeModel, challenge));
}

/** Uses up a challenge. @returns false if it is unknown, someone else's, used, or expired */
export async function takeChallenge(
  executor: Executor,
  challengeHash: Buffer,
  userUid: string | null,
  at: Date,
): Promise<boolean> {
  const taken = await PasskeyChallengeModel.query(executor)
    .where({ challenge_hash: challengeHash, user_uid: userUid })
    .where('expires_at', '>', at)
    .delete();
  return taken > 0;
}

/** Removes the challenges that expired before an instant. */
export async function pruneChallenges(executor: Executor, before: Date): Promise<void> {
  await PasskeyChallengeModel.query(executor).where('expires_at', '<', before).delete();
}

const insertRow = named<{ uid: string }, PasskeyRow & { max: number }>(
  insert(PasskeyModel, {
    from: '(select count(*) as there from passkey where user_uid = :userUid) as before where there < :max',
    onConflict: 'on conflict on constraint passkey_credential_id_key do nothing',
    returning: 'uid',
  }),
);

/**
 * Stores a passkey.
 * @returns false if the person has the maximum number, or it already belongs to someone
 */
export async function insertPasskey(tx: Transaction, passkey: PasskeyRow, max: number): Promise<boolean> {
  // Locked, so that two concurrent requests don't both find room.
  const user = await UserModel.query(tx).findById(passkey.userUid).whereNull('deleted_at').forUpdate();
  if (user === undefined) return false;
  return (await insertRow.run(tx, { ...valuesOf(PasskeyModel, passkey), max })).length > 0;
}

/** Lists the passkeys of a person, oldest first. */
export async function listPasskeys(executor: Executor, userUid: string): Promise<PasskeyRow[]> {
  return PasskeyModel.query(executor).where({ user_uid: userUid }).orderBy(['created_at', 'uid']);
}

/** Returns the passkey that an authenticator names, unless its person was deleted. */
export async function findPasskey(executor: Executor, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return PasskeyModel.query(executor)
    .joinRelated('user')
    .findOne({ credential_id: credentialId })
    .whereNull('user.deleted_at');
}

/** Records that a passkey signed. @returns false if it was removed, or used concurrently */
export async function notePasskeyUse(
  tx: Transaction,
  { uid, signCount: before }: Pick<PasskeyRow, 'uid' | 'signCount'>,
  signCount: number,
  at: Date,
): Promise<boolean> {
  const changed = await PasskeyModel.query(tx)
    .findById(uid)
    .where({ sign_count: before })
    .patch({ signCount, lastUsedAt: at });
  return changed > 0;
}

/** Removes a passkey of a person. @returns whether it was theirs */
export async function deletePasskey(tx: Transaction, uid: string, userUid: string): Promise<boolean> {
  return (await PasskeyModel.query(tx).deleteById(uid).where({ user_uid: userUid })) > 0;
}
