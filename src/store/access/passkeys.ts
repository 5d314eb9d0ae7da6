// Objection: rows by key, none of it on a hot path. SQL text: an insert with a limit, whose `returning` tells
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

/** Stores what a browser is to sign. */
export async function insertChallenge(executor: Executor, challenge: PasskeyChallengeRow): Promise<void> {
  await PasskeyChallengeModel.query(executor).insert(valuesOf(PasskeyChallengeModel, challenge));
}

/** Uses a challenge up. @returns false when it was none of ours, for somebody else, used or too old */
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

/** Removes the challenges that ended before an instant. */
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
 * @returns false when the person has as many as there may be, and when it is somebody's already
 */
export async function insertPasskey(tx: Transaction, passkey: PasskeyRow, max: number): Promise<boolean> {
  // Locked, so that two requests at once do not both find room.
  const user = await UserModel.query(tx).findById(passkey.userUid).whereNull('deleted_at').forUpdate();
  if (user === undefined) return false;
  return (await insertRow.run(tx, { ...valuesOf(PasskeyModel, passkey), max })).length > 0;
}

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(executor: Executor, userUid: string): Promise<PasskeyRow[]> {
  return PasskeyModel.query(executor).where({ user_uid: userUid }).orderBy(['created_at', 'uid']);
}

/** The passkey that an authenticator names, unless its person was deleted. */
export async function findPasskey(executor: Executor, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return PasskeyModel.query(executor)
    .joinRelated('user')
    .findOne({ credential_id: credentialId })
    .whereNull('user.deleted_at');
}

/** Notes that a passkey signed. @returns false when it was removed, or signed elsewhere meanwhile */
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

/** Removes a passkey of a person. @returns whether it was one of theirs */
export async function deletePasskey(tx: Transaction, uid: string, userUid: string): Promise<boolean> {
  return (await PasskeyModel.query(tx).deleteById(uid).where({ user_uid: userUid })) > 0;
}
