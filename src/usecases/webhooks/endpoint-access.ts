import type { ConsolePrincipal, OperatorPrincipal } from '../../access/principal';
import type { Permission } from '../../domain/access/permissions';
import { notFound, Problem } from '../../domain/problem';
import { endpointAccess, type EndpointAccess } from '../../domain/webhooks/endpoint-access';
import type { Executor } from '../../store/database';
import type { Company } from '../../store/tenants/tenants';
import { findEndpoint, lockEndpoint, type WebhookEndpointRow } from '../../store/webhooks/endpoints';
import { resource, type AuditedResource, type Change } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../operators';

/** Who works on endpoints: operators with the admin command, or a member in the console. */
export type EndpointActor = OperatorPrincipal | ConsolePrincipal;

/** A change to an endpoint. */
export type EndpointChange = Change<EndpointActor>;

/**
 * Returns the actor's access to an endpoint of their company. Operators have full access; for a member it
 * exists only in its own environment, for its owner and for administrators (KEY-16).
 */
export function accessOf(
  actor: EndpointActor,
  endpoint: Pick<WebhookEndpointRow, 'companyUid' | 'environment' | 'ownerUserUid'>,
): EndpointAccess {
  if (actor.kind === 'operator') return 'change';
  const isThere = endpoint.companyUid === actor.companyUid && endpoint.environment === actor.environment;
  return isThere ? endpointAccess(actor, endpoint) : 'none';
}

/** @returns the error for an endpoint that the actor can't see: for a member the same 404 as any other */
export function noSuchEndpoint({ kind }: EndpointActor): Error {
  if (kind === 'console') return notFound('the member sees no such endpoint');
  return new OperatorError('The company has no such endpoint.', {
    hint: 'Run `webhook list` to see its endpoints.',
  });
}

/**
 * @throws Problem 404 for a member who can't see the endpoint, 403 `permission.missing` for one who can only
 * view it
 * @throws OperatorError if there is none
 */
export function assertAccess<Found extends Parameters<typeof accessOf>[1]>(
  actor: EndpointActor,
  endpoint: Found | undefined,
  wanted: 'look' | 'change',
): asserts endpoint is Found {
  const access = endpoint === undefined ? 'none' : accessOf(actor, endpoint);
  if (access === 'none') throw noSuchEndpoint(actor);
  if (wanted === 'change' && access !== 'change')
    throw new Problem('permission.missing', { internal: 'the member can only view the endpoint' });
}

/**
 * The permissions that a member needs to see a delivery's content: for everything that a payload may contain.
 */
const neededForContent: readonly Permission[] = ['ViewPatients', 'ViewRecordRequests', 'ViewClinicalData'];

/** Whether a member may see the content of a delivery to their endpoint (CONSOLE-18). */
export function seesContent({ permissions }: ConsolePrincipal): boolean {
  return neededForContent.every(needed => permissions.has(needed));
}

/** An endpoint, as an operator names it. */
export interface EndpointRef {
  readonly companyId: string;
  readonly endpointUid: string;
}

function audited({ endpointUid }: EndpointRef, company: Company): AuditedResource {
  return resource('webhookEndpoint', { uid: endpointUid, companyUid: company.uid });
}

/**
 * Locks the endpoint that the actor names. The only place that checks whether they may change it.
 * @throws OperatorError if the company doesn't have it, or it was deleted
 * @throws Problem to a member: 404 for one that they can't see, 403 `permission.missing` for one that they
 * can only view
 */
export async function lockNamedEndpoint(
  change: EndpointChange,
  ref: EndpointRef,
): Promise<{ readonly endpoint: WebhookEndpointRow; readonly audited: AuditedResource }> {
  const company = await getCompany(change.tx, ref.companyId);
  const endpoint = await lockEndpoint(change.tx, company.uid, ref.endpointUid);
  assertAccess(change.principal, endpoint, 'change');
  return { endpoint, audited: audited(ref, company) };
}

/**
 * Returns the endpoint that the actor names, to view. @throws as `lockNamedEndpoint`, but not for view-only
 * access
 */
export async function getNamedEndpoint(
  executor: Executor,
  actor: EndpointActor,
  ref: EndpointRef,
): Promise<{ readonly endpoint: WebhookEndpointRow; readonly audited: AuditedResource }> {
  const company = await getCompany(executor, ref.companyId);
  const endpoint = await findEndpoint(executor, company.uid, ref.endpointUid);
  assertAccess(actor, endpoint, 'look');
  return { endpoint, audited: audited(ref, company) };
}
