// Objection: links and sessions by key. SQL text: the session of a cookie, read on every page, and the link
// of a token, each with its person.
import type { ModelClass } from 'objection';
import type { Executor, Transaction } from '../database';
import { ConsoleSessionModel, SignInLinkModel, type SessionRow, type SignInLinkRow } from '../models/console';
import { DeskOperatorModel, DeskSessionModel, DeskSignInLinkModel } from '../models/desk';
import { UserModel } from '../models/tenants';
import type { BaseModel } from '../models/base';
import { named } from '../named';
import { selectList, valuesOf } from '../table';

export type { SessionRow } from '../models/console';

/** A valid sign-in link, and its person. */
export interface LinkInForce extends Pick<SignInLinkRow, 'uid' | 'userUid' | 'returnPath'> {
  readonly email: string;
}

/** A session with its person. */
export interface SessionOfUser extends SessionRow {
  readonly userName: string;
  readonly userEmail: string;
}

/** The tables of one kind of people who sign in. */
interface SignInTables {
  readonly links: typeof SignInLinkModel;
  readonly sessions: typeof ConsoleSessionModel;
  /** The people, with `uid`, `name`, `email`, and `deleted_at`. */
  readonly people: ModelClass<BaseModel>;
}

/** Returns the SQL statements, constant for each kind of people. */
function statementsOf({ links, sessions, people }: SignInTables) {
  return {
    findLink: named<LinkInForce, { tokenHash: Buffer; at: Date }>(`
      select ${selectList(links, 'l', ['uid', 'userUid', 'returnPath'])}, u.email
      from ${links.tableName} l join ${people.tableName} u on u.uid = l.user_uid and u.deleted_at is null
      where l.token_hash = :tokenHash and l.used_at is null and l.expires_at > :at
    `),
    findSession: named<SessionOfUser, { tokenHash: Buffer }>(`
      select ${selectList(sessions, 's')}, u.name as "userName", u.email as "userEmail"
      from ${sessions.tableName} s join ${people.tableName} u on u.uid = s.user_uid and u.deleted_at is null
      where s.token_hash = :tokenHash
    `),
  };
}

/** The filter for a person's sessions. */
interface SessionsWanted {
  readonly userUid: string;
  readonly seenAfter: Date;
  readonly signedInAfter: Date;
  readonly limit: number;
}

/** The links and sessions of one kind of people: members in the console, operators at the desk. */
export interface SignIns {
  /**
   * Stores a link, unless the person reached the limit.
   * @param before links created before `since` no longer count
   */
  readonly insertLink: (
    tx: Transaction,
    link: SignInLinkRow,
    before: { readonly since: Date; readonly max: number },
  ) => Promise<boolean>;
  /** Returns the valid link of a token. */
  readonly findLink: (executor: Executor, tokenHash: Buffer, at: Date) => Promise<LinkInForce | undefined>;
  /**
   * Uses up a link, and all other links of the person.
   * @returns false if it is no longer valid
   */
  readonly takeLink: (
    tx: Transaction,
    link: { readonly tokenHash: Buffer; readonly userUid: string },
    at: Date,
  ) => Promise<boolean>;
  /** Stores a new session. */
  readonly insertSession: (tx: Transaction, session: SessionRow) => Promise<void>;
  /** Returns the session of a token, active or not, unless its person was deleted. */
  readonly findSession: (executor: Executor, tokenHash: Buffer) => Promise<SessionOfUser | undefined>;
  /** Records the use of a session. */
  readonly touchSession: (executor: Executor, uid: string, at: Date) => Promise<void>;
  /** Ends a session of a person. @returns whether it was theirs and hadn't ended */
  readonly endSession: (
    tx: Transaction,
    session: { readonly uid: string; readonly userUid: string },
    at: Date,
  ) => Promise<boolean>;
  /** Ends every session of a person. */
  readonly endSessions: (tx: Transaction, userUid: string, at: Date) => Promise<void>;
  /**
   * Lists the sessions of a person that were used and started after these instants and haven't ended, last
   * used first.
   */
  readonly listSessions: (executor: Executor, wanted: SessionsWanted) => Promise<SessionRow[]>;
  /** Removes links that expired and sessions that started before an instant. */
  readonly prune: (executor: Executor, before: Date) => Promise<void>;
}

/** Locks a person, whose links and sessions change one after the other. @returns whether they exist */
async function lockPerson(tx: Transaction, { people }: SignInTables, uid: string): Promise<boolean> {
  const person = await people.query(tx).select('uid').findById(uid).whereNull('deleted_at').forUpdate();
  return person !== undefined;
}

function signInsOf(tables: SignInTables): SignIns {
  const { links, sessions } = tables;
  const statements = statementsOf(tables);
  return {
    insertLink: async (tx, link, { since, max }) => {
      if (!(await lockPerson(tx, tables, link.userUid))) return false;
      const made = links.query(tx).where({ user_uid: link.userUid }).where('created_at', '>', since);
      if ((await made.resultSize()) >= max) return false;
      await links.query(tx).insert(valuesOf(links, link));
      return true;
    },
    findLink: async (executor, tokenHash, at) =>
      (await statements.findLink.run(executor, { tokenHash, at }))[0],
    takeLink: async (tx, { tokenHash, userUid }, at) => {
      // Two links of a person that are used at once would wait for each other.
      if (!(await lockPerson(tx, tables, userUid))) return false;
      const taken = await links
        .query(tx)
        .where({ token_hash: tokenHash })
        .whereNull('used_at')
        .where('expires_at', '>', at)
        .patch({ usedAt: at });
      if (taken === 0) return false;
      await links.query(tx).where({ user_uid: userUid }).whereNull('used_at').patch({ usedAt: at });
      return true;
    },
    insertSession: async (tx, session) => {
      await sessions.query(tx).insert(valuesOf(sessions, session));
    },
    findSession: async (executor, tokenHash) =>
      (await statements.findSession.run(executor, { tokenHash }))[0],
    touchSession: async (executor, uid, at) => {
      await sessions
        .query(executor)
        .findById(uid)
        .where('last_seen_at', '<', at)
        .whereNull('ended_at')
        .patch({ lastSeenAt: at });
    },
    endSession: async (tx, { uid, userUid }, at) => {
      const own = sessions.query(tx).findById(uid).where({ user_uid: userUid });
      return (await own.whereNull('ended_at').patch({ endedAt: at })) > 0;
    },
    endSessions: async (tx, userUid, at) => {
      await sessions.query(tx).where({ user_uid: userUid }).whereNull('ended_at').patch({ endedAt: at });
    },
    listSessions: async (executor, { userUid, seenAfter, signedInAfter, limit }) =>
      sessions
        .query(executor)
        .where({ user_uid: userUid })
        .whereNull('ended_at')
        .where('last_seen_at', '>', seenAfter)
        .where('signed_in_at', '>', signedInAfter)
        .orderBy([{ column: 'last_seen_at', order: 'desc' }, 'uid'])
        .limit(limit),
    prune: async (executor, before) => {
      await links.query(executor).where('expires_at', '<', before).delete();
      await sessions.query(executor).where('signed_in_at', '<', before).delete();
    },
  };
}

const signInsOfMembers = signInsOf({
  links: SignInLinkModel,
  sessions: ConsoleSessionModel,
  people: UserModel,
});

/** The links and sessions of members, in the console. A new session updates the member's last sign-in. */
export const memberSignIns: SignIns = {
  ...signInsOfMembers,
  insertSession: async (tx, session) => {
    await signInsOfMembers.insertSession(tx, session);
    const { userUid, signedInAt } = session;
    await UserModel.query(tx).findById(userUid).patch({ lastSignedInAt: signedInAt });
    await UserModel.query(tx)
      .findById(userUid)
      .whereNull('first_signed_in_at')
      .patch({ firstSignedInAt: signedInAt });
  },
};

/** Returns whether a session of the console is the first one that its person ever had. */
export async function isFirstSession(
  executor: Executor,
  { userUid, signedInAt }: Pick<SessionRow, 'userUid' | 'signedInAt'>,
): Promise<boolean> {
  const user = await UserModel.query(executor).findById(userUid);
  return user?.firstSignedInAt?.getTime() === signedInAt.getTime();
}

/** How long before a sign-in an earlier visit ended at least: who signs in again continues a visit. */
const betweenVisitsMs = 60 * 60 * 1000;

/** Returns when the person of a session used the console the last time before it; `undefined` for never. */
export async function findLastVisit(
  executor: Executor,
  { userUid, signedInAt }: Pick<SessionRow, 'userUid' | 'signedInAt'>,
): Promise<Date | undefined> {
  const before = new Date(signedInAt.getTime() - betweenVisitsMs);
  const [last] = await ConsoleSessionModel.query(executor)
    .where({ user_uid: userUid })
    .where('last_seen_at', '<', before)
    .orderBy([{ column: 'last_seen_at', order: 'desc' }, 'uid'])
    .limit(1);
  return last?.lastSeenAt;
}

/** The links and sessions of operators, at the desk. */
export const operatorSignIns = signInsOf({
  links: DeskSignInLinkModel,
  sessions: DeskSessionModel,
  people: DeskOperatorModel,
});

/**
 * Removes the links that expired and the sessions that started before an instant, of members and operators.
 */
export async function pruneSignIns(executor: Executor, before: Date): Promise<void> {
  await memberSignIns.prune(executor, before);
  await operatorSignIns.prune(executor, before);
}
