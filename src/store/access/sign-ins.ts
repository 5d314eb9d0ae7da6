import type { Executor, Transaction } from '../database';
import { ConsoleSessionModel, SignInLinkModel, type SessionRow, type SignInLinkRow } from '../models/console';
import { DeskSessionModel, DeskSignInLinkModel } from '../models/desk';
import { named } from '../named';
import { insert, selectList, valuesOf } from '../table';

export type { SessionRow } from '../models/console';

/** A link that signs in, and whom. */
export interface LinkInForce extends Pick<SignInLinkRow, 'uid' | 'userUid' | 'returnPath'> {
  readonly email: string;
}

/** A session with whose it is. */
export interface SessionOfUser extends SessionRow {
  readonly userName: string;
  readonly userEmail: string;
}

/** The tables of one kind of people who sign in. */
interface SignInTables {
  readonly links: typeof SignInLinkModel | typeof DeskSignInLinkModel;
  readonly sessions: typeof ConsoleSessionModel | typeof DeskSessionModel;
  /** The people, by `uid`, `name`, `email` and `deleted_at`. */
  readonly people: 'app_user' | 'desk_operator';
}

/** The statements about links; their texts are constant for each kind of people. */
function linkStatements({ links, people }: SignInTables) {
  const inForce = `l.token_hash = :tokenHash and l.used_at is null and l.expires_at > :at`;
  return {
    // The person's row is locked before, so that two requests at once do not both find room.
    insertRow: named<{ uid: string }, SignInLinkRow & { since: Date; max: number }>(
      insert(links, {
        from: `(select count(*) as made from ${links.tableName} where user_uid = :userUid and created_at > :since) as before
      where made < :max`,
        returning: 'uid',
      }),
    ),
    lockPerson: named<{ uid: string }, { userUid: string }>(
      `select uid from ${people} where uid = :userUid and deleted_at is null for update`,
    ),
    findInForce: named<LinkInForce, { tokenHash: Buffer; at: Date }>(`
      select ${selectList(links, 'l', ['uid', 'userUid', 'returnPath'])}, u.email
      from ${links.tableName} l join ${people} u on u.uid = l.user_uid and u.deleted_at is null
      where ${inForce}
    `),
    take: named<{ uid: string }, { tokenHash: Buffer; at: Date }>(
      `update ${links.tableName} l set used_at = :at where ${inForce} returning l.uid`,
    ),
    useOthers: named<never, { userUid: string; at: Date }>(
      `update ${links.tableName} set used_at = :at where user_uid = :userUid and used_at is null`,
    ),
  };
}

/** The statements about sessions. */
function sessionStatements({ links, sessions, people }: SignInTables) {
  const table = sessions.tableName;
  return {
    insertRow: named<never, SessionRow>(insert(sessions)),
    findByHash: named<SessionOfUser, { tokenHash: Buffer }>(`
      select ${selectList(sessions, 's')}, u.name as "userName", u.email as "userEmail"
      from ${table} s join ${people} u on u.uid = s.user_uid and u.deleted_at is null
      where s.token_hash = :tokenHash
    `),
    touch: named<never, { uid: string; at: Date }>(
      `update ${table} set last_seen_at = :at where uid = :uid and last_seen_at < :at and ended_at is null`,
    ),
    end: named<{ uid: string }, { uid: string; userUid: string; at: Date }>(
      `update ${table} set ended_at = :at where uid = :uid and user_uid = :userUid and ended_at is null returning uid`,
    ),
    endAll: named<{ uid: string }, { userUid: string; at: Date }>(
      `update ${table} set ended_at = :at where user_uid = :userUid and ended_at is null returning uid`,
    ),
    list: named<SessionRow, SessionsWanted>(`
      select ${selectList(sessions, 's')} from ${table} s
      where s.user_uid = :userUid and s.ended_at is null and s.last_seen_at > :seenAfter and s.signed_in_at > :signedInAfter
      order by s.last_seen_at desc, s.uid limit :limit
    `),
    prune: named<never, { before: Date }>(`
      with links as (delete from ${links.tableName} where expires_at < :before)
      delete from ${table} where signed_in_at < :before
    `),
  };
}

/** Which sessions of a person are listed. */
interface SessionsWanted {
  readonly userUid: string;
  readonly seenAfter: Date;
  readonly signedInAfter: Date;
  readonly limit: number;
}

/** The links and sessions of one kind of people: members in the console, operators at the desk. */
export interface SignIns {
  /**
   * Stores a link, unless the person was sent as many as there may be.
   * @param before links that were made before `since` count no more
   * @returns whether it is stored
   */
  readonly insertLink: (
    tx: Transaction,
    link: SignInLinkRow,
    before: { readonly since: Date; readonly max: number },
  ) => Promise<boolean>;
  /** The link of a token, while it signs in. */
  readonly findLink: (executor: Executor, tokenHash: Buffer, at: Date) => Promise<LinkInForce | undefined>;
  /** Uses a link up, and with it whatever other links the person has. @returns false when it signs in no more */
  readonly takeLink: (
    tx: Transaction,
    link: { readonly tokenHash: Buffer; readonly userUid: string },
    at: Date,
  ) => Promise<boolean>;
  /** Stores a new session. */
  readonly insertSession: (tx: Transaction, session: SessionRow) => Promise<void>;
  /** The session of a token, in force or not, unless its person was deleted. */
  readonly findSession: (executor: Executor, tokenHash: Buffer) => Promise<SessionOfUser | undefined>;
  /** Notes that a session was used. */
  readonly touchSession: (executor: Executor, uid: string, at: Date) => Promise<void>;
  /** Ends a session of a person. @returns whether it was one of theirs, and not ended */
  readonly endSession: (
    tx: Transaction,
    session: { readonly uid: string; readonly userUid: string },
    at: Date,
  ) => Promise<boolean>;
  /** Ends every session of a person. */
  readonly endSessions: (tx: Transaction, userUid: string, at: Date) => Promise<void>;
  /** The sessions of a person that were seen and signed in after these instants and not ended, the last seen first. */
  readonly listSessions: (executor: Executor, wanted: SessionsWanted) => Promise<SessionRow[]>;
  /** Removes links that ended and sessions that began before an instant. */
  readonly prune: (executor: Executor, before: Date) => Promise<void>;
}

function signInsOf(tables: SignInTables): SignIns {
  const links = linkStatements(tables);
  const sessions = sessionStatements(tables);
  return {
    insertLink: async (tx, link, { since, max }) => {
      if ((await links.lockPerson.run(tx, { userUid: link.userUid })).length === 0) return false;
      const stored = await links.insertRow.run(tx, { ...valuesOf(tables.links, link), since, max });
      return stored.length > 0;
    },
    findLink: async (executor, tokenHash, at) =>
      (await links.findInForce.run(executor, { tokenHash, at }))[0],
    takeLink: async (tx, { tokenHash, userUid }, at) => {
      if ((await links.take.run(tx, { tokenHash, at })).length === 0) return false;
      await links.useOthers.run(tx, { userUid, at });
      return true;
    },
    insertSession: async (tx, session) => {
      await sessions.insertRow.run(tx, valuesOf(tables.sessions, session));
    },
    findSession: async (executor, tokenHash) => (await sessions.findByHash.run(executor, { tokenHash }))[0],
    touchSession: async (executor, uid, at) => {
      await sessions.touch.run(executor, { uid, at });
    },
    endSession: async (tx, { uid, userUid }, at) =>
      (await sessions.end.run(tx, { uid, userUid, at })).length > 0,
    endSessions: async (tx, userUid, at) => {
      await sessions.endAll.run(tx, { userUid, at });
    },
    listSessions: async (executor, wanted) => sessions.list.run(executor, wanted),
    prune: async (executor, before) => {
      await sessions.prune.run(executor, { before });
    },
  };
}

const signInsOfMembers = signInsOf({
  links: SignInLinkModel,
  sessions: ConsoleSessionModel,
  people: 'app_user',
});
const noteSignIn = named<never, { userUid: string; at: Date }>(
  'update app_user set last_signed_in_at = :at where uid = :userUid',
);

/** The links and sessions of members, in the console; with a session it is stored that its person signed in. */
export const memberSignIns: SignIns = {
  ...signInsOfMembers,
  insertSession: async (tx, session) => {
    await signInsOfMembers.insertSession(tx, session);
    await noteSignIn.run(tx, { userUid: session.userUid, at: session.signedInAt });
  },
};

/** The links and sessions of operators, at the desk. */
export const operatorSignIns = signInsOf({
  links: DeskSignInLinkModel,
  sessions: DeskSessionModel,
  people: 'desk_operator',
});

/** Removes the links that ended and the sessions that began before an instant, of members and of operators. */
export async function pruneSignIns(executor: Executor, before: Date): Promise<void> {
  await memberSignIns.prune(executor, before);
  await operatorSignIns.prune(executor, before);
}
