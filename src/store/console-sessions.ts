import type { Executor, Transaction } from './database';
import {
  ConsoleSessionModel,
  SignInLinkModel,
  type ConsoleSessionRow,
  type SignInLinkRow,
} from './models/console';
import { named } from './named';
import { insert, selectList, valuesOf } from './table';

export type { ConsoleSessionRow } from './models/console';

// The person's row is locked by the caller, so that two requests at once do not both find room.
const insertLinkRow = named<{ uid: string }, SignInLinkRow & { since: Date; max: number }>(
  insert(SignInLinkModel, {
    from: `(select count(*) as made from sign_in_link where user_uid = :userUid and created_at > :since) as before
      where made < :max`,
    returning: 'uid',
  }),
);

const lockUser = named<{ uid: string }, { userUid: string }>(
  'select uid from app_user where uid = :userUid and deleted_at is null for update',
);

/**
 * Stores a link, unless the person was sent as many as there may be.
 * @param since links that were made before count no more
 * @returns whether it is stored
 */
export async function insertLink(
  tx: Transaction,
  link: SignInLinkRow,
  { since, max }: { readonly since: Date; readonly max: number },
): Promise<boolean> {
  if ((await lockUser.run(tx, { userUid: link.userUid })).length === 0) return false;
  const stored = await insertLinkRow.run(tx, { ...valuesOf(SignInLinkModel, link), since, max });
  return stored.length > 0;
}

/** A link that signs in, and whom. */
export interface LinkInForce extends Pick<SignInLinkRow, 'uid' | 'userUid' | 'returnPath'> {
  readonly email: string;
}

const inForce = `l.token_hash = :tokenHash and l.used_at is null and l.expires_at > :at`;
const findInForce = named<LinkInForce, { tokenHash: Buffer; at: Date }>(`
  select ${selectList(SignInLinkModel, 'l', ['uid', 'userUid', 'returnPath'])}, u.email
  from sign_in_link l join app_user u on u.uid = l.user_uid and u.deleted_at is null
  where ${inForce}
`);

/** The link of a token, while it signs in. */
export async function findLink(
  executor: Executor,
  tokenHash: Buffer,
  at: Date,
): Promise<LinkInForce | undefined> {
  return (await findInForce.run(executor, { tokenHash, at }))[0];
}

const take = named<{ uid: string }, { tokenHash: Buffer; at: Date }>(
  `update sign_in_link l set used_at = :at where ${inForce} returning l.uid`,
);
const useOthers = named<never, { userUid: string; at: Date }>(
  'update sign_in_link set used_at = :at where user_uid = :userUid and used_at is null',
);

/** Uses a link up, and with it whatever other links the person has. @returns false when it signs in no more */
export async function takeLink(
  tx: Transaction,
  { tokenHash, userUid }: { readonly tokenHash: Buffer; readonly userUid: string },
  at: Date,
): Promise<boolean> {
  if ((await take.run(tx, { tokenHash, at })).length === 0) return false;
  await useOthers.run(tx, { userUid, at });
  return true;
}

const insertRow = named<never, ConsoleSessionRow>(insert(ConsoleSessionModel));

/** Stores a new session. */
export async function insertSession(tx: Transaction, session: ConsoleSessionRow): Promise<void> {
  await insertRow.run(tx, valuesOf(ConsoleSessionModel, session));
}

/** A session with whose it is. */
export interface SessionOfUser extends ConsoleSessionRow {
  readonly userName: string;
  readonly userEmail: string;
}

const findByHash = named<SessionOfUser, { tokenHash: Buffer }>(`
  select ${selectList(ConsoleSessionModel, 's')}, u.name as "userName", u.email as "userEmail"
  from console_session s join app_user u on u.uid = s.user_uid and u.deleted_at is null
  where s.token_hash = :tokenHash
`);

/** The session of a token, in force or not, unless its person was deleted. */
export async function findSession(executor: Executor, tokenHash: Buffer): Promise<SessionOfUser | undefined> {
  return (await findByHash.run(executor, { tokenHash }))[0];
}

const touch = named<never, { uid: string; at: Date }>(
  'update console_session set last_seen_at = :at where uid = :uid and last_seen_at < :at and ended_at is null',
);

/** Notes that a session was used. */
export async function touchSession(executor: Executor, uid: string, at: Date): Promise<void> {
  await touch.run(executor, { uid, at });
}

const end = named<{ uid: string }, { uid: string; userUid: string; at: Date }>(
  'update console_session set ended_at = :at where uid = :uid and user_uid = :userUid and ended_at is null returning uid',
);

/** Ends a session of a person. @returns whether it was one of theirs, and not ended */
export async function endSession(
  tx: Transaction,
  session: { readonly uid: string; readonly userUid: string },
  at: Date,
): Promise<boolean> {
  return (await end.run(tx, { uid: session.uid, userUid: session.userUid, at })).length > 0;
}

const endAll = named<{ uid: string }, { userUid: string; at: Date }>(
  'update console_session set ended_at = :at where user_uid = :userUid and ended_at is null returning uid',
);

/** Ends every session of a person. */
export async function endSessions(tx: Transaction, userUid: string, at: Date): Promise<void> {
  await endAll.run(tx, { userUid, at });
}

const list = named<
  ConsoleSessionRow,
  { userUid: string; seenAfter: Date; signedInAfter: Date; limit: number }
>(`
  select ${selectList(ConsoleSessionModel, 's')} from console_session s
  where s.user_uid = :userUid and s.ended_at is null and s.last_seen_at > :seenAfter and s.signed_in_at > :signedInAfter
  order by s.last_seen_at desc, s.uid limit :limit
`);

/** The sessions of a person that were seen and signed in after these instants and not ended, the last seen first. */
export async function listSessions(
  executor: Executor,
  wanted: {
    readonly userUid: string;
    readonly seenAfter: Date;
    readonly signedInAfter: Date;
    readonly limit: number;
  },
): Promise<ConsoleSessionRow[]> {
  return list.run(executor, wanted);
}

const prune = named<never, { before: Date }>(`
  with links as (delete from sign_in_link where expires_at < :before)
  delete from console_session where signed_in_at < :before
`);

/** Removes links that ended and sessions that began before an instant. */
export async function pruneSignIns(executor: Executor, before: Date): Promise<void> {
  await prune.run(executor, { before });
}
