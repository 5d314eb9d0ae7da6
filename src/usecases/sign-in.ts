import type { Principal } from '../access/principal';
import { hashOfConsoleToken, newConsoleToken } from '../access/console-token';
import { isInForce, linkLifeMs, linksMax, type SessionLimits } from '../domain/console/session';
import { Problem } from '../domain/problem';
import type { Mailer } from '../mail/mailer';
import { signInSubject, signInText } from '../mail/sign-in-text';
import type { Clock } from '../platform/clock';
import type { Log } from '../platform/log';
import type { Executor } from '../store/database';
import { takeFromRollingMinute } from '../store/access/rate-limit';
import type { SessionOfUser, SessionRow, SignIns } from '../store/access/sign-ins';
import { runChange, type AuditedResource, type Change, type ChangeParts } from './change';
import { noteRefusal } from './audit-trail';

/** The longest browser name that is kept. */
const browserMax = 200;
/** A session is noted as seen so often at most. */
const touchEveryMs = 60_000;
/** The most sessions of a person that are shown. */
const shownMax = 50;

/** What admitting needs. */
export interface AdmitParts {
  readonly db: Executor;
  readonly clock: Clock;
  readonly sessionLimits: SessionLimits;
}

/** What signing in needs. */
export interface SignInParts extends ChangeParts {
  readonly log: Log;
  readonly mailer: Mailer;
  /** The address of a path of the site, as the person's browser reaches it. */
  readonly urlOf: (path: string) => string;
}

/** A person as a door knows one. */
export interface KnownPerson {
  readonly uid: string;
  readonly email: string;
}

/** What makes a door that of members or that of operators. */
interface DoorKind {
  /** What its acts begin with in the trail, and its paths: `console`, `desk`. */
  readonly name: 'console' | 'desk';
  readonly signIns: SignIns;
  readonly findPerson: (
    executor: Executor,
    email: string,
  ) => Promise<(KnownPerson & { readonly name: string }) | undefined>;
  /** Who acts at the door; `undefined`: nobody who is known. */
  readonly principalOf: (person: KnownPerson | undefined) => Principal;
  /** The person, as the trail points at them. */
  readonly audited: (change: Change, uid: string) => Promise<AuditedResource>;
}

/** A session that was begun. */
export interface BegunSession {
  /** For the cookie; it is stored nowhere. */
  readonly sessionToken: string;
  readonly returnPath: string | null;
}

/** The browser in which a session begins. */
export interface SigningBrowser {
  /** What it calls itself. */
  readonly browser: string;
  /** The session that it has already; it ends. */
  readonly before: SessionOfUser | undefined;
}

/** Who asks to be signed in. */
export interface SignInRequest extends SigningBrowser {
  readonly token: string;
  readonly requestId: string;
}

/** Who asks for a link, and where they come from. */
export interface LinkRequest {
  readonly email: string;
  readonly returnPath: string | null;
  readonly requestId: string;
}

/** Which sessions of a person are signed out: one of them, or every one. */
export type SignedOut = { readonly sessionUid: string } | 'everywhere';

/** Who asks for something: a person, or a page that is open before one. */
export type AskedBy = 'person' | 'page';

/** Where people of one kind sign in and out. */
export interface Door {
  readonly name: DoorKind['name'];
  readonly principalOf: DoorKind['principalOf'];
  readonly audited: DoorKind['audited'];
  /**
   * Sends a link to a person who is known by this address, and does nothing for any other: the caller answers
   * before, the same for both (CONSOLE-2, DESK-2). It is mailed from here and by no workflow: its token is
   * stored nowhere, and it is of no use later.
   * @throws when the mail could not be sent
   */
  readonly sendLink: (parts: SignInParts, request: LinkRequest) => Promise<void>;
  /** Whom a link would sign in, without using it up: mail scanners open links (CONSOLE-3). */
  readonly whomLinkSignsIn: (
    parts: Pick<ChangeParts, 'db' | 'clock'>,
    token: string,
  ) => Promise<string | undefined>;
  /**
   * Signs in by a link, once: a new session with a token that nobody has seen (CONSOLE-5), and all other
   * links of the person used up.
   * @throws Problem `console.linkInvalid` for a link that is unknown, used or too old; the trail has it
   */
  readonly signIn: (parts: Omit<SignInParts, 'mailer'>, request: SignInRequest) => Promise<BegunSession>;
  /**
   * Begins a session of a person with a token that nobody has seen, and ends the one that the browser had
   * (CONSOLE-5). Every way to sign in comes to this.
   * @returns the token for the cookie; it is stored nowhere
   */
  readonly beginSession: (change: Change, userUid: string, browser: SigningBrowser) => Promise<string>;
  /**
   * Signs a person out; a session that is over already is none. @throws Problem 404 for a session that is not
   * theirs
   */
  readonly signOut: (change: Change, userUid: string, which: SignedOut) => Promise<void>;
  /**
   * The session of a cookie while it is in force, as the database has it at this moment, and notes that it
   * was used, unless a page asked by itself: an open page keeps no session alive (DESK-32).
   * @returns `undefined` for a token that is unknown, signed out, idle or too old, and for a person who was
   *   deleted
   */
  readonly admit: (parts: AdmitParts, token: string, by?: AskedBy) => Promise<SessionOfUser | undefined>;
  /** The sessions of a person that are in force, the last seen first; at most 50. */
  readonly sessionsOf: (parts: AdmitParts, userUid: string) => Promise<SessionRow[]>;
}

/**
 * Counts a request of a person who is signed in.
 * @returns the whole seconds after which they may ask again; `undefined`: it was let in
 */
export async function countPerson(
  executor: Executor,
  { name }: Pick<Door, 'name'>,
  userUid: string,
  perMinute: number,
): Promise<number | undefined> {
  return takeFromRollingMinute(executor, `${name}:${userUid}`, perMinute);
}

function linkSender({ name, signIns, findPerson, principalOf, audited }: DoorKind): Door['sendLink'] {
  return async (parts, { email, returnPath, requestId }) => {
    const user = await findPerson(parts.db, email);
    if (user === undefined) return;
    const { token, tokenHash } = newConsoleToken();
    const act = { principal: principalOf(user), requestId, event: `${name}.sendLink` };
    const linkUid = await runChange(parts, act, async change => {
      const uid = change.newUid();
      const expiresAt = new Date(change.now.getTime() + linkLifeMs);
      const isStored = await signIns.insertLink(
        change.tx,
        { uid, userUid: user.uid, tokenHash, returnPath, createdAt: change.now, expiresAt, usedAt: null },
        { since: new Date(change.now.getTime() - linkLifeMs), max: linksMax },
      );
      if (isStored) await change.audit(await audited(change, user.uid));
      else change.unaudited('the person was sent as many links as there may be');
      return isStored ? uid : undefined;
    });
    if (linkUid === undefined) return;
    const url = parts.urlOf(`/${name}/sign-in/${token}`);
    await parts.mailer.send({
      uid: linkUid,
      to: { name: user.name, address: user.email },
      subject: signInSubject(name),
      text: signInText({ site: name, url, minutes: linkLifeMs / 60_000 }),
    });
  };
}

function beginning({ signIns }: DoorKind): Door['beginSession'] {
  return async (change, userUid, { browser, before }) => {
    const { tx, now } = change;
    if (before !== undefined) await signIns.endSession(tx, before, now);
    const { token, tokenHash } = newConsoleToken();
    await signIns.insertSession(tx, {
      uid: change.newUid(),
      userUid,
      tokenHash,
      browser: browser.slice(0, browserMax),
      signedInAt: now,
      lastSeenAt: now,
      endedAt: null,
    });
    return token;
  };
}

function entrance(
  { name, signIns, principalOf, audited }: DoorKind,
  beginSession: Door['beginSession'],
): Door['signIn'] {
  return async (parts, { token, requestId, ...browser }) => {
    const event = `${name}.signIn`;
    const tokenHash = hashOfConsoleToken(token);
    const link =
      tokenHash === undefined ? undefined : await signIns.findLink(parts.db, tokenHash, parts.clock.now());
    const principal = principalOf(link && { uid: link.userUid, email: link.email });
    try {
      return await runChange(parts, { principal, requestId, event }, async change => {
        const { tx, now } = change;
        if (link === undefined || tokenHash === undefined) throw new Problem('console.linkInvalid');
        const { userUid, returnPath } = link;
        if (!(await signIns.takeLink(tx, { tokenHash, userUid }, now)))
          throw new Problem('console.linkInvalid');
        const sessionToken = await beginSession(change, userUid, browser);
        await change.audit(await audited(change, userUid));
        return { sessionToken, returnPath };
      });
    } catch (thrown) {
      await noteRefusal(parts, { principal, requestId, event }, thrown);
      throw thrown;
    }
  };
}

function admission({ signIns }: DoorKind): Door['admit'] {
  return async ({ db, clock, sessionLimits }, token, by = 'person') => {
    const tokenHash = hashOfConsoleToken(token);
    const session = tokenHash === undefined ? undefined : await signIns.findSession(db, tokenHash);
    const now = clock.now();
    if (session === undefined || !isInForce(session, sessionLimits, now)) return undefined;
    const isDue =
      now.getTime() - session.lastSeenAt.getTime() >= Math.min(touchEveryMs, sessionLimits.idleMs / 2);
    if (by === 'person' && isDue) await signIns.touchSession(db, session.uid, now);
    return session;
  };
}

/** Makes the door of members, or that of operators: both sign in by the same rules. */
export function createDoor(kind: DoorKind): Door {
  const { name, signIns, principalOf, audited } = kind;
  const beginSession = beginning(kind);
  return {
    name,
    principalOf,
    audited,
    beginSession,
    sendLink: linkSender(kind),
    signIn: entrance(kind, beginSession),
    admit: admission(kind),
    whomLinkSignsIn: async ({ db, clock }, token) => {
      const tokenHash = hashOfConsoleToken(token);
      return tokenHash === undefined
        ? undefined
        : (await signIns.findLink(db, tokenHash, clock.now()))?.email;
    },
    signOut: async (change, userUid, which) => {
      if (which === 'everywhere') await signIns.endSessions(change.tx, userUid, change.now);
      else if (!(await signIns.endSession(change.tx, { uid: which.sessionUid, userUid }, change.now)))
        throw new Problem('resource.notFound', { internal: 'no such session of the person is in force' });
      await change.audit(await audited(change, userUid));
    },
    sessionsOf: async ({ db, clock, sessionLimits }, userUid) => {
      const now = clock.now().getTime();
      return signIns.listSessions(db, {
        userUid,
        seenAfter: new Date(now - sessionLimits.idleMs),
        signedInAfter: new Date(now - sessionLimits.absoluteMs),
        limit: shownMax,
      });
    },
  };
}
