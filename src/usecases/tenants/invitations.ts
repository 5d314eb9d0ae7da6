/** Invitations: a member invites a new member with an e-mailed link. */
import { noDetail } from '../../domain/audit-events';
import { uidOf } from '../../domain/changes';
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
import { isSignOnRequired } from '../../store/access/sign-on-identities';
import { memberSignIns } from '../../store/access/sign-ins';
import { findUserByEmail } from '../../store/tenants/tenants';
import { resource, runChange, type Change } from '../change';
import { memberDoor } from '../console/sign-in';
import { noteRefusal } from '../audit-trail';
import { OperatorError } from '../operator-error';
import type { SignInParts, SigningBrowser } from '../sign-in';
import { findOrAddPerson, joinCompany } from './members';
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

/** The form for an invitation. */
export interface InvitationForm extends ProjectView {
  readonly email: string;
  readonly name: string;
  readonly roleUid: string;
}

/** An e-mail to send after the response; its token isn't stored anywhere. */
export interface InvitationMail {
  readonly uid: string;
  readonly token: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly companyName: string;
  readonly inviterName: string;
}

/** Returns the path of an invitation's link. */
export function invitationPathOf(token: string): string {
  return `/console/invitations/${token}`;
}

/** @throws OperatorError if the company reached today's limit */
async function assertRoom({ tx, now }: Change, companyUid: string): Promise<void> {
  const made = await countInvitations(tx, companyUid, new Date(now.getTime() - dayMs));
  if (made >= invitationsPerDayMax)
    throw new OperatorError(
      `A company can send at most ${invitationsPerDayMax} invitations in 24 hours. Try again later.`,
    );
}

/**
 * Refuses a role and projects that a member may not grant, before several people are invited to them.
 * @throws Problem 403; OperatorError
 */
export async function assertMayInviteTo(
  executor: Executor,
  principal: ConsolePrincipal,
  { roleUid, ...view }: Pick<InvitationForm, 'roleUid' | keyof ProjectView>,
): Promise<void> {
  assertPermission(principal, 'ManageMembers');
  const { companyUid, permissions: own } = principal;
  await getGivenRole(executor, { companyUid, own }, roleUid);
  await getGivenProjects(executor, principal, view);
}

/**
 * Invites someone by e-mail (CONSOLE-22), to a role and projects that the inviter may grant (CONSOLE-21).
 * @returns the e-mail to send
 * @throws OperatorError for invalid input, for someone who is already a member, and for an address that is
 * already invited
 */
export async function inviteMember(
  change: MemberChange,
  { email, name, roleUid, ...view }: InvitationForm,
  companyName: string,
): Promise<InvitationMail> {
  const { tx, now, principal } = change;
  const manager = await lockManager(change);
  const { companyUid, userUid: invitedByUserUid } = manager;
  if (!isEmailAddress(email)) throw new OperatorError("This isn't an e-mail address.");
  await getGivenRole(tx, manager, roleUid);
  const projectUids = await getGivenProjects(tx, manager, view);
  const known = await findUserByEmail(tx, email);
  if (known !== undefined && (await findActiveMember(tx, companyUid, known.uid)) !== undefined)
    throw new OperatorError('This person is already a member of the company.');
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
  if (!isStored)
    throw new OperatorError('This address already has an invitation. Resend the invitation instead.');
  await change.audit(resource('invitation', { uid, companyUid }), 'invitation.send', {
    role: uidOf(roleUid),
    projects: seesAllProjects ? 'all' : 'some',
  });
  const to = { name, address: email };
  return { uid: change.newUid(), token, to, companyName, inviterName: principal.userName };
}

/** An invitation as a form names it. */
export interface InvitationRef {
  readonly invitationUid: string;
  /** How often it had been sent when the form was shown. */
  readonly seenCount: number;
}

/**
 * @throws Problem 404 for one that isn't the company's, `console.formStale` for one that was used, revoked,
 * or sent meanwhile
 */
async function lockNamed(change: MemberChange, ref: InvitationRef): Promise<Invitation> {
  const found = await lockInvitation(change.tx, change.principal.companyUid, ref.invitationUid);
  if (found === undefined) throw notFound('the company has no such invitation');
  if (found.acceptedAt !== null || found.takenBackAt !== null || found.sentCount !== ref.seenCount)
    throw new Problem('console.formStale');
  return found;
}

/**
 * Resends an invitation on behalf of the sender, with a new link; the previous link stops working.
 * @throws OperatorError if it was e-mailed five times, and for what the sender may not grant
 */
export async function sendInvitationAgain(change: MemberChange, ref: InvitationRef): Promise<InvitationMail> {
  const { tx, now, principal } = change;
  const manager = await lockManager(change);
  const { uid, companyUid, sentCount, ...found } = await lockNamed(change, ref);
  await getGivenRole(tx, manager, found.roleUid);
  await getGivenProjects(tx, manager, found);
  if (sentCount >= invitationMailsMax)
    throw new OperatorError(
      `You can send an invitation at most ${invitationMailsMax} times. Revoke it, and create a new one.`,
    );
  const { token, tokenHash } = newConsoleToken();
  await patchInvitation(tx, uid, {
    tokenHash,
    invitedByUserUid: manager.userUid,
    sentCount: sentCount + 1,
    sentAt: now,
    expiresAt: new Date(now.getTime() + invitationLifeMs),
  });
  await change.audit(resource('invitation', { uid, companyUid }), 'invitation.sendAgain', {
    sentCount: sentCount + 1,
  });
  const { companyName, name, email } = found;
  const to = { name, address: email };
  return { uid: change.newUid(), token, to, companyName, inviterName: principal.userName };
}

/** Revokes an invitation: its link stops working. */
export async function takeInvitationBack(change: MemberChange, ref: InvitationRef): Promise<void> {
  await lockManager(change);
  const { uid, companyUid } = await lockNamed(change, ref);
  await patchInvitation(change.tx, uid, { takenBackAt: change.now });
  await change.audit(resource('invitation', { uid, companyUid }), 'invitation.takeBack', noDetail);
}

/** E-mails an invitation. @throws if the e-mail couldn't be sent: the invitation exists, and can be resent */
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
  /** Whether its link works now. */
  readonly isOpen: boolean;
}

/** Lists the latest 200 invitations of a company that are neither used nor revoked. */
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

/** What the link of an invitation shows. */
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
 * Returns what an invitation's link would grant, without using it up: mail scanners open links. @throws
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

/** The result of accepting an invitation. */
export interface AcceptedInvitation {
  readonly companyId: string;
  /** For the cookie of a person without a previous account. One with an account signs in as usual. */
  readonly sessionToken: string | undefined;
  /** Whether the browser is already signed in as the invited person. */
  readonly isSignedIn: boolean;
}

/** Locks an invitation that is still valid: the inviter can't lose their role before the commit. */
async function lockOpen({ tx, now }: Change, opened: Invitation | undefined): Promise<Invitation> {
  if (opened === undefined) throw new Problem('console.invitationInvalid');
  await lockMembersOf(tx, opened.companyUid);
  const found = await lockInvitation(tx, opened.companyUid, opened.uid);
  if (found === undefined || !found.tokenHash.equals(opened.tokenHash) || !isOpen(found, now))
    throw new Problem('console.invitationInvalid');
  return found;
}

/** Returns the selected projects that the inviter still sees. */
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
 * Makes the link's holder a member, once (CONSOLE-22). Someone without an account is signed in; for someone
 * with one, the 24-hour link doesn't replace signing in. Another person signed in in the browser is signed
 * out.
 * @throws Problem `console.invitationInvalid` for an unknown, used, revoked, or expired link; audited
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
      const { user, isNew } = await findOrAddPerson(change, { email, name });
      const userUid = user.uid;
      const projectUids = await projectsOf(change, invitation);
      await joinCompany(change, { companyUid, userUid, roleUid, seesAllProjects, projectUids });
      await patchInvitation(tx, uid, { acceptedAt: now });
      const { before } = browser;
      const isSignedIn = before?.userUid === userUid;
      const mayBegin = isNew && !(await isSignOnRequired(tx, userUid));
      const sessionToken = mayBegin
        ? await memberDoor.beginSession(change, userUid, 'link', browser)
        : undefined;
      if (before !== undefined && !isSignedIn) await memberSignIns.endSession(tx, before, now);
      await change.audit(resource('user', { uid: userUid, companyUid }), 'invitation.accept', {
        role: uidOf(roleUid),
        projects: seesAllProjects ? 'all' : 'some',
      });
      return { companyId, sessionToken, isSignedIn };
    });
  } catch (thrown) {
    await noteRefusal(parts, act, thrown);
    throw thrown;
  }
}
