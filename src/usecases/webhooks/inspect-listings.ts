import type { ConsolePrincipal } from '../../access/principal';
import type { Permission } from '../../domain/access/permissions';
import { endpointAccess, type EndpointAccess } from '../../domain/webhooks/endpoint-access';
import type { Executor } from '../../store/database';
import { listPermissions } from '../../store/tenants/tenants';
import { listEndpoints, listNotifications, type EndpointListing } from '../../store/webhooks/endpoints';
import { getCompany, getMember } from '../operators';
import { accessOf } from './endpoint-actors';

/** An entry of a list, and what the member who looks may do about it; operators may all. */
export interface InspectedListing extends EndpointListing {
  readonly access: EndpointAccess;
}

/** The entries that a member may see, as the member sees them (KEY-16); all of them where nobody is named. */
async function inspect(
  executor: Executor,
  companyId: string,
  memberEmail: string | undefined,
  list: typeof listEndpoints,
  needed: Permission,
): Promise<InspectedListing[]> {
  const company = await getCompany(executor, companyId);
  const all = await list(executor, company.uid);
  if (memberEmail === undefined) return all.map(found => ({ ...found, access: 'change' }));
  const { userUid, membershipUid } = await getMember(executor, company, memberEmail);
  const looker = { userUid, permissions: await listPermissions(executor, membershipUid) };
  return all
    .map(found => ({ ...found, access: endpointAccess(looker, found, needed) }))
    .filter(({ access }) => access !== 'none');
}

/**
 * The webhook endpoints of a company, without secrets and headers.
 * @param memberEmail only those that this member may see, as the member sees them (KEY-16)
 * @throws OperatorError for an unknown company or member
 */
export async function inspectEndpoints(
  executor: Executor,
  companyId: string,
  memberEmail?: string,
): Promise<InspectedListing[]> {
  return inspect(executor, companyId, memberEmail, listEndpoints, 'ManageWebhooks');
}

/**
 * What members of a company are mailed.
 * @param memberEmail only what this member may see, as the member sees it: their own, or as an administrator everyone's (KEY-16)
 * @throws OperatorError for an unknown company or member
 */
export async function inspectNotifications(
  executor: Executor,
  companyId: string,
  memberEmail?: string,
): Promise<InspectedListing[]> {
  return inspect(executor, companyId, memberEmail, listNotifications, 'ManageNotifications');
}

/** The webhook endpoints that a member sees in the environment that they are in, without secrets and headers (KEY-16). */
export async function inspectOwnEndpoints(
  executor: Executor,
  principal: ConsolePrincipal,
): Promise<InspectedListing[]> {
  return (await listEndpoints(executor, principal.companyUid))
    .map(found => ({ ...found, access: accessOf(principal, { ...found, companyUid: principal.companyUid }) }))
    .filter(({ access }) => access !== 'none');
}
