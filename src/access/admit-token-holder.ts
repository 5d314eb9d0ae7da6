import type { Permission } from '../domain/access/permissions';
import { Problem } from '../domain/problem';
import type { Environment } from '../domain/projects/project';
import type { Executor } from '../store/database';
import { findActiveMember } from '../store/tenants/members';
import type { MemberPrincipal } from './principal';

/** The user and permission behind a token. */
interface TokenHolder {
  readonly companyUid: string;
  readonly userUid: string;
  readonly environment: Environment;
}

/**
 * Returns the user on whose behalf a page acts, read from the database for each action, so that a token ends
 * with its user or their permission (EMBED-17, EMBED-18).
 * @throws Problem `embed.tokenInvalid` for a user who is deleted, no longer a member, or lacks the
 * permission: the same answer as for every token that opens nothing
 */
export async function admitTokenHolder(
  executor: Executor,
  { companyUid, userUid, environment }: TokenHolder,
  permission: Permission,
): Promise<MemberPrincipal> {
  const member = await findActiveMember(executor, companyUid, userUid);
  const permissions = new Set(member?.permissions);
  if (member === undefined || !permissions.has(permission))
    throw new Problem('embed.tokenInvalid', {
      internal: `the user of the token is gone, or lacks ${permission}`,
    });
  const { membershipUid, seesAllProjects, userName, roleUid } = member;
  return {
    kind: 'member',
    environment,
    companyUid,
    userUid,
    userName,
    membershipUid,
    seesAllProjects,
    permissions,
    hasRole: roleUid !== null,
  };
}
