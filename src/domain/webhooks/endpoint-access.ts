import type { Permission } from '../access/permissions';

/** What a member may do with an endpoint of their company; `none` means that it doesn't exist for them. */
export type EndpointAccess = 'change' | 'look' | 'none';

/**
 * Returns a member's access to an endpoint. The owner can change it while their role may manage webhooks
 * (KEY-11), and otherwise only view it. Administrators, who are the members who manage members, view
 * everyone's and change nobody else's (KEY-16).
 */
export function endpointAccess(
  member: { readonly userUid: string; readonly permissions: ReadonlySet<Permission> },
  endpoint: { readonly ownerUserUid: string },
  needed: Permission = 'ManageWebhooks',
): EndpointAccess {
  if (member.userUid === endpoint.ownerUserUid) return member.permissions.has(needed) ? 'change' : 'look';
  return member.permissions.has('ManageMembers') ? 'look' : 'none';
}
