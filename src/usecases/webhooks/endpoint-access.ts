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

/** Who works on endpoints: the delivery team by the admin command, or a member in the console. */
export type EndpointActor = OperatorPrincipal | ConsolePrincipal;

/** A change of an endpoint, by whom it may be. */
export type EndpointChange = Change<EndpointActor>;

/**
 * What whoever acts may do about an endpoint of their company. Operators may all; for a member it is there in
 * its own environment alone, for its owner and for administrators (KEY-16).
 */
export function accessOf(
  actor: EndpointActor,
  endpoint: Pick<WebhookEndpointRow, 'companyUid' | 'environment' | 'ownerUserUid'>,
): EndpointAccess {
  if (actor.kind === 'operator') return 'change';
  const isThere = endpoint.companyUid === actor.companyUid && endpoint.environment === actor.environment;
  return isThere ? endpointAccess(actor, endpoint) : 'none';
}

/**
 * @returns what to throw for an endpoint that is not there for whoever acts: to a member a 404 as every
 *   other
 */
export function noSuchEndpoint({ kind }: EndpointActor): Error {
  if (kind === 'console') return notFound('the member sees no such endpoint');
  return new OperatorError('The company has no such endpoint.', { hint: '`webhook list` shows them' });
}

/**
 * @throws Problem 404 for a member for whom the endpoint is not there, 403 `permission.missing` for one who
 *   looks at it only
 * @throws OperatorError when there is none
 */
export function assertAccess<Found extends Parameters<typeof accessOf>[1]>(
  actor: EndpointActor,
  endpoint: Found | undefined,
  wanted: 'look' | 'change',
): asserts endpoint is Found {
  const access = endpoint === undefined ? 'none' : accessOf(actor, endpoint);
  if (access === 'none') throw noSuchEndpoint(actor);
  if (wanted === 'change' && access !== 'change')
    throw new Problem('permission.missing', { internal: 'the member looks at the endpoint only' });
}

/** What a member needs to be shown the content of a delivery: whatever a payload may hold. */
const neededForContent: readonly Permission[] = ['ViewPatients', 'ViewRecordRequests', 'ViewClinicalData'];

/** Whether a member may be shown the content of a delivery to an endpoint of theirs (CONSOLE-18). */
export function seesContent({ permissions }: ConsolePrincipal): boolean {
  return neededForContent.every(needed => permissions.has(needed));
}

/** An endpoint, as an operator names one. */
export interface EndpointRef {
  readonly companyId: string;
  readonly endpointUid: string;
}

function audited({ endpointUid }: EndpointRef, company: Company): AuditedResource {
  return resource('webhookEndpoint', { uid: endpointUid, companyUid: company.uid });
}

/**
 * The endpoint that whoever acts names, locked: the one place where it is asked whether they may change it.
 * @throws OperatorError when the company has it not, or it was deleted
 * @throws Problem to a member: 404 for one that is not there for them, 403 `permission.missing` for one
 *   that they look at only
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
 * The endpoint that whoever acts names, to look at. @throws as `lockNamedEndpoint`, but none for who looks
 * only
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
