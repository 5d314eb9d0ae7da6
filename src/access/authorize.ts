import type { Permission } from '../domain/access/permissions';
import { Problem, notFound } from '../domain/problem';
import type { Executor } from '../store/database';
import { findVisibleProject } from '../store/tenants/projects';
import type { Project, ProjectScope } from '../domain/projects/project';
import type { ConsolePrincipal, KeyPrincipal, MemberPrincipal } from './principal';

/**
 * Returns the projects that a key or a user's page can see: of its company, in its environment, visible to
 * its member.
 */
export function projectScopeOf(principal: KeyPrincipal | MemberPrincipal | ConsolePrincipal): ProjectScope {
  const { companyUid, environment, membershipUid, seesAllProjects } = principal;
  return { companyUid, environment, membershipUid, seesAllProjects };
}

/** @throws Problem 404 unless the path's company is the key's own: any other doesn't exist for this key */
export function assertOwnCompany(principal: KeyPrincipal, companyId: string): void {
  if (principal.companyId !== companyId) throw notFound("the company of the path is not the key's");
}

/**
 * Returns the project of the path.
 * @throws Problem 404 if the key can't see it, whatever the reason
 */
export async function getVisibleProject(
  executor: Executor,
  principal: KeyPrincipal | ConsolePrincipal,
  companyId: string,
  projectId: string,
): Promise<Project> {
  const project = await findVisibleProject(executor, projectScopeOf(principal), companyId, projectId);
  if (project === undefined) throw notFound('the key sees no such project');
  return project;
}

/** @throws Problem 403 `role.notAssigned` for a user without a role */
export function assertRole({ hasRole }: KeyPrincipal | ConsolePrincipal): void {
  if (!hasRole) throw new Problem('role.notAssigned');
}

/**
 * @throws Problem 403 `role.notAssigned` for a user without a role, 403 `permission.missing` if the role
 * doesn't have the permission
 */
export function assertPermission(principal: KeyPrincipal | ConsolePrincipal, permission: Permission): void {
  assertRole(principal);
  if (!principal.permissions.has(permission))
    throw new Problem('permission.missing', { internal: `needs ${permission}` });
}

/** @throws Problem as `assertPermission`, unless the role has one of these */
export function assertAnyPermission(principal: ConsolePrincipal, wanted: readonly Permission[]): void {
  assertRole(principal);
  if (!wanted.some(permission => principal.permissions.has(permission)))
    throw new Problem('permission.missing', { internal: `needs one of ${wanted.join(', ')}` });
}
