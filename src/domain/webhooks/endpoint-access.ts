import type { Permission } from '../access/permissions';

/** What a member may do about an endpoint of their company; `none`: it does not exist for them. */
export type EndpointAccess = 'change' | 'look' | 'none';

/**
 * The owner changes an endpoint while their role may manage webhooks (KEY-11), and else looks at it.
 * Administrators, who are those that manage members, look at everyone's and change nobody else's (KEY-16).
 */
export function endpointAccess(
  member: { readonly userUid: string; readonly permissions: ReadonlySet<Permission> },
  endpoint: { readonly ownerUserUid: string },
  needed: Permission = 'ManageWebhooks',
): EndpointAccess {
  if (member.userUid === endpoint.ownerUserUid) return member.permissions.has(needed) ? 'change' : 'look';
  return member.permissions.has('ManageMembers') ? 'look' : 'none';
}
