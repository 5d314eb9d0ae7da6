/** How somebody becomes a member: invited by a member, by a link in a mail. */
import { assertPermission } from '../../access/authorize';
import { hashOfConsoleToken, newConsoleToken } from '../../access/console-token';
import type { AccountPrincipal, ConsolePrincipal } from '../../access/principal';
import {
  invitationLifeMs,
  invitationMailsMax,
  invitationsPerDayMax,
  isOpenInvitation,
} from '../../domain/console/members';
import { isEmailAddress } from '../../domain/console/session';
import { Problem, notFound } from '../../domain/problem';
import { invitationSubject, invitationText } from '../../mail/invitation-text';
import { lockMembersOf, pickSeenProjects } from '../../store/tenants/company-members';
import type { Executor } from '../../store/database';
import {
  countInvitations,
  findInvitation,
  insertInvitation,
  listInvitations,
  lockInvitation,
  patchInvitation,
  type Invitation,
} from '../../store/tenants/invitations';
import { findActiveMember } from '../../store/tenants/members';
import { memberSignIns } from '../../store/access/sign-ins';
import { findUserByEmail, insertUser } from '../../store/tenants/tenants';
import { resource, runChange, type Change } from '../change';
import { memberDoor } from '../console/sign-in';
import { noteRefusal } from '../audit-trail';
import { OperatorError } from '../operator-error';
import type { SignInParts, SigningBrowser } from '../sign-in';
import { joinCompany } from './members';
import {
  getGivenProjects,
  getGivenRole,
  lockManager,
  type MemberChange,
  type ProjectView,
} from './member-administration';

/** The most open invitations that are shown. */
const shownMax = 200;
const dayMs = 24 * 60 * 60 * 1000;

/** What is said of whoever is invited. */
export interface InvitationForm extends ProjectView {
  readonly email: string;
  readonly name: string;
  readonly roleUid: string;
}

/** A mail that is to be sent behind the answer; its token is stored nowhere. */
export interface InvitationMail {
  readonly uid: string;
  readonly token: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly companyName: string;
  readonly inviterName: string;
}

/** The path that the link of an invitation leads to. */
export function invitationPathOf(token: string): string {
  return `/console/invitations/${token}`;
}

/** @throws OperatorError when the company made as many today as there may be */
async function assertRoom({ tx, now }: Change, companyUid: string): Promise<void> {
  const made = await countInvitations(tx, companyUid, new Date(now.getTime() - dayMs));
  if (made >= invitationsPerDayMax)
    throw new OperatorError(`A company makes ${invitationsPerDayMax} invitations in 24 hours at most.`);
}

/**
 * Invites somebody by e-mail (CONSOLE-22). What they will be is what whoever invites may give (CONSOLE-21).
 * @returns the mail to be sent
 * @throws OperatorError for what does not hold, for who is a member already, and for an address that is
 *   invited already
 */
export async function inviteMember(
  change: MemberChange,
  { email, name, roleUid, ...view }: InvitationForm,
  companyName: string,
): Promise<InvitationMail> {
  const { tx, now, principal } = change;
  const manager = await lockManager(change);
  const { companyUid, userUid: invitedByUserUid } = manager;
  if (!isEmailAddress(email)) throw new OperatorError('That is no e-mail address.');
  await getGivenRole(tx, manager, roleUid);
  const projectUids = await getGivenProjects(tx, manager, view);
  const known = await findUserByEmail(tx, email);
  if (known !== undefined && (await findActiveMember(tx, companyUid, known.uid)) !== undefined)
    throw new OperatorError('This person is a member of the company already.');
  await assertRoom(change, companyUid);
  const { token, tokenHash } = newConsoleToken();
  const uid = change.newUid();
  const { seesAllProjects } = view;
  const isStored = await insertInvitation(
    tx,
    {
      uid,
      companyUid,
      email,
      name,
      roleUid,
      seesAllProjects,
      tokenHash,
      invitedByUserUid,
      sentCount: 1,
      createdAt: now,
      sentAt: now,
      acceptedAt: null,
      takenBackAt: null,
      expiresAt: new Date(now.getTime() + invitationLifeMs),
    },
    projectUids,
  );
  if (!isStored) throw new OperatorError('This address is invited already: send the invitation again.');
  await change.audit(resource('invitation', { uid, companyUid }));
  const to = { name, address: email };
  return { uid: change.newUid(), token, to, companyName, inviterName: principal.userName };
}

/** An invitation as a form names one. */
export interface InvitationRef {
  readonly invitationUid: string;
  /** How often it had been sent when the form was made. */
  readonly seenCount: number;
}

/**
 * @throws Problem 404 for one that is not the company's, `console.formStale` for one that was used, taken
 *   back or sent meanwhile
 */
async function lockNamed(change: MemberChange, ref: InvitationRef): Promise<Invitation> {
  const found = await lockInvitation(change.tx, change.principal.companyUid, ref.invitationUid);
  if (found === undefined) throw notFound('the company has no such invitation');
  if (found.acceptedAt !== null || found.takenBackAt !== null || found.sentCount !== ref.seenCount)
    throw new Problem('console.formStale');
  return found;
}

/**
 * Sends an invitation again, in the name of whoever does: with a link of its own, and the one before is good
 * no more.
 * @throws OperatorError when it was mailed five times, and for what whoever sends it may not give
 */
export async function sendInvitationAgain(change: MemberChange, ref: InvitationRef): Promise<InvitationMail> {
  const { tx, now, principal } = change;
  const manager = await lockManager(change);
  const { uid, companyUid, sentCount, ...found } = await lockNamed(change, ref);
  await getGivenRole(tx, manager, found.roleUid);
  await getGivenProjects(tx, manager, found);
  if (sentCount >= invitationMailsMax)
    throw new OperatorError(
      `An invitation is mailed ${invitationMailsMax} times at most: take it back, and invite anew.`,
    );
  const { token, tokenHash } = newConsoleToken();
  await patchInvitation(tx, uid, {
    tokenHash,
    invitedByUserUid: manager.userUid,
    sentCount: sentCount + 1,
    sentAt: now,
    expiresAt: new Date(now.getTime() + invitationLifeMs),
  });
  await change.audit(resource('invitation', { uid, companyUid }));
  const { companyName, name, email } = found;
  const to = { name, address: email };
  return { uid: change.newUid(), token, to, companyName, inviterName: principal.userName };
}

/** Takes an invitation back: its link is good no more. */
export async function takeInvitationBack(change: MemberChange, ref: InvitationRef): Promise<void> {
  await lockManager(change);
  const { uid, companyUid } = await lockNamed(change, ref);
  await patchInvitation(change.tx, uid, { takenBackAt: change.now });
  await change.audit(resource('invitation', { uid, companyUid }));
}

/** Mails an invitation. @throws when the mail could not be sent: it is there, and can be sent again */
export async function mailInvitation(
  { mailer, urlOf }: Pick<SignInParts, 'mailer' | 'urlOf'>,
  { uid, token, to, companyName, inviterName }: InvitationMail,
): Promise<void> {
  const url = urlOf(invitationPathOf(token));
  const hours = invitationLifeMs / 3_600_000;
  await mailer.send({
    uid,
    to,
    subject: invitationSubject,
    text: invitationText({ url, companyName, inviterName, hours }),
  });
}

function isOpen({ expiresAt, acceptedAt, takenBackAt, given, ...rest }: Invitation, at: Date): boolean {
  const { inviterPermissions, inviterSeesAllProjects, seesAllProjects } = rest;
  const mayShow = inviterSeesAllProjects === true || !seesAllProjects;
  const inviter = inviterPermissions === null || !mayShow ? undefined : new Set(inviterPermissions);
  return isOpenInvitation({ expiresAt, acceptedAt, takenBackAt, given, inviter }, at);
}

/** An invitation in the list. */
export interface InspectedInvitation extends Pick<
  Invitation,
  'uid' | 'email' | 'name' | 'role' | 'inviterName' | 'sentAt' | 'expiresAt' | 'sentCount'
> {
  /** Whether its link is good now. */
  readonly isOpen: boolean;
}

/** The latest 200 invitations of a company that are neither used nor taken back. */
export async function inspectInvitations(
  { db, clock }: Pick<SignInParts, 'db' | 'clock'>,
  principal: ConsolePrincipal,
): Promise<InspectedInvitation[]> {
  assertPermission(principal, 'ManageMembers');
  const found = await listInvitations(db, principal.companyUid, shownMax);
  return found.map(invitation => {
    const { uid, email, name, role, inviterName, sentAt, expiresAt, sentCount } = invitation;
    const state = { isOpen: isOpen(invitation, clock.now()) };
    return { uid, email, name, role, inviterName, sentAt, expiresAt, sentCount, ...state };
  });
}

/** What whoever opens the link of an invitation is shown. */
export interface ShownInvitation {
  readonly email: string;
  readonly companyName: string;
  readonly inviterName: string;
}

async function findOpen(executor: Executor, token: string, at: Date): Promise<Invitation | undefined> {
  const tokenHash = hashOfConsoleToken(token);
  const found = tokenHash === undefined ? undefined : await findInvitation(executor, tokenHash);
  return found !== undefined && isOpen(found, at) ? found : undefined;
}

/**
 * What the link of an invitation would make somebody, without using it up: mail scanners open links. @throws
 * Problem `console.invitationInvalid`
 */
export async function readInvitation(
  { db, clock }: Pick<SignInParts, 'db' | 'clock'>,
  token: string,
): Promise<ShownInvitation> {
  const found = await findOpen(db, token, clock.now());
  if (found === undefined) throw new Problem('console.invitationInvalid');
  const { email, companyName, inviterName } = found;
  return { email, companyName, inviterName };
}

/** What became of an invitation. */
export interface AcceptedInvitation {
  readonly companyId: string;
  /** For the cookie, of a person who was known by no account before; who has one signs in as ever. */
  readonly sessionToken: string | undefined;
  /** Whether the browser is signed in as whoever was invited already. */
  readonly isSignedIn: boolean;
}

/** The invitation, locked and open still: the inviter cannot lose their role before the commit. */
async function lockOpen({ tx, now }: Change, opened: Invitation | undefined): Promise<Invitation> {
  if (opened === undefined) throw new Problem('console.invitationInvalid');
  await lockMembersOf(tx, opened.companyUid);
  const found = await lockInvitation(tx, opened.companyUid, opened.uid);
  if (found === undefined || !found.tokenHash.equals(opened.tokenHash) || !isOpen(found, now))
    throw new Problem('console.invitationInvalid');
  return found;
}

/** Those of the picked projects that the inviter still sees. */
async function projectsOf({ tx }: Change, invitation: Invitation): Promise<string[]> {
  const { companyUid, inviterMembershipUid, inviterSeesAllProjects, projectUids } = invitation;
  if (inviterMembershipUid === null) return [];
  const eyes = {
    companyUid,
    membershipUid: inviterMembershipUid,
    seesAllProjects: inviterSeesAllProjects === true,
  };
  return pickSeenProjects(tx, eyes, projectUids);
}

/**
 * Makes whoever holds the link a member, once (CONSOLE-22). Whom no account is known of is signed in by it;
 * for whoever has one the link of 24 hours is no way around signing in. Somebody else who is signed in in the
 * browser is signed out.
 * @throws Problem `console.invitationInvalid` for a link that is unknown, used, taken back or too old; the
 *   trail has it
 */
export async function acceptInvitation(
  parts: Omit<SignInParts, 'mailer'>,
  { token, requestId, ...browser }: SigningBrowser & { readonly token: string; readonly requestId: string },
): Promise<AcceptedInvitation> {
  const event = 'invitation.accept';
  const opened = await findOpen(parts.db, token, parts.clock.now());
  const known = opened === undefined ? undefined : await findUserByEmail(parts.db, opened.email);
  const principal: AccountPrincipal = { kind: 'account', userUid: known?.uid ?? null };
  const act = { principal, requestId, event };
  try {
    return await runChange(parts, act, async change => {
      const { tx, now } = change;
      const invitation = await lockOpen(change, opened);
      const { uid, companyUid, companyId, email, name, roleUid, seesAllProjects } = invitation;
      const userUid = known?.uid ?? change.newUid();
      if (known === undefined) await insertUser(tx, { uid: userUid, email, name, createdAt: now });
      const projectUids = await projectsOf(change, invitation);
      await joinCompany(change, { companyUid, userUid, roleUid, seesAllProjects, projectUids });
      await patchInvitation(tx, uid, { acceptedAt: now });
      const { before } = browser;
      const isSignedIn = before?.userUid === userUid;
      const sessionToken =
        known === undefined ? await memberDoor.beginSession(change, userUid, browser) : undefined;
      if (before !== undefined && !isSignedIn) await memberSignIns.endSession(tx, before, now);
      await change.audit(resource('user', { uid: userUid, companyUid }));
      return { companyId, sessionToken, isSignedIn };
    });
  } catch (thrown) {
    await noteRefusal(parts, act, thrown);
    throw thrown;
  }
}
