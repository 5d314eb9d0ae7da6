import type { AccountPrincipal } from '../../access/principal';
import { hashOfConsoleToken, makeConsoleToken } from '../../access/console-token';
import { linkLifeMs, linksMax } from '../../domain/console/session';
import { Problem } from '../../domain/problem';
import type { Mailer } from '../../mail/mailer';
import type { Log } from '../../platform/log';
import { signInSubject, signInText } from '../../mail/sign-in-text';
import {
  endSession,
  endSessions,
  findLink,
  insertLink,
  insertSession,
  takeLink,
  type SessionOfUser,
} from '../../store/console-sessions';
import { listCompaniesOfUser } from '../../store/members';
import { findUserByEmail } from '../../store/tenants';
import { resource, runChange, type AuditedResource, type Change, type ChangeParts } from '../change';
import { noteRefusal } from './note-refusal';

/** The longest browser name that is kept. */
const browserMax = 200;

/** What signing in needs. */
export interface SignInParts extends ChangeParts {
  readonly log: Log;
  readonly mailer: Mailer;
  /** The address of a path of the console, as the person's browser reaches it. */
  readonly urlOf: (path: string) => string;
}

/** The path that the link of a token leads to. */
export function linkPathOf(token: string): string {
  return `/console/sign-in/${token}`;
}

/** The person, as the trail points at them: of their company, where they have one. */
async function audited(change: Change, uid: string): Promise<AuditedResource> {
  const [company, ...others] = await listCompaniesOfUser(change.tx, uid);
  return resource('user', { uid, companyUid: others.length === 0 ? (company?.uid ?? null) : null });
}

/**
 * Sends a link to a person who is known by this address, and does nothing for any other: the caller answers before, the same for
 * both (CONSOLE-2). It is mailed from here and by no workflow: its token is stored nowhere, and it is of no use later.
 * @throws when the mail could not be sent
 */
export async function sendLink(
  parts: SignInParts,
  {
    email,
    returnPath,
    requestId,
  }: { readonly email: string; readonly returnPath: string | null; readonly requestId: string },
): Promise<void> {
  const user = await findUserByEmail(parts.db, email);
  if (user === undefined) return;
  const token = makeConsoleToken();
  const tokenHash = hashOfConsoleToken(token);
  if (tokenHash === undefined) throw new TypeError('a token that was made is none of ours');
  const principal: AccountPrincipal = { kind: 'account', userUid: user.uid };
  const linkUid = await runChange(
    parts,
    { principal, requestId, event: 'console.sendLink' },
    async change => {
      const uid = change.newUid();
      const expiresAt = new Date(change.now.getTime() + linkLifeMs);
      const isStored = await insertLink(
        change.tx,
        { uid, userUid: user.uid, tokenHash, returnPath, createdAt: change.now, expiresAt, usedAt: null },
        { since: new Date(change.now.getTime() - linkLifeMs), max: linksMax },
      );
      if (isStored) await change.audit(await audited(change, user.uid));
      else change.unaudited('the person was sent as many links as there may be');
      return isStored ? uid : undefined;
    },
  );
  if (linkUid === undefined) return;
  await parts.mailer.send({
    uid: linkUid,
    to: { name: user.name, address: user.email },
    subject: signInSubject,
    text: signInText({ url: parts.urlOf(linkPathOf(token)), minutes: linkLifeMs / 60_000 }),
  });
}

/** Whom a link would sign in, without using it up: mail scanners open links (CONSOLE-3). */
export async function whomLinkSignsIn(
  { db, clock }: ChangeParts,
  token: string,
): Promise<string | undefined> {
  const tokenHash = hashOfConsoleToken(token);
  return tokenHash === undefined ? undefined : (await findLink(db, tokenHash, clock.now()))?.email;
}

/** A session that was begun. */
export interface BegunSession {
  /** For the cookie; it is stored nowhere. */
  readonly sessionToken: string;
  readonly returnPath: string | null;
}

/** Who asks to be signed in. */
export interface SignInRequest {
  readonly token: string;
  readonly browser: string;
  /** The session that this browser has already; it ends. */
  readonly before: SessionOfUser | undefined;
  readonly requestId: string;
}

/**
 * Signs in by a link, once: a new session with a token that nobody has seen (CONSOLE-5), and all other links of the person used up.
 * @throws Problem `console.linkInvalid` for a link that is unknown, used or too old; the trail has it
 */
export async function signIn(
  parts: Omit<SignInParts, 'mailer'>,
  request: SignInRequest,
): Promise<BegunSession> {
  const { token, before, requestId } = request;
  const event = 'console.signIn';
  const tokenHash = hashOfConsoleToken(token);
  const link = tokenHash === undefined ? undefined : await findLink(parts.db, tokenHash, parts.clock.now());
  const principal: AccountPrincipal = { kind: 'account', userUid: link?.userUid ?? null };
  try {
    return await runChange(parts, { principal, requestId, event }, async change => {
      const { tx, now } = change;
      if (link === undefined || tokenHash === undefined) throw new Problem('console.linkInvalid');
      const { userUid, returnPath } = link;
      if (!(await takeLink(tx, { tokenHash, userUid }, now))) throw new Problem('console.linkInvalid');
      if (before !== undefined) await endSession(tx, before, now);
      const sessionToken = makeConsoleToken();
      const sessionHash = hashOfConsoleToken(sessionToken);
      if (sessionHash === undefined) throw new TypeError('a token that was made is none of ours');
      await insertSession(tx, {
        ...{ uid: change.newUid(), userUid, tokenHash: sessionHash },
        browser: request.browser.slice(0, browserMax),
        ...{ signedInAt: now, lastSeenAt: now, endedAt: null },
      });
      await change.audit(await audited(change, userUid));
      return { sessionToken, returnPath };
    });
  } catch (thrown) {
    await noteRefusal(parts, { principal, requestId, event }, thrown);
    throw thrown;
  }
}

/** Which sessions of a person are signed out: one of them, or every one. */
export type SignedOut = { readonly sessionUid: string } | 'everywhere';

/** Signs a person out; a session that is over already is none. @throws Problem 404 for a session that is not theirs */
export async function signOut(change: Change<AccountPrincipal>, which: SignedOut): Promise<void> {
  const { userUid } = change.principal;
  if (userUid === null) throw new TypeError('nobody is signed in');
  if (which === 'everywhere') await endSessions(change.tx, userUid, change.now);
  else if (!(await endSession(change.tx, { uid: which.sessionUid, userUid }, change.now)))
    throw new Problem('resource.notFound', { internal: 'no such session of the person is in force' });
  await change.audit(await audited(change, userUid));
}
