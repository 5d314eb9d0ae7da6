import { markUserDeleted, patchMembership } from '../../store/tenants';
import { grantProject, lockProject } from '../../store/projects';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { getRoleUid } from './add-member';
import { getCompany, getMember } from './find-company';

interface MemberRef {
  readonly companyId: string;
  readonly email: string;
}

/** Gives a member a role, or takes it away; their next call is judged by it. */
export async function assignRole(
  change: Change,
  form: MemberRef & { readonly role: string | undefined },
): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  const member = await getMember(change.tx, company, form.email);
  const roleUid = form.role === undefined ? null : await getRoleUid(change, company.uid, form.role);
  await patchMembership(change.tx, member.membershipUid, { roleUid });
  await change.audit('member.assignRole', { kind: 'user', uid: member.userUid, companyUid: company.uid });
}

/** Lets a member see a project, or with `null` every project, later ones included. */
export async function grantProjectAccess(
  change: Change,
  form: MemberRef & { readonly projectId: string | null },
): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  const member = await getMember(change.tx, company, form.email);
  if (form.projectId === null) {
    await patchMembership(change.tx, member.membershipUid, { seesAllProjects: true });
  } else {
    const project = await lockProject(change.tx, company.uid, form.projectId);
    if (project === undefined) throw new OperatorError('The company has no project with this id.');
    await patchMembership(change.tx, member.membershipUid, { seesAllProjects: false });
    await grantProject(change.tx, member.membershipUid, project.uid);
  }
  await change.audit('member.grantProject', { kind: 'user', uid: member.userUid, companyUid: company.uid });
}

/** Deletes a person's account: every key of theirs stops working at once, in every company. */
export async function deleteUser(change: Change, form: MemberRef): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  const member = await getMember(change.tx, company, form.email);
  await markUserDeleted(change.tx, member.userUid, change.now);
  await change.audit('user.delete', { kind: 'user', uid: member.userUid, companyUid: company.uid });
}
