import { z } from 'zod';
import { invitedAtOnceMax, peopleIn, type ListedPerson } from '../../domain/console/invited-people';
import { isEmailAddress } from '../../domain/console/session';
import { centsOf, dollarText } from '../../domain/dollars';
import { feeCentsMax } from '../../domain/record-requests/fees';
import { isUuid } from '../../domain/text';
import { singleLine } from '../../forms/text';
import {
  assertMayInviteTo,
  inspectInvitations,
  inviteMember,
  mailInvitation,
  sendInvitationAgain,
  takeInvitationBack,
  type InvitationRef,
} from '../../usecases/tenants/invitations';
import { noteRefusal } from '../../usecases/audit-trail';
import { OperatorError } from '../../usecases/operator-error';
import { inspectFeeLimit, setOwnFeeLimit } from '../../usecases/tenants/fee-limit';
import { requireOwnSignOn, isSignOnRequired } from '../../usecases/tenants/required-sign-on';
import { checkbox, field, fingerprint, formOf, typedIn, version } from '../forms';
import {
  changeMemberProjects,
  changeMemberRole,
  endMemberKeys,
  endMemberSessions,
  inspectChoices,
  inspectCompanyMember,
  inspectCompanyMembers,
  removeMember,
  type MemberChange,
  type MemberRef,
} from '../../usecases/tenants/member-administration';
import { messageFor, redirectDone } from '../messages';
import { page, redirect, type Reply } from '../reply';
import { problemOf, signInAgainAt, type Refusal, type RouteOptions } from '../route';
import { queried, uidIn } from '../visit';
import { postedView, viewForm } from './member-view';
import { renderMemberPage } from './pages/member-page';
import { renderInviteSeveralPage, type InvitedPerson } from './pages/invite-several-page';
import { renderInvitePage, renderMembersPage, type InvitationValues } from './pages/members-page';
import { consolePath, pathIn } from './paths';
import { patientSentences } from './problem-sentences';
import { act, look, type MemberRoute } from './routes';
import type { MemberVisit } from './visit';

/** The number of members per page. */
const pageSize = 100;

const doneTexts = {
  sent: 'Invitation sent.',
  takenBack: 'Invitation revoked. Its link no longer works.',
  removed: 'Member removed.',
  reassigned: 'Member removed. Their open record requests are assigned to the member you chose.',
  role: 'Role saved. It takes effect right away.',
  projects: 'Projects saved.',
  keys: 'Keys revoked.',
  sessions: 'Signed out everywhere.',
  account: 'Service account created. Create a key for it.',
  signOn: 'Saved. Other members were signed out, and sign in with the identity provider from now on.',
  feeLimit: 'Fee limit saved. It applies to fees entered from now on.',
  anySignIn: 'Saved. Members can sign in with e-mail links and passkeys, too.',
} as const;

/** Renders the members and the settings below them. @param typedLimit the limit that was refused */
async function membersPage(visit: MemberVisit, refusal?: Refusal, typedLimit?: string): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const after = queried(visit, 'after');
  const afterUid = isUuid(after) ? after.toLowerCase() : null;
  const found = await inspectCompanyMembers(parts.db, principal, { afterUid, limit: pageSize + 1 });
  const members = found.slice(0, pageSize);
  const last = found.length > pageSize ? members.at(-1) : undefined;
  const shown = {
    members,
    invitations: await inspectInvitations(parts, principal),
    ...(parts.singleSignOn !== undefined && {
      signOn: { name: parts.singleSignOn.name, isRequired: await isSignOnRequired(parts.db, principal) },
    }),
    ...(last === undefined ? {} : { moreAfter: last.membershipUid }),
    feeLimit: {
      cents: await inspectFeeLimit(parts.db, principal),
      ...(typedLimit === undefined ? {} : { typed: typedLimit, problems: refusal?.fields }),
    },
    message: messageFor(visit, doneTexts, refusal),
  };
  return page(renderMembersPage(viewer, place, shown), refusal?.status);
}

const invitationForm = z
  .object({
    email: field(z.string().trim().refine(isEmailAddress), 'Enter a valid e-mail address.'),
    name: field(singleLine({ max: 200 }), 'Enter a name with 1 to 200 characters.'),
    role: field(z.string()),
  })
  .and(viewForm);

const emptyInvitation: InvitationValues = {
  email: '',
  name: '',
  role: '',
  seesAllProjects: false,
  projectUids: [],
};

const invitePath = ({ place }: MemberVisit): string => pathIn(place, 'members', 'new');

async function invitePage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place, form, isFresh } = visit;
  const posted = { ...typedIn(form, ['email', 'name', 'role']), ...formOf(postedView, form) };
  const shown = {
    values: refusal === undefined ? emptyInvitation : posted,
    choices: await inspectChoices(parts.db, principal),
    message: messageFor(visit, {}, refusal),
    problems: refusal?.fields,
  };
  // Asking before the form is filled in keeps what the person types.
  if (!isFresh) return signInAgainAt(consolePath(), invitePath(visit));
  return page(renderInvitePage(viewer, place, shown), refusal?.status);
}

async function invite(visit: MemberVisit): Promise<Reply> {
  const { parts, place, form, later } = visit;
  const { role: roleUid, ...wish } = formOf(invitationForm, form);
  const mail = await visit.change(change => inviteMember(change, { ...wish, roleUid }, place.companyName));
  later(() => mailInvitation(parts, mail));
  return redirectDone(pathIn(place, 'members'), 'sent');
}

const severalPath = ({ place }: MemberVisit): string => pathIn(place, 'members', 'several');

const people = z
  .string()
  .transform(peopleIn)
  .pipe(z.array(z.custom<ListedPerson>()).min(1).max(invitedAtOnceMax));
const severalForm = z
  .object({
    people: field(people, `Enter 1 to ${invitedAtOnceMax} people, one per line.`),
    role: field(z.string().min(1), 'Choose a role.'),
  })
  .and(viewForm);

/** Shows the form for several people, with the result of each and the lines to correct after it was sent. */
async function severalPage(
  visit: MemberVisit,
  { refusal, results = [] }: { readonly refusal?: Refusal; readonly results?: readonly InvitedPerson[] } = {},
): Promise<Reply> {
  const { parts, principal, viewer, place, form, isFresh } = visit;
  const posted = { ...typedIn(form, ['people', 'role']), ...formOf(postedView, form) };
  const left = results.filter(({ refused }) => refused !== undefined).map(({ line }) => line);
  const isSent = refusal !== undefined || results.length > 0;
  const shown = {
    values: {
      ...(isSent ? posted : { ...emptyInvitation, people: '' }),
      ...(results.length > 0 ? { people: left.join('\n') } : {}),
    },
    results,
    choices: await inspectChoices(parts.db, principal),
    message: messageFor(visit, {}, refusal),
    problems: refusal?.fields,
  };
  if (!isFresh) return signInAgainAt(consolePath(), severalPath(visit));
  return page(renderInviteSeveralPage(viewer, place, shown), refusal?.status);
}

/** Invites one of several people. @returns why not; `undefined` if the invitation is on its way */
async function inviteOne(
  visit: MemberVisit,
  wish: Parameters<typeof inviteMember>[1],
): Promise<string | undefined> {
  const { parts, principal, requestId, place, later } = visit;
  try {
    const mail = await visit.change(change => inviteMember(change, wish, place.companyName));
    later(() => mailInvitation(parts, mail));
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof OperatorError)) throw thrown;
    await noteRefusal(parts, { principal, requestId, event: 'invitation.send' }, problemOf(thrown));
    return thrown.sentence;
  }
}

async function inviteSeveral(visit: MemberVisit): Promise<Reply> {
  const { people: listed, role: roleUid, ...view } = formOf(severalForm, visit.form);
  await assertMayInviteTo(visit.parts.db, visit.principal, { roleUid, ...view });
  const results: InvitedPerson[] = [];
  for (const { line, email, name, fault } of listed) {
    const refused = fault ?? (await inviteOne(visit, { email, name, roleUid, ...view }));
    results.push({ line, email, name, refused });
  }
  return severalPage(visit, { results });
}

const signOnForm = z.object({ required: checkbox });

async function requireSignOn(visit: MemberVisit): Promise<Reply> {
  const { required } = formOf(signOnForm, visit.form);
  await visit.change(change => requireOwnSignOn(change, required));
  return redirectDone(membersPath(visit), required ? 'signOn' : 'anySignIn');
}

const limit = z.string().transform((typed, context): number | null => {
  if (typed.trim() === '') return null;
  const cents = centsOf(typed);
  if (cents !== undefined && cents >= 1 && cents <= feeCentsMax) return cents;
  context.addIssue({ code: 'custom', message: 'invalid' });
  return z.NEVER;
});
const limitForm = z.object({
  limit: field(
    limit,
    `Enter an amount of up to ${dollarText(feeCentsMax)}, such as 25.00, or leave it empty.`,
  ),
  seen: field(limit),
});

async function setFeeLimit(visit: MemberVisit): Promise<Reply> {
  const { limit: limitCents, seen: seenCents } = formOf(limitForm, visit.form);
  await visit.change(change => setOwnFeeLimit(change, { limitCents, seenCents }));
  return redirectDone(membersPath(visit), 'feeLimit');
}

const invitationRefForm = z.object({ seen: version });

/**
 * Returns the invitation of the path, with the number of times it was sent that the form shows.
 * @throws Problem 404 if its ID isn't a UUID
 */
function invitationRefIn(visit: MemberVisit): InvitationRef {
  const invitationUid = uidIn(visit, 'invitation');
  return { invitationUid, seenCount: formOf(invitationRefForm, visit.form).seen };
}

async function sendAgain(visit: MemberVisit): Promise<Reply> {
  const { parts, place, later } = visit;
  const mail = await visit.change(change => sendInvitationAgain(change, invitationRefIn(visit)));
  later(() => mailInvitation(parts, mail));
  return redirectDone(pathIn(place, 'members'), 'sent');
}

async function takeBack(visit: MemberVisit): Promise<Reply> {
  await visit.change(change => takeInvitationBack(change, invitationRefIn(visit)));
  return redirectDone(pathIn(visit.place, 'members'), 'takenBack');
}

const memberIn = (visit: MemberVisit): string => uidIn(visit, 'member');
const memberPath = (visit: MemberVisit): string => pathIn(visit.place, 'members', memberIn(visit));
const membersPath = ({ place }: MemberVisit): string => pathIn(place, 'members');

/** The posted values of a refused form, which the page of a member shows again. */
type Posted = Parameters<typeof renderMemberPage>[2]['posted'];

async function memberPage(visit: MemberVisit, refusal?: Refusal, posted: Posted = {}): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const shown = {
    member: await inspectCompanyMember(parts.db, principal, memberIn(visit), parts.clock.now()),
    choices: await inspectChoices(parts.db, principal),
    posted,
    message: messageFor(visit, doneTexts, refusal),
    problems: refusal?.fields,
  };
  return page(renderMemberPage(viewer, place, shown), refusal?.status);
}

const memberRefForm = z.object({ version: fingerprint });
const roleForm = z.object({ role: field(z.string().transform(uid => (uid === '' ? null : uid))) });

/** Returns to the page of the member with a success message. */
const backWith =
  (done: keyof typeof doneTexts) =>
  (visit: MemberVisit): Reply =>
    redirectDone(memberPath(visit), done);

/** Returns an action on the member of the path, with the version that the form shows. */
function memberAct(
  segment: string,
  event: string,
  work: (change: MemberChange, ref: MemberRef, visit: MemberVisit) => Promise<void>,
  reply: (visit: MemberVisit) => Reply,
  options: RouteOptions<MemberVisit> = {},
): MemberRoute {
  const run = async (visit: MemberVisit): Promise<Reply> => {
    const ref = { membershipUid: memberIn(visit), seenVersion: formOf(memberRefForm, visit.form).version };
    await visit.change(change => work(change, ref, visit));
    return reply(visit);
  };
  return act(`/members/:member/${segment}`, event, run, { refused: memberPage, ...options });
}

const changeRole = memberAct(
  'role',
  'member.assignRole',
  (change, ref, { form }) => changeMemberRole(change, ref, formOf(roleForm, form).role),
  backWith('role'),
  {
    needsFresh: memberPath,
    refused: (visit, refusal) =>
      memberPage(visit, refusal, { roleUid: formOf(roleForm, visit.form).role ?? '' }),
  },
);

const changeProjects = memberAct(
  'projects',
  'member.grantProject',
  (change, ref, { form }) => changeMemberProjects(change, ref, formOf(viewForm, form)),
  backWith('projects'),
  {
    needsFresh: memberPath,
    refused: (visit, refusal) => memberPage(visit, refusal, { view: formOf(postedView, visit.form) }),
  },
);

const successor = z
  .string()
  .refine(uid => uid === '' || isUuid(uid))
  .transform(uid => (uid === '' ? undefined : uid.toLowerCase()));
const successorForm = z.object({ assignee: field(successor, 'Choose a member from the list.') });

/** Redirects after a removal. Members who left can't see the company anymore. */
function afterRemoval(visit: MemberVisit): Reply {
  const isSelf = memberIn(visit) === visit.principal.membershipUid;
  if (isSelf) return redirect(consolePath('companies'));
  const { assignee } = formOf(successorForm, visit.form);
  return redirectDone(membersPath(visit), assignee === undefined ? 'removed' : 'reassigned');
}

const invitation = '/members/invitations/:invitation';

/** The pages of members (CONSOLE-19). The use cases check who can change whom. */
export const peopleRoutes: readonly MemberRoute[] = [
  look('/members', 'showMembers', visit => membersPage(visit)),
  look('/members/new', 'showInvite', invitePage),
  act('/members/invitations', 'invitation.send', invite, { refused: invitePage, needsFresh: invitePath }),
  look('/members/several', 'showInviteSeveral', visit => severalPage(visit)),
  act('/members/invitations/several', 'invitation.send', inviteSeveral, {
    refused: (visit, refusal) => severalPage(visit, { refusal }),
    needsFresh: severalPath,
  }),
  act(`${invitation}/send-again`, 'invitation.sendAgain', sendAgain, {
    refused: membersPage,
    needsFresh: membersPath,
  }),
  act(`${invitation}/take-back`, 'invitation.takeBack', takeBack),
  act('/members/sign-on', 'company.requireSignOn', requireSignOn, {
    refused: membersPage,
    needsFresh: membersPath,
  }),
  act('/members/fee-limit', 'company.setFeeLimit', setFeeLimit, {
    refused: (visit, refusal) => membersPage(visit, refusal, typedIn(visit.form, ['limit']).limit),
    sentences: patientSentences,
    needsFresh: membersPath,
  }),
  look('/members/:member', 'showMember', memberPage),
  changeRole,
  changeProjects,
  memberAct('end-keys', 'member.endKeys', endMemberKeys, backWith('keys')),
  memberAct('end-sessions', 'member.endSessions', endMemberSessions, backWith('sessions')),
  memberAct(
    'remove',
    'member.remove',
    (change, ref, { form }) => removeMember(change, ref, formOf(successorForm, form).assignee),
    afterRemoval,
    { needsFresh: memberPath },
  ),
];
