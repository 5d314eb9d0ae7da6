import { noDetail } from '../domain/audit-events';
import type { Principal } from '../access/principal';
import { hashOfConsoleToken, newConsoleToken } from '../access/console-token';
import { isInForce, linkLifeMs, linksMax, type SessionLimits } from '../domain/console/session';
import { Problem } from '../domain/problem';
import type { Mailer } from '../mail/mailer';
import { signInSubject, signInText, signOnText } from '../mail/sign-in-text';
import type { Clock } from '../platform/clock';
import type { Log } from '../platform/log';
import type { Executor } from '../store/database';
import { takeFromRollingMinute } from '../store/access/rate-limit';
import type { SessionOfUser, SessionRow, SignIns } from '../store/access/sign-ins';
import { runChange, type AuditedResource, type Change, type ChangeParts } from './change';
import { noteRefusal } from './audit-trail';

/** The longest browser name that is kept. */
const browserMax = 200;
/** The shortest interval between updates of a session's last use. */
const touchEveryMs = 60_000;
/** The most sessions of a person that are shown. */
const shownMax = 50;

/** The dependencies of admitting. */
export interface AdmitParts {
  readonly db: Executor;
  readonly clock: Clock;
  readonly sessionLimits: SessionLimits;
}

/** The dependencies of signing in. */
export interface SignInParts extends ChangeParts {
  readonly log: Log;
  readonly mailer: Mailer;
  /** Returns the URL of a path of the site, as the person's browser reaches it. */
  readonly urlOf: (path: string) => string;
}

/** A person, as a door sees them. */
export interface KnownPerson {
  readonly uid: string;
  readonly email: string;
}

/** What distinguishes the door of members from that of operators. */
interface DoorKind {
  /** The prefix of its audit events and of its paths: `console`, `desk`. */
  readonly name: 'console' | 'desk';
  readonly signIns: SignIns;
  readonly findPerson: (
    executor: Executor,
    email: string,
  ) => Promise<(KnownPerson & { readonly name: string }) | undefined>;
  /** Returns who acts at the door; `undefined` for an unknown person. */
  readonly principalOf: (person: KnownPerson | undefined) => Principal;
  /** Returns the person as the audit log refers to them. */
  readonly audited: (change: Change, uid: string) => Promise<AuditedResource>;
  /** Whether a person may sign in only at the identity provider. */
  readonly needsProvider: (executor: Executor, uid: string) => Promise<boolean>;
}

/** How a person proves who they are. */
export type SignInWay = 'link' | 'passkey' | 'provider';

/** A new session. */
export interface BegunSession {
  /** For the cookie; it isn't stored anywhere. */
  readonly sessionToken: string;
  readonly returnPath: string | null;
}

/** The browser in which a session starts. */
export interface SigningBrowser {
  /** The name that it sends. */
  readonly browser: string;
  /** Its previous session, which ends. */
  readonly before: SessionOfUser | undefined;
}

/** A request to sign in. */
export interface SignInRequest extends SigningBrowser {
  readonly token: string;
  readonly requestId: string;
}

/** A request for a link, and its origin. */
export interface LinkRequest {
  readonly email: string;
  readonly returnPath: string | null;
  readonly requestId: string;
}

/** The sessions to sign out: one, or all. */
export type SignedOut = { readonly sessionUid: string } | 'everywhere';

/** Who makes a request: a person, or an open page automatically. */
export type AskedBy = 'person' | 'page';

/** The sign-in and sign-out of one kind of people. */
export interface Door {
  readonly name: DoorKind['name'];
  readonly principalOf: DoorKind['principalOf'];
  readonly audited: DoorKind['audited'];
  /**
   * Sends a link to the person with this address, and does nothing for an unknown one. The caller answers
   * beforehand, the same for both (CONSOLE-2, DESK-2). Sent from here and not by a workflow, because its
   * token isn't stored anywhere and a late link is useless.
   * @throws if the e-mail couldn't be sent
   */
  readonly sendLink: (parts: SignInParts, request: LinkRequest) => Promise<void>;
  /** Returns whom a link would sign in, without using it up: mail scanners open links (CONSOLE-3). */
  readonly whomLinkSignsIn: (
    parts: Pick<ChangeParts, 'db' | 'clock'>,
    token: string,
  ) => Promise<string | undefined>;
  /**
   * Signs in with a link, once: starts a session with a new token (CONSOLE-5), and uses up all other links of
   * the person.
   * @throws Problem `console.linkInvalid` for an unknown, used, or expired link; audited
   */
  readonly signIn: (parts: Omit<SignInParts, 'mailer'>, request: SignInRequest) => Promise<BegunSession>;
  /**
   * Starts a person's session with a new token, and ends the browser's previous one (CONSOLE-5). Every way to
   * sign in ends here.
   * @returns the token for the cookie; it isn't stored anywhere
   * @throws Problem `console.signOnRequired` if their company requires another way
   */
  readonly beginSession: (
    change: Change,
    userUid: string,
    way: SignInWay,
    browser: SigningBrowser,
  ) => Promise<string>;
  /**
   * Signs a person out; an ended session doesn't exist. @throws Problem 404 for a session that isn't theirs
   */
  readonly signOut: (change: Change, userUid: string, which: SignedOut) => Promise<void>;
  /**
   * Returns the active session of a cookie from the database, and records its use, unless a page made the
   * request automatically: an open page doesn't keep a session alive (DESK-32).
   * @returns `undefined` for a token that is unknown, signed out, idle, or too old, and for a deleted person
   */
  readonly admit: (parts: AdmitParts, token: string, by?: AskedBy) => Promise<SessionOfUser | undefined>;
  /** Lists the active sessions of a person, last used first; at most 50. */
  readonly sessionsOf: (parts: AdmitParts, userUid: string) => Promise<SessionRow[]>;
}

/**
 * Counts a request of a signed-in person.
 * @returns after how many whole seconds they may retry; `undefined` if it is allowed
 */
export async function countPerson(
  executor: Executor,
  { name }: Pick<Door, 'name'>,
  userUid: string,
  perMinute: number,
): Promise<number | undefined> {
  return takeFromRollingMinute(executor, `${name}:${userUid}`, perMinute);
}

function linkSender({
  name,
  signIns,
  findPerson,
  principalOf,
  audited,
  needsProvider,
}: DoorKind): Door['sendLink'] {
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
      if (isStored) await change.audit(await audited(change, user.uid), `${name}.sendLink`, noDetail);
      else change.unaudited('the person has reached the limit of sign-in links');
      return isStored ? uid : undefined;
    });
    if (linkUid === undefined) return;
    const url = parts.urlOf(`/${name}/sign-in/${token}`);
    await parts.mailer.send({
      uid: linkUid,
      to: { name: user.name, address: user.email },
      subject: signInSubject(name),
      text: (await needsProvider(parts.db, user.uid))
        ? signOnText(parts.urlOf(`/${name}/sign-in`))
        : signInText({ site: name, url, minutes: linkLifeMs / 60_000 }),
    });
  };
}

function beginning({ signIns, needsProvider }: DoorKind): Door['beginSession'] {
  return async (change, userUid, way, { browser, before }) => {
    const { tx, now } = change;
    if (way !== 'provider' && (await needsProvider(tx, userUid))) throw new Problem('console.signOnRequired');
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
    const event = `${name}.signIn` as const;
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
        const sessionToken = await beginSession(change, userUid, 'link', browser);
        await change.audit(await audited(change, userUid), event, noDetail);
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

/** Creates the door of members, or that of operators: both follow the same rules. */
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
        throw new Problem('resource.notFound', { internal: 'the person has no such active session' });
      const sessions = which === 'everywhere' ? 'all' : 'one';
      await change.audit(await audited(change, userUid), `${name}.signOut`, { sessions });
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
