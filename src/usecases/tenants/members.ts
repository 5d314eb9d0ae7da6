import { noDetail } from '../../domain/audit-events';
import { uidOf } from '../../domain/changes';
import { releaseAssignments } from '../../store/record-requests/assignments';
import { deleteListColumns } from '../../store/record-requests/list-columns';
import { deleteRemindersOf, deleteRemindersOfUser } from '../../store/record-requests/reminders';
import { unbindIdentities } from '../../store/access/sign-on-identities';
import type { Executor } from '../../store/database';
import { lockMembersOf, replaceMemberProjects } from '../../store/tenants/company-members';
import { grantProject } from '../../store/tenants/projects';
import {
  findMembership,
  findUserByEmail,
  insertMembership,
  insertUser,
  listMembers,
  listRoles,
  markUserDeleted,
  patchMembership,
  type Company,
  type Member,
  type User,
} from '../../store/tenants/tenants';
import type { AuditedResource, Change, OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany, getMember, lockOperatorsProject, type ProjectRef } from '../operators';

/** An operator's form for a new member. */
interface MemberForm {
  readonly companyId: string;
  readonly email: string;
  readonly name: string;
  /**
   * The role's name. With `undefined`, there is no role, and every call of the member answers
   * `roleNotAssigned`.
   */
  readonly role?: string | undefined;
  /** Whether the member sees every project of the company, later ones included. */
  readonly seesAllProjects: boolean;
}

function userResource(uid: string, company: Company): AuditedResource {
  return { kind: 'user', uid, companyUid: company.uid };
}

/** @throws OperatorError if the company has no role with this name */
async function getRoleUid(change: OperatorChange, companyUid: string, name: string): Promise<string> {
  // A company's own role comes after the built-in ones and hides one with the same name.
  const role = (await listRoles(change.tx, companyUid)).findLast(candidate => candidate.name === name);
  if (role === undefined)
    throw new OperatorError('The company has no role with this name. Run `role list` to see its roles.');
  return role.uid;
}

const emailPattern = /^[^\s@]+@[^\s@]+$/;

/**
 * Returns the person with an e-mail address, ignoring case, and adds them if there is none: companies that
 * invited them may all do so at once.
 * @throws Error if the person was deleted at the same moment
 */
export async function findOrAddPerson(
  { tx, now, newUid }: Pick<Change, 'tx' | 'now' | 'newUid'>,
  { email, name }: Pick<User, 'email' | 'name'>,
): Promise<{ readonly user: User; readonly isNew: boolean }> {
  const known = await findUserByEmail(tx, email);
  if (known !== undefined) return { user: known, isNew: false };
  const user: User = { uid: newUid(), email, name, createdAt: now };
  if (await insertUser(tx, user)) return { user, isNew: true };
  const other = await findUserByEmail(tx, email);
  if (other === undefined) throw new Error('The person was added, and deleted at once.');
  return { user: other, isNew: false };
}

/**
 * Makes a person a member of a company; a person with a known address keeps their account.
 * @throws OperatorError for a malformed address, an unknown company or role, and someone who is already a
 * member
 */
export async function addMember(change: OperatorChange, form: MemberForm): Promise<User> {
  if (!emailPattern.test(form.email) || form.email.length > 254)
    throw new OperatorError("This isn't an e-mail address.");
  const company = await getCompany(change.tx, form.companyId);
  await lockMembersOf(change.tx, company.uid);
  const roleUid = form.role === undefined ? null : await getRoleUid(change, company.uid, form.role);
  const { user } = await findOrAddPerson(change, form);
  const { seesAllProjects } = form;
  const isNew = await joinCompany(change, {
    companyUid: company.uid,
    userUid: user.uid,
    roleUid,
    seesAllProjects,
    projectUids: [],
  });
  if (!isNew) throw new OperatorError('This person is already a member of the company.');
  await change.audit(userResource(user.uid, company), 'member.add', {
    role: roleUid === null ? null : uidOf(roleUid),
    projects: seesAllProjects ? 'all' : 'some',
  });
  return user;
}

interface MemberRef {
  readonly companyId: string;
  readonly email: string;
}

/** Assigns or removes a member's role; their next request has the new permissions. */
export async function assignRole(
  change: OperatorChange,
  form: MemberRef & { readonly role: string | undefined },
): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  const member = await getMember(change.tx, company, form.email);
  const roleUid = form.role === undefined ? null : await getRoleUid(change, company.uid, form.role);
  const before = member.role === null ? null : await getRoleUid(change, company.uid, member.role);
  await patchMembership(change.tx, member.membershipUid, { roleUid });
  await change.audit(userResource(member.userUid, company), 'member.assignRole', {
    role: { from: before === null ? null : uidOf(before), to: roleUid === null ? null : uidOf(roleUid) },
  });
}

/** Gives a member access to a project, or with `null` to every project, later ones included. */
export async function grantProjectAccess(
  change: OperatorChange,
  form: MemberRef & Pick<ProjectRef, 'environment'> & { readonly projectId: string | null },
): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  const member = await getMember(change.tx, company, form.email);
  const subject = userResource(member.userUid, company);
  if (form.projectId === null) {
    await patchMembership(change.tx, member.membershipUid, { seesAllProjects: true });
    await change.audit(subject, 'member.grantProject', { projects: 'all' });
  } else {
    const project = await lockOperatorsProject(change.tx, { ...form, projectId: form.projectId });
    await patchMembership(change.tx, member.membershipUid, { seesAllProjects: false });
    await grantProject(change.tx, member.membershipUid, project.uid);
    await change.audit(subject, 'member.grantProject', { projects: 'some', project: uidOf(project.uid) });
  }
}

/** Deletes a person's account: all of their keys stop working right away, in every company. */
export async function deleteUser(change: OperatorChange, form: MemberRef): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  const member = await getMember(change.tx, company, form.email);
  await markUserDeleted(change.tx, member.userUid, change.now);
  await deleteRemindersOfUser(change.tx, member.userUid);
  await change.audit(userResource(member.userUid, company), 'user.delete', noDetail);
}

/**
 * Lets a member sign in with another account at the identity provider: the next one with their verified
 * address is bound to them.
 * @throws OperatorError for an unknown company or member, and if they aren't bound to an account
 */
export async function unbindSignOn(change: OperatorChange, form: MemberRef): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  const member = await getMember(change.tx, company, form.email);
  const identities = await unbindIdentities(change.tx, member.userUid);
  if (identities === 0)
    throw new OperatorError("The member isn't linked to an account at the identity provider.");
  await change.audit(userResource(member.userUid, company), 'user.unbindSignOn', { identities });
}

/** A new member: the person, the company, and their permissions. */
export interface NewMember {
  readonly companyUid: string;
  readonly userUid: string;
  /** With `null`, there is no role, and every call of the member answers `roleNotAssigned`. */
  readonly roleUid: string | null;
  /** Whether the member sees every project of the company, later ones included. */
  readonly seesAllProjects: boolean;
  /** The projects of a member who doesn't see all. */
  readonly projectUids: readonly string[];
}

/**
 * Makes a person a member of a company; a removed member starts over without anything they had.
 * @returns false if they are already a member
 */
export async function joinCompany(
  change: Change,
  { companyUid, userUid, roleUid, seesAllProjects, projectUids }: NewMember,
): Promise<boolean> {
  const { tx, now: createdAt } = change;
  const known = await findMembership(tx, companyUid, userUid);
  if (known !== undefined && known.endedAt === null) return false;
  const uid = known?.uid ?? change.newUid();
  if (known === undefined)
    await insertMembership(tx, { uid, companyUid, userUid, roleUid, seesAllProjects, createdAt });
  else {
    await releaseAssignments(tx, uid);
    await deleteListColumns(tx, uid);
    await deleteRemindersOf(tx, uid);
    await patchMembership(tx, uid, { roleUid, seesAllProjects, endedAt: null });
  }
  await replaceMemberProjects(tx, uid, seesAllProjects ? [] : projectUids);
  return true;
}

/** Lists the people of the company. */
export async function inspectMembers(executor: Executor, companyId: string): Promise<Member[]> {
  return listMembers(executor, (await getCompany(executor, companyId)).uid);
}
