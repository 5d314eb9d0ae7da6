import type { Executor, Transaction } from '../database';
import {
  PasskeyChallengeModel,
  PasskeyModel,
  type PasskeyChallengeRow,
  type PasskeyRow,
} from '../models/passkey';
import { named } from '../named';
import { insert, selectList, valuesOf } from '../table';

export type { PasskeyRow } from '../models/passkey';

const insertChallengeRow = named<never, PasskeyChallengeRow>(insert(PasskeyChallengeModel));

/** Stores what a browser is to sign. */
export async function insertChallenge(executor: Executor, challenge: PasskeyChallengeRow): Promise<void> {
  await insertChallengeRow.run(executor, valuesOf(PasskeyChallengeModel, challenge));
}

const take = named<{ uid: string }, { challengeHash: Buffer; userUid: string | null; at: Date }>(`
  delete from passkey_challenge where challenge_hash = :challengeHash and expires_at > :at
    and user_uid is not distinct from :userUid::uuid
  returning uid
`);

/** Uses a challenge up. @returns false when it was none of ours, for somebody else, used or too old */
export async function takeChallenge(
  executor: Executor,
  challengeHash: Buffer,
  userUid: string | null,
  at: Date,
): Promise<boolean> {
  return (await take.run(executor, { challengeHash, userUid, at })).length > 0;
}

const prune = named<never, { before: Date }>('delete from passkey_challenge where expires_at < :before');

/** Removes the challenges that ended before an instant. */
export async function pruneChallenges(executor: Executor, before: Date): Promise<void> {
  await prune.run(executor, { before });
}

const lockUser = named<{ uid: string }, { userUid: string }>(
  'select uid from app_user where uid = :userUid and deleted_at is null for update',
);
const insertRow = named<{ uid: string }, PasskeyRow & { max: number }>(
  insert(PasskeyModel, {
    from: '(select count(*) as there from passkey where user_uid = :userUid) as before where there < :max',
    onConflict: 'on conflict on constraint passkey_credential_id_key do nothing',
    returning: 'uid',
  }),
);

/** Stores a passkey. @returns false when the person has as many as there may be, and when it is somebody's already */
export async function insertPasskey(tx: Transaction, passkey: PasskeyRow, max: number): Promise<boolean> {
  // Locked, so that two requests at once do not both find room.
  if ((await lockUser.run(tx, { userUid: passkey.userUid })).length === 0) return false;
  return (await insertRow.run(tx, { ...valuesOf(PasskeyModel, passkey), max })).length > 0;
}

const list = named<PasskeyRow, { userUid: string }>(
  `select ${selectList(PasskeyModel, 'k')} from passkey k where k.user_uid = :userUid order by k.created_at, k.uid`,
);

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(executor: Executor, userUid: string): Promise<PasskeyRow[]> {
  return list.run(executor, { userUid });
}

const find = named<PasskeyRow, { credentialId: Buffer }>(`
  select ${selectList(PasskeyModel, 'k')} from passkey k join app_user u on u.uid = k.user_uid and u.deleted_at is null
  where k.credential_id = :credentialId
`);

/** The passkey that an authenticator names, unless its person was deleted. */
export async function findPasskey(executor: Executor, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return (await find.run(executor, { credentialId }))[0];
}

const noteUse = named<{ uid: string }, { uid: string; before: number; signCount: number; at: Date }>(`
  update passkey set sign_count = :signCount, last_used_at = :at where uid = :uid and sign_count = :before returning uid
`);

/** Notes that a passkey signed. @returns false when it was removed, or signed elsewhere meanwhile */
export async function notePasskeyUse(
  tx: Transaction,
  { uid, signCount: before }: Pick<PasskeyRow, 'uid' | 'signCount'>,
  signCount: number,
  at: Date,
): Promise<boolean> {
  return (await noteUse.run(tx, { uid, before, signCount, at })).length > 0;
}

const remove = named<{ uid: string }, { uid: string; userUid: string }>(
  'delete from passkey where uid = :uid and user_uid = :userUid returning uid',
);

/** Removes a passkey of a person. @returns whether it was one of theirs */
export async function deletePasskey(tx: Transaction, uid: string, userUid: string): Promise<boolean> {
  return (await remove.run(tx, { uid, userUid })).length > 0;
}
