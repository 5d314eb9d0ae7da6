/** The roles that a company defines for its members (CONSOLE-122). */
import { createHash } from 'node:crypto';
import { assertPermission } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { builtInRoles, type Permission } from '../../domain/access/permissions';
import { companyRolesMax, mayGive, memberRefusals } from '../../domain/console/members';
import { uidOf } from '../../domain/changes';
import { notFound, Problem } from '../../domain/problem';
import type { Executor } from '../../store/database';
import { countManagers, listHolders, type Holders } from '../../store/tenants/company-members';
import { listRoles, renameRole, upsertRole, type Role } from '../../store/tenants/tenants';
import type { AuditedResource } from '../change';
import { OperatorError } from '../operator-error';
import { makeOneOnce } from '../sent-forms';
import { lockManager, type Manager, type MemberChange } from './member-administration';

/** The most holders of a role that its page names. */
const namedHoldersMax = 50;

/** A role as its form is sent. */
export interface RoleForm {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

/** A role of the company, with who has it. */
export interface CompanyRole extends Role {
  readonly holders: Holders;
  /** Why the manager can't change it; `undefined` if they can. */
  readonly refusal: string | undefined;
  readonly version: string;
}

const ofCompany = (uid: string): AuditedResource => ({ kind: 'company', uid, companyUid: uid });

const mayMore = "This role has permissions that you don't have. Ask someone with all of them.";
const builtIn = "This role is built in, so it can't be changed.";

function versionOf({ name, permissions }: Pick<Role, 'name' | 'permissions'>): string {
  return createHash('sha256')
    .update(JSON.stringify([name, permissions]))
    .digest('base64url');
}

function refusalFor(own: ReadonlySet<Permission>, role: Role): string | undefined {
  if (role.isBuiltIn) return builtIn;
  return mayGive(own, role.permissions) ? undefined : mayMore;
}

/**
 * Lists the built-in roles and those of the company, and who has each.
 * @throws Problem `permission.missing`
 */
export async function inspectCompanyRoles(
  executor: Executor,
  principal: ConsolePrincipal,
): Promise<CompanyRole[]> {
  assertPermission(principal, 'ManageMembers');
  const { companyUid, permissions: own } = principal;
  const holders = await listHolders(executor, companyUid, namedHoldersMax);
  return (await listRoles(executor, companyUid)).map(role => ({
    ...role,
    holders: holders.get(role.uid) ?? { count: 0, names: [] },
    refusal: refusalFor(own, role),
    version: versionOf(role),
  }));
}

/** Returns one role. @throws Problem `permission.missing`, 404 for a role of another company */
export async function inspectCompanyRole(
  executor: Executor,
  principal: ConsolePrincipal,
  roleUid: string,
): Promise<CompanyRole> {
  const role = (await inspectCompanyRoles(executor, principal)).find(({ uid }) => uid === roleUid);
  if (role === undefined) throw notFound('the company has no such role');
  return role;
}

/** @throws OperatorError for a name in use */
function assertNameIsFree(name: string, others: readonly Role[]): void {
  const names = [...Object.keys(builtInRoles), ...others.map(role => role.name)];
  if (names.some(used => used.toLowerCase() === name.toLowerCase()))
    throw new OperatorError('A role already has this name. Choose another name.');
}

/** @throws OperatorError for permissions that the manager doesn't have */
function assertMayGrant({ own }: Manager, { permissions }: RoleForm): void {
  if (!mayGive(own, permissions)) throw new OperatorError(memberRefusals.raises);
}

/**
 * Creates a role with permissions that the manager has. A form that is sent twice creates one.
 * @returns its uid
 * @throws Problem `permission.missing`; OperatorError for a name in use, for permissions that the manager
 * doesn't have, and if there are too many roles
 */
export async function createCompanyRole(
  change: MemberChange,
  formKey: string,
  form: RoleForm,
): Promise<string> {
  return makeOneOnce(change, formKey, async () => {
    const manager = await lockManager(change);
    const { companyUid } = manager;
    const roles = await listRoles(change.tx, companyUid);
    if (roles.filter(({ isBuiltIn }) => !isBuiltIn).length >= companyRolesMax)
      throw new OperatorError(
        `There are ${companyRolesMax} roles, which is the maximum. Change one instead.`,
      );
    assertNameIsFree(form.name, roles);
    assertMayGrant(manager, form);
    const uid = change.newUid();
    const role = { uid, companyUid, name: form.name, createdAt: change.now };
    await upsertRole(change.tx, role, form.permissions);
    const { permissions } = form;
    await change.audit(ofCompany(companyUid), 'role.define', { role: uidOf(uid), permissions });
    return uid;
  });
}

/**
 * Changes the name and the permissions of a role of the company; the new permissions count from the
 * next request of everyone who has it.
 * @throws Problem `permission.missing`, 404, `console.formStale` for a role that was changed since;
 * OperatorError for a built-in role, for a name in use, for permissions that the manager doesn't have, before
 * or after, and if no one could manage the members anymore (CONSOLE-20)
 */
export async function changeCompanyRole(
  change: MemberChange,
  { roleUid, seenVersion }: { readonly roleUid: string; readonly seenVersion: string },
  form: RoleForm,
): Promise<void> {
  const { tx } = change;
  const manager = await lockManager(change);
  const { companyUid, own } = manager;
  const roles = await listRoles(tx, companyUid);
  const role = roles.find(({ uid }) => uid === roleUid);
  if (role === undefined) throw notFound('the company has no such role');
  const refusal = refusalFor(own, role);
  if (refusal !== undefined) throw new OperatorError(refusal);
  if (versionOf(role) !== seenVersion) throw new Problem('console.formStale');
  const isRenamed = form.name !== role.name;
  if (isRenamed)
    assertNameIsFree(
      form.name,
      roles.filter(({ uid }) => uid !== roleUid),
    );
  assertMayGrant(manager, form);
  const endsManaging =
    role.permissions.includes('ManageMembers') && !form.permissions.includes('ManageMembers');
  if (endsManaging && (await countManagers(tx, companyUid, roleUid)) === 0)
    throw new OperatorError(memberRefusals.lastManager);
  if (isRenamed) await renameRole(tx, roleUid, form.name);
  await upsertRole(
    tx,
    { uid: roleUid, companyUid, name: form.name, createdAt: change.now },
    form.permissions,
  );
  await change.audit(ofCompany(companyUid), 'role.define', {
    role: uidOf(roleUid),
    permissions: form.permissions,
    before: role.permissions,
    isRenamed,
  });
}
