/** Member management in the console. */
import { uidOf, type Uid } from '../../domain/changes';
import { noDetail } from '../../domain/audit-events';
import { createHash } from 'node:crypto';
import { assertPermission } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import type { Permission } from '../../domain/access/permissions';
import { mayGive, memberProjectsMax, memberRefusals, refusalOf } from '../../domain/console/members';
import { notFound, Problem } from '../../domain/problem';
import { memberSignIns } from '../../store/access/sign-ins';
import type { Executor } from '../../store/database';
import {
  countManagers,
  findCompanyMember,
  listCompanyMembers,
  listPickableProjects,
  lockMembersOf,
  lockOwnedEndpoints,
  pickSeenProjects,
  replaceMemberProjects,
  revokeKeysOf,
  type CompanyMember,
  type PickableProject,
} from '../../store/tenants/company-members';
import { deleteRemindersOf } from '../../store/record-requests/reminders';
import {
  countBelongings,
  findSuccessor,
  listSuccessors,
  reassignRequests,
  type Belongings,
  type Successor,
} from '../../store/tenants/member-belongings';
import { findActiveMember, type ActiveMember } from '../../store/tenants/members';
import { listRoles, patchMembership, type Role } from '../../store/tenants/tenants';
import { markEndpointDeleted } from '../../store/webhooks/endpoints';
import { cancelDeliveries } from '../../store/webhooks/open-deliveries';
import { resource, type Change, type AuditedResource } from '../change';
import { OperatorError } from '../operator-error';

/** The most projects listed for selection, of both environments. */
const listedProjectsMax = 1_000;

/** A change by a member in the console. */
export type MemberChange = Change<ConsolePrincipal>;

/** A member who manages members. */
export interface Manager extends ActiveMember {
  readonly companyUid: string;
  readonly userUid: string;
  readonly own: ReadonlySet<Permission>;
}

/**
 * Locks the company's members and returns the manager: if two members remove each other's role at once, the
 * second no longer has one.
 * @throws Problem `permission.missing` if they no longer manage members
 */
export async function lockManager({ tx, principal }: MemberChange): Promise<Manager> {
  assertPermission(principal, 'ManageMembers');
  const { companyUid, userUid } = principal;
  await lockMembersOf(tx, companyUid);
  const member = await findActiveMember(tx, companyUid, userUid);
  const own = new Set(member?.permissions);
  if (member === undefined || !own.has('ManageMembers'))
    throw new Problem('permission.missing', { internal: 'the role was removed in the meantime' });
  return { ...member, companyUid, userUid, own };
}

/** Lists the roles of a company: its own role hides a built-in one with the same name. */
async function rolesOf(executor: Executor, companyUid: string): Promise<Role[]> {
  const byName = new Map((await listRoles(executor, companyUid)).map(role => [role.name, role]));
  return [...byName.values()];
}

/** Lists the roles that someone with these permissions may grant (CONSOLE-21). */
async function giveableRoles(
  executor: Executor,
  { companyUid }: Pick<ConsolePrincipal, 'companyUid'>,
  own: ReadonlySet<Permission>,
): Promise<Role[]> {
  return (await rolesOf(executor, companyUid)).filter(({ permissions }) => mayGive(own, permissions));
}

/** Returns a role to grant. @throws OperatorError if the granting member has no such role available */
export async function getGivenRole(
  executor: Executor,
  { companyUid, own }: Pick<Manager, 'companyUid' | 'own'>,
  roleUid: string,
): Promise<Role> {
  const role = (await rolesOf(executor, companyUid)).find(({ uid }) => uid === roleUid);
  if (role === undefined) throw new OperatorError('Choose a role.');
  if (!mayGive(own, role.permissions)) throw new OperatorError(memberRefusals.raises);
  return role;
}

/** The projects that a member sees. */
export interface ProjectView {
  readonly seesAllProjects: boolean;
  /** The uids of selected projects, of both environments; empty for someone who sees all of them. */
  readonly projectUids: readonly string[];
}

/**
 * Returns the projects that a manager grants: only ones that they see themselves (CONSOLE-21).
 * @returns the uids of the selected projects
 * @throws OperatorError for what they may not grant, and if nothing is selected
 */
export async function getGivenProjects(
  executor: Executor,
  manager: Pick<Manager, 'companyUid' | 'membershipUid' | 'seesAllProjects'>,
  { seesAllProjects, projectUids }: ProjectView,
): Promise<string[]> {
  if (seesAllProjects) {
    if (manager.seesAllProjects) return [];
    throw new OperatorError("You don't have access to all projects. Select from the projects that you see.");
  }
  const picked = [...new Set(projectUids)];
  if (picked.length === 0) throw new OperatorError('Select at least one project, or all projects.');
  if (picked.length > memberProjectsMax)
    throw new OperatorError(`Select at most ${memberProjectsMax} projects, or all projects.`);
  const visible = await pickSeenProjects(executor, manager, picked);
  if (visible.length < picked.length) throw new OperatorError('Select only projects that you see.');
  return visible;
}

/**
 * Returns the hash of a member's settings. It excludes the last sign-in, which changes on its own and must
 * not make a form stale.
 */
function versionOf({
  roleUid,
  seesAllProjects,
  projectUids,
}: Pick<CompanyMember, 'roleUid' | 'seesAllProjects' | 'projectUids'>): string {
  return createHash('sha256')
    .update(JSON.stringify([roleUid, seesAllProjects, projectUids]))
    .digest('base64url');
}

/** A member as a form names them. */
export interface MemberRef {
  readonly membershipUid: string;
  /** Their settings when the form was shown. */
  readonly seenVersion: string;
}

/**
 * @throws Problem 404 for someone who isn't a member of the company, `console.formStale` for someone changed
 * since
 */
async function lockMember(
  change: MemberChange,
  { membershipUid, seenVersion }: MemberRef,
): Promise<{ readonly manager: Manager; readonly member: CompanyMember }> {
  const manager = await lockManager(change);
  const member = await findCompanyMember(change.tx, manager.companyUid, membershipUid);
  if (member === undefined) throw notFound('the company has no such member');
  if (versionOf(member) !== seenVersion) throw new Problem('console.formStale');
  return { manager, member };
}

/** @throws OperatorError unless it is allowed (CONSOLE-20, CONSOLE-21) */
export async function assertMay(
  { tx }: MemberChange,
  { own, companyUid }: Manager,
  member: CompanyMember,
  afterwards: readonly Permission[] = member.permissions,
): Promise<void> {
  const managers = await countManagers(tx, companyUid);
  const theirs = new Set(member.permissions);
  // A service account doesn't manage members, so its role is never the last one.
  const others = member.isServiceAccount ? Number.POSITIVE_INFINITY : managers;
  const refusal = refusalOf({ own, theirs, afterwards: new Set(afterwards), managers: others });
  if (refusal !== undefined) throw new OperatorError(memberRefusals[refusal]);
}

/** Returns a role for the audit log. */
function roleOf(uid: string | null): Uid | null {
  return uid === null ? null : uidOf(uid);
}

function audited({ principal }: MemberChange, { userUid: uid }: CompanyMember): AuditedResource {
  return resource('user', { uid, companyUid: principal.companyUid });
}

/**
 * Changes or removes a member's role; their next request has the new permissions.
 * @throws OperatorError if the rules of CONSOLE-20 and CONSOLE-21 refuse it
 */
export async function changeMemberRole(
  change: MemberChange,
  ref: MemberRef,
  roleUid: string | null,
): Promise<void> {
  const { manager, member } = await lockMember(change, ref);
  const role = roleUid === null ? undefined : await getGivenRole(change.tx, manager, roleUid);
  await assertMay(change, manager, member, role?.permissions ?? []);
  await patchMembership(change.tx, member.membershipUid, { roleUid });
  const roles = { from: roleOf(member.roleUid), to: roleOf(roleUid) };
  await change.audit(audited(change, member), 'member.assignRole', { role: roles });
}

/**
 * Sets which projects a member sees. A manager who doesn't see all projects can't grant all. @throws
 * OperatorError
 */
export async function changeMemberProjects(
  change: MemberChange,
  ref: MemberRef,
  view: ProjectView,
): Promise<void> {
  const { manager, member } = await lockMember(change, ref);
  await assertMay(change, manager, member);
  if (!manager.seesAllProjects)
    throw new OperatorError(
      'Only a member with access to all projects can change which projects a member sees.',
    );
  const projectUids = await getGivenProjects(change.tx, manager, view);
  const { membershipUid } = member;
  await patchMembership(change.tx, membershipUid, { seesAllProjects: view.seesAllProjects });
  await replaceMemberProjects(change.tx, membershipUid, projectUids);
  await change.audit(audited(change, member), 'member.grantProject', {
    projects: view.seesAllProjects ? 'all' : 'some',
  });
}

/**
 * Revokes a member's keys in both environments; the next request with them is 401. @throws OperatorError if
 * there is none
 */
export async function endMemberKeys(change: MemberChange, ref: MemberRef): Promise<void> {
  const { manager, member } = await lockMember(change, ref);
  await assertMay(change, manager, member);
  const keys = await revokeKeysOf(change.tx, member.membershipUid, change.now);
  if (keys === 0) throw new OperatorError('The member has no active API key.');
  await change.audit(audited(change, member), 'member.endKeys', { keys });
}

/** Signs a member out everywhere: a session belongs to the person, whichever of their companies they view. */
export async function endMemberSessions(change: MemberChange, ref: MemberRef): Promise<void> {
  const { manager, member } = await lockMember(change, ref);
  await assertMay(change, manager, member);
  await memberSignIns.endSessions(change.tx, member.userUid, change.now);
  await change.audit(audited(change, member), 'member.endSessions', noDetail);
}

const forAssigning = ['ManageRecordRequests', 'ViewRecordRequests'] as const;

/** Assigns a member's open record requests to another one. @throws Problem 403, 404 for no such member */
async function reassign(
  { tx, principal }: MemberChange,
  manager: Manager,
  { membershipUid }: CompanyMember,
  successorUid: string,
): Promise<{ readonly reassigned: number; readonly assignee: Uid }> {
  for (const permission of forAssigning) assertPermission(principal, permission);
  const successor = await findSuccessor(tx, manager, membershipUid, successorUid);
  if (successor === undefined) throw notFound('the member sees no such member');
  const reassigned = await reassignRequests(tx, manager, membershipUid, successor.membershipUid);
  return { reassigned, assignee: uidOf(successor.membershipUid) };
}

/**
 * Removes a member: their keys, endpoints, and e-mail notifications end with the commit, and they lose access
 * to the company. Their account stays, since they may belong to other companies too.
 * @param successorUid the membership that takes over their open record requests (CONSOLE-111)
 * @throws OperatorError if the rules of CONSOLE-20 and CONSOLE-21 refuse it; Problem 403, 404
 */
export async function removeMember(
  change: MemberChange,
  ref: MemberRef,
  successorUid?: string,
): Promise<void> {
  const { tx, now } = change;
  const { manager, member } = await lockMember(change, ref);
  await assertMay(change, manager, member, []);
  const { membershipUid } = member;
  const given = successorUid === undefined ? {} : await reassign(change, manager, member, successorUid);
  await patchMembership(tx, membershipUid, { roleUid: null, seesAllProjects: false, endedAt: now });
  await replaceMemberProjects(tx, membershipUid, []);
  await revokeKeysOf(tx, membershipUid, now);
  await deleteRemindersOf(tx, membershipUid);
  for (const uid of await lockOwnedEndpoints(tx, membershipUid)) {
    await markEndpointDeleted(tx, uid, now);
    await cancelDeliveries(tx, uid, ['pending', 'failed'], now);
  }
  await change.audit(audited(change, member), 'member.remove', { role: roleOf(member.roleUid), ...given });
}

/** Returns a page of members. */
export async function inspectCompanyMembers(
  executor: Executor,
  principal: ConsolePrincipal,
  page: { readonly afterUid: string | null; readonly limit: number },
): Promise<CompanyMember[]> {
  assertPermission(principal, 'ManageMembers');
  return listCompanyMembers(executor, { companyUid: principal.companyUid, ...page });
}

/** The choices for a member's settings. */
export interface MemberChoices {
  readonly roles: ReadonlyArray<{ readonly uid: string; readonly name: string }>;
  /** The projects that the manager sees, of both environments. */
  readonly projects: readonly PickableProject[];
  readonly areMoreProjects: boolean;
  /** Whether they may grant all of them. */
  readonly mayGiveAll: boolean;
}

/** Returns what a manager may grant. */
export async function inspectChoices(
  executor: Executor,
  principal: ConsolePrincipal,
): Promise<MemberChoices> {
  assertPermission(principal, 'ManageMembers');
  const roles = await giveableRoles(executor, principal, principal.permissions);
  const projects = await listPickableProjects(executor, principal, listedProjectsMax + 1);
  return {
    roles: roles.map(({ uid, name }) => ({ uid, name })),
    projects: projects.slice(0, listedProjectsMax),
    areMoreProjects: projects.length > listedProjectsMax,
    mayGiveAll: principal.seesAllProjects,
  };
}

/** A member with the actions available to the manager. */
export interface MemberDetails extends CompanyMember {
  readonly version: string;
  readonly isSelf: boolean;
  /** Why the member can't be changed at all; `undefined` if they can. */
  readonly refusal: string | undefined;
  /** What ends if they are removed, and the open record requests that are assigned to them. */
  readonly belongings: Belongings;
  /** Who can take over these requests; none for a manager who can't assign any. */
  readonly successors: readonly Successor[];
}

/** The most members to choose from. */
const successorsMax = 500;

/** Returns one member. @throws Problem 404 for someone who isn't a member of the company */
export async function inspectCompanyMember(
  executor: Executor,
  principal: ConsolePrincipal,
  membershipUid: string,
  now: Date,
): Promise<MemberDetails> {
  assertPermission(principal, 'ManageMembers');
  const member = await findCompanyMember(executor, principal.companyUid, membershipUid);
  if (member === undefined) throw notFound('the company has no such member');
  const isSelf = member.userUid === principal.userUid;
  const refusal = mayGive(principal.permissions, member.permissions) ? undefined : memberRefusals.mayMore;
  const belongings = await countBelongings(executor, principal, membershipUid, now);
  const mayAssign =
    belongings.requests > 0 && forAssigning.every(permission => principal.permissions.has(permission));
  return {
    ...member,
    version: versionOf(member),
    isSelf,
    refusal,
    belongings,
    successors: mayAssign ? await listSuccessors(executor, principal, membershipUid, successorsMax) : [],
  };
}
