import { memberProjectsMax } from '../../domain/console/members';
import { isUuid } from '../../domain/text';
import { singleLine } from '../../forms/text';
import { OperatorError } from '../../usecases/operator-error';
import {
  inspectInvitations,
  inviteMember,
  mailInvitation,
  sendInvitationAgain,
  takeInvitationBack,
  type InvitationRef,
} from '../../usecases/tenants/invitations';
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
import { saysBothScopes } from './endpoint-form';
import { signInAgain } from './sign-in-again';
import type { ViewValues } from './components/member-fields';
import type { Said } from '../components/said';
import { renderMemberPage } from './pages/member-page';
import { renderInvitePage, renderMembersPage, type InvitationValues } from './pages/members-page';
import { consolePath, pathIn, withQuery } from './paths';
import { act, look, type Route } from './routes';
import { page, queried, redirect, type MemberVisit, type Outcome, type Reply } from './visit';
import { uidIn } from '../uid-in';

/** How many members a page has. */
const pageSize = 100;

const doneTexts = {
  sent: 'The invitation is on its way.',
  takenBack: 'The invitation is taken back. Its link is good no more.',
  removed: 'The member is removed.',
  role: 'The role is saved. It holds from their next request on.',
  projects: 'The projects are saved.',
  keys: 'Their keys are ended.',
  sessions: 'They are signed out everywhere.',
} as const;

function saidIn(visit: MemberVisit): Said | undefined {
  const what = queried(visit, 'done');
  const text = Object.entries(doneTexts).find(([name]) => name === what)?.[1];
  return text === undefined ? undefined : { tone: 'passed', text };
}

async function membersPage(visit: MemberVisit, said: Said | undefined, status = 200): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const after = queried(visit, 'after');
  const afterUid = isUuid(after) ? after.toLowerCase() : null;
  const found = await inspectCompanyMembers(parts.db, principal, { afterUid, limit: pageSize + 1 });
  const members = found.slice(0, pageSize);
  const last = found.length > pageSize ? members.at(-1) : undefined;
  const shown = {
    members,
    invitations: await inspectInvitations(parts, principal),
    ...(last === undefined ? {} : { moreAfter: last.membershipUid }),
    ...(said === undefined ? {} : { said }),
  };
  return page(renderMembersPage(viewer, place, shown), status);
}

function toMembers({ place }: MemberVisit, done: keyof typeof doneTexts): Reply {
  return redirect(withQuery(pathIn(place, 'members'), { done }));
}

function viewIn(form: URLSearchParams): ViewValues {
  const picked = form.getAll('project').slice(0, memberProjectsMax + 1);
  return {
    seesAllProjects: form.get('projects') === 'all',
    projectUids: picked.filter(isUuid).map(uid => uid.toLowerCase()),
  };
}

/** @throws OperatorError for a form that says both: somebody would see more than was meant (CONSOLE-51) */
function assertOneView({ seesAllProjects, projectUids }: ViewValues): void {
  if (seesAllProjects && projectUids.length > 0) throw new OperatorError(saysBothScopes);
}

const personName = singleLine({ max: 200 });

/** What stands in the fields; what is longer than a field may be is cut, and then refused by its rule. */
function invitationIn(form: URLSearchParams): InvitationValues {
  return {
    email: (form.get('email') ?? '').trim().slice(0, 300),
    name: (form.get('name') ?? '').slice(0, 300),
    roleUid: form.get('role') ?? '',
    ...viewIn(form),
  };
}

const emptyInvitation: InvitationValues = {
  email: '',
  name: '',
  roleUid: '',
  seesAllProjects: false,
  projectUids: [],
};

async function invitePage(visit: MemberVisit, values: InvitationValues, fault?: string): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const choices = await inspectChoices(parts.db, principal);
  const shown = { values, choices, ...(fault === undefined ? {} : { fault }) };
  return page(renderInvitePage(viewer, place, shown), fault === undefined ? 200 : 422);
}

function checkedName(typed: string): string {
  const name = personName.safeParse(typed);
  if (!name.success) throw new OperatorError('A name has 1 to 200 characters.');
  return name.data;
}

async function invite(visit: MemberVisit): Promise<Reply> {
  const { parts, place, form, later, isFresh } = visit;
  if (!isFresh) return signInAgain(pathIn(place, 'members', 'new'));
  const values = invitationIn(form);
  const made = await visit.attempt(async () => {
    assertOneView(values);
    const wish = { ...values, name: checkedName(values.name) };
    return visit.change(inner => inviteMember(inner, wish, place.companyName));
  });
  if (!made.isDone) return invitePage(visit, values, made.sentence);
  later(() => mailInvitation(parts, made.value));
  return toMembers(visit, 'sent');
}

/** The invitation of the path, as the form saw it. @throws Problem 404 for what is no id */
function invitationRefIn(visit: MemberVisit): InvitationRef {
  const seen = visit.form.get('seen') ?? '';
  return { invitationUid: uidIn(visit, 'invitation'), seenCount: /^\d{1,4}$/.test(seen) ? Number(seen) : 0 };
}

async function sendAgain(visit: MemberVisit): Promise<Reply> {
  const { parts, place, later, isFresh } = visit;
  if (!isFresh) return signInAgain(pathIn(place, 'members'));
  const made = await visit.attempt(() =>
    visit.change(inner => sendInvitationAgain(inner, invitationRefIn(visit))),
  );
  if (!made.isDone) return membersPage(visit, { tone: 'failed', text: made.sentence }, 422);
  later(() => mailInvitation(parts, made.value));
  return toMembers(visit, 'sent');
}

async function takeBack(visit: MemberVisit): Promise<Reply> {
  await visit.change(inner => takeInvitationBack(inner, invitationRefIn(visit)));
  return toMembers(visit, 'takenBack');
}

const memberIn = (visit: MemberVisit): string => uidIn(visit, 'member');

function memberRefIn(visit: MemberVisit): MemberRef {
  return { membershipUid: memberIn(visit), seenVersion: visit.form.get('version') ?? '' };
}

async function memberPage(visit: MemberVisit, said: Said | undefined, status = 200): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const member = await inspectCompanyMember(parts.db, principal, memberIn(visit));
  const choices = await inspectChoices(parts.db, principal);
  const shown = { member, choices, ...(said === undefined ? {} : { said }) };
  return page(renderMemberPage(viewer, place, shown), status);
}

/** The way back to the member, which says what was done or why not. */
async function answer(
  visit: MemberVisit,
  done: keyof typeof doneTexts,
  outcome: Outcome<void>,
): Promise<Reply> {
  if (!outcome.isDone) return memberPage(visit, { tone: 'failed', text: outcome.sentence }, 422);
  return redirect(withQuery(pathIn(visit.place, 'members', memberIn(visit)), { done }));
}

async function about(
  visit: MemberVisit,
  work: (change: MemberChange, ref: MemberRef) => Promise<void>,
): Promise<Outcome<void>> {
  return visit.attempt(() => visit.change(inner => work(inner, memberRefIn(visit))));
}

async function changeRole(visit: MemberVisit): Promise<Reply> {
  const { place, form, isFresh } = visit;
  if (!isFresh) return signInAgain(pathIn(place, 'members', memberIn(visit)));
  const said = form.get('role') ?? '';
  const roleUid = said === '' ? null : said;
  return answer(visit, 'role', await about(visit, (inner, ref) => changeMemberRole(inner, ref, roleUid)));
}

async function changeProjects(visit: MemberVisit): Promise<Reply> {
  const { place, form, isFresh } = visit;
  if (!isFresh) return signInAgain(pathIn(place, 'members', memberIn(visit)));
  const view = viewIn(form);
  return answer(
    visit,
    'projects',
    await about(visit, async (inner, ref) => {
      assertOneView(view);
      await changeMemberProjects(inner, ref, view);
    }),
  );
}

async function remove(visit: MemberVisit): Promise<Reply> {
  const member = await inspectCompanyMember(visit.parts.db, visit.principal, memberIn(visit));
  const outcome = await about(visit, removeMember);
  if (!outcome.isDone) return memberPage(visit, { tone: 'failed', text: outcome.sentence }, 422);
  return member.isSelf ? redirect(consolePath('companies')) : toMembers(visit, 'removed');
}

const one = '/members/:member';
const invitation = '/members/invitations/:invitation';

/** The pages of members (CONSOLE-19). Each use case asks what may be done about whom. */
export const peopleRoutes: readonly Route[] = [
  look('/members', 'showMembers', visit => membersPage(visit, saidIn(visit))),
  look('/members/new', 'showInvite', visit => invitePage(visit, emptyInvitation)),
  act('/members/invitations', 'invitation.send', invite),
  act(`${invitation}/send-again`, 'invitation.sendAgain', sendAgain),
  act(`${invitation}/take-back`, 'invitation.takeBack', takeBack),
  look(one, 'showMember', visit => memberPage(visit, saidIn(visit))),
  act(`${one}/role`, 'member.assignRole', changeRole),
  act(`${one}/projects`, 'member.grantProject', changeProjects),
  act(`${one}/end-keys`, 'member.endKeys', async visit =>
    answer(visit, 'keys', await about(visit, endMemberKeys)),
  ),
  act(`${one}/end-sessions`, 'member.endSessions', async visit =>
    answer(visit, 'sessions', await about(visit, endMemberSessions)),
  ),
  act(`${one}/remove`, 'member.remove', remove),
];
