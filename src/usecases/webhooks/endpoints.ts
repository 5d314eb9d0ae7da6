import { noDetail, type EditedEndpoint } from '../../domain/audit-events';
import { createHash } from 'node:crypto';
import type { ConsolePrincipal } from '../../access/principal';
import type { Permission } from '../../domain/access/permissions';
import { Problem } from '../../domain/problem';
import { endpointAccess, type EndpointAccess } from '../../domain/webhooks/endpoint-access';
import type { Executor, Transaction } from '../../store/database';
import { listPermissions } from '../../store/tenants/tenants';
import {
  disableEndpoint,
  enableEndpoint as enable,
  listEndpoints,
  listNotifications,
  markEndpointDeleted,
  patchEndpoint,
  replaceProjects,
  type EndpointListing,
  type WebhookEndpointRow,
} from '../../store/webhooks/endpoints';
import {
  abandonWaitingDeliveries,
  cancelDeliveries,
  countWaitingDeliveries,
  signalHeldDeliveries,
} from '../../store/webhooks/open-deliveries';
import { resumeQueues } from '../../store/webhooks/queue';
import type { EndpointSealer } from '../../webhooks/endpoint-sealer';
import { OperatorError } from '../operator-error';
import { getCompany, getMember } from '../operators';
import {
  accessOf,
  getNamedEndpoint,
  lockNamedEndpoint,
  noSuchEndpoint,
  type EndpointActor,
  type EndpointChange,
  type EndpointRef,
} from './endpoint-access';
import {
  assertHeaders,
  eventsOf,
  getOwnerPermissions,
  getPickedProjects,
  type EndpointSettings,
} from './new-endpoints';

/**
 * Returns the hash of an endpoint's settings. It excludes the health, which changes on its own and must not
 * make a form stale.
 */
function versionOf(endpoint: WebhookEndpointRow, projectIds: readonly string[]): string {
  const { url, name, eventTypes, hasAllProjects, isTrackedOnly, sealedHeaders, sendsStandardHeaders } =
    endpoint;
  const settings = [
    url,
    name,
    eventTypes,
    hasAllProjects,
    isTrackedOnly,
    sealedHeaders,
    sendsStandardHeaders,
  ];
  return createHash('sha256')
    .update(JSON.stringify([settings, projectIds]))
    .digest('base64url');
}

/** Returns the version of a locked endpoint. */
async function versionIn(tx: Transaction, endpoint: WebhookEndpointRow): Promise<string> {
  const listing = await findListing(tx, endpoint);
  return versionOf(endpoint, listing?.projectIds ?? []);
}

async function findListing(
  executor: Executor,
  { companyUid, uid }: WebhookEndpointRow,
): Promise<EndpointListing | undefined> {
  return (await listEndpoints(executor, companyUid)).find(listing => listing.uid === uid);
}

const settingNames = [
  'url',
  'name',
  'events',
  'projectIds',
  'isTrackedOnly',
  'sendsStandardHeaders',
  'customHeaders',
] as const;

/**
 * Changes the given settings of an endpoint; the others stay, and its environment always does. Pending
 * deliveries use the URL and headers at the time of their attempt.
 * @param seenVersion the settings that the form showed, as in `EndpointDetails`; absent to skip the check
 * @throws Problem `console.formStale` if it changed since; as `lockNamedEndpoint`
 * @throws OperatorError as `createEndpoint`, if no setting is given, and if events or a scope are given for a
 * Classic endpoint
 */
export async function editEndpoint(
  change: EndpointChange,
  sealer: EndpointSealer,
  ref: EndpointRef,
  edit: Partial<EndpointSettings>,
  seenVersion?: string,
): Promise<void> {
  const { events, projectIds, customHeaders, url, name, isTrackedOnly, sendsStandardHeaders } = edit;
  const named = Object.keys(edit);
  const { endpoint, audited: about } = await lockNamedEndpoint(change, ref);
  if (named.length === 0)
    throw new OperatorError('Nothing to change.', { hint: 'Pass at least one option.' });
  if (seenVersion !== undefined && (await versionIn(change.tx, endpoint)) !== seenVersion)
    throw new Problem('console.formStale');
  const company = await getCompany(change.tx, ref.companyId);
  const permissions = await getOwnerPermissions(change.tx, endpoint.ownerMembershipUid);
  const isScopeNamed = events !== undefined || projectIds !== undefined || isTrackedOnly !== undefined;
  if (endpoint.isClassic && isScopeNamed)
    throw new OperatorError(
      'This is a Classic endpoint. Upgrade it to named events before you change its events.',
      { hint: 'Run `webhook upgrade`.' },
    );
  if (endpoint.channel === 'inbox' && (url !== undefined || customHeaders !== undefined))
    throw new OperatorError('An inbox has no URL and no custom headers.');
  if (customHeaders !== undefined) assertHeaders(customHeaders);
  const eventTypes = events === undefined ? undefined : eventsOf(events, permissions);
  const projectUids =
    projectIds === undefined
      ? undefined
      : await getPickedProjects(change, company, endpoint.environment, projectIds);
  if (projectUids !== undefined) await replaceProjects(change.tx, endpoint.uid, projectUids);
  await patchEndpoint(
    change.tx,
    endpoint.uid,
    {
      ...(url !== undefined && { url }),
      ...(name !== undefined && { name }),
      ...(eventTypes !== undefined && { eventTypes }),
      ...(projectUids !== undefined && { hasAllProjects: projectUids.length === 0 }),
      ...(isTrackedOnly !== undefined && { isTrackedOnly }),
      ...(sendsStandardHeaders !== undefined && { sendsStandardHeaders }),
      ...(customHeaders !== undefined && { sealedHeaders: sealer.sealHeaders(endpoint.uid, customHeaders) }),
    },
    change.now,
  );
  const changes: Partial<Record<keyof EditedEndpoint, null>> = {};
  for (const setting of settingNames) if (setting in edit) changes[setting] = null;
  await change.audit(about, 'webhookEndpoint.edit', changes);
}

/**
 * Pauses an endpoint for its owner: its events are held until it is resumed.
 * @throws OperatorError if it is already disabled
 */
export async function pauseEndpoint(change: EndpointChange, ref: EndpointRef): Promise<void> {
  const { endpoint, audited: about } = await lockNamedEndpoint(change, ref);
  if (endpoint.disabledAt !== null) throw new OperatorError('The endpoint is already disabled.');
  await disableEndpoint(change.tx, endpoint.uid, 'owner', change.now);
  await change.audit(about, 'webhookEndpoint.pause', noDetail);
}

/** What to do with held events: send those younger than 24 hours, or discard them. */
export type HeldChoice = 'send' | 'discard';

/** The result for held events. */
export interface HeldOutcome {
  readonly sent: number;
  readonly abandoned: number;
}

async function endHolding(
  change: EndpointChange,
  endpoint: WebhookEndpointRow,
  choice: HeldChoice,
  clearsFailures: boolean,
): Promise<HeldOutcome> {
  const { tx, now } = change;
  const held = await countWaitingDeliveries(tx, endpoint.uid, now);
  await enable(tx, endpoint.uid, clearsFailures, now);
  if (choice === 'discard')
    return { sent: 0, abandoned: await cancelDeliveries(tx, endpoint.uid, ['pending'], now) };
  await abandonWaitingDeliveries(tx, now, endpoint.uid);
  await signalHeldDeliveries(tx, endpoint.uid, now);
  await resumeQueues(tx, now, endpoint.uid);
  return { sent: held.younger, abandoned: held.older };
}

/**
 * Resumes a paused endpoint; its failure count stays.
 * @returns the result for held events (DECISION-23)
 * @throws OperatorError if it isn't paused
 */
export async function resumeEndpoint(
  change: EndpointChange,
  ref: EndpointRef,
  choice: HeldChoice,
): Promise<HeldOutcome> {
  const { endpoint, audited: about } = await lockNamedEndpoint(change, ref);
  if (endpoint.disabledBy !== 'owner')
    throw new OperatorError("The endpoint isn't paused.", {
      hint: "If it's disabled, run `webhook enable`.",
    });
  const outcome = await endHolding(change, endpoint, choice, false);
  await change.audit(about, 'webhookEndpoint.resume', { sent: outcome.sent, abandoned: outcome.abandoned });
  return outcome;
}

/**
 * Enables an endpoint, whatever disabled it, and clears its failure count (HOOK-21).
 * @returns the result for held events (DECISION-23)
 * @throws OperatorError if it isn't disabled
 */
export async function enableEndpoint(
  change: EndpointChange,
  ref: EndpointRef,
  choice: HeldChoice,
): Promise<HeldOutcome> {
  const { endpoint, audited: about } = await lockNamedEndpoint(change, ref);
  if (endpoint.disabledAt === null) throw new OperatorError("The endpoint isn't disabled.");
  const outcome = await endHolding(change, endpoint, choice, true);
  await change.audit(about, 'webhookEndpoint.enable', { sent: outcome.sent, abandoned: outcome.abandoned });
  return outcome;
}

/**
 * Deletes an endpoint: its pending deliveries are abandoned, and its secrets and headers are erased. Its
 * delivery log stays.
 * @returns how many deliveries were abandoned
 */
export async function deleteEndpoint(change: EndpointChange, ref: EndpointRef): Promise<number> {
  const { endpoint, audited: about } = await lockNamedEndpoint(change, ref);
  await markEndpointDeleted(change.tx, endpoint.uid, change.now);
  const abandoned = await cancelDeliveries(change.tx, endpoint.uid, ['pending', 'failed'], change.now);
  await change.audit(about, 'webhookEndpoint.delete', { abandoned });
  return abandoned;
}

/** An endpoint with its details. */
export interface EndpointDetails extends EndpointListing {
  /** The viewer's access. */
  readonly access: EndpointAccess;
  /** Changes with every change to a setting. */
  readonly version: string;
  /** The names of its custom headers; their values are credentials and never shown. */
  readonly headerNames: readonly string[];
  /** When each previous secret that still signs expires. */
  readonly replacedSecretsUntil: readonly Date[];
  readonly held: { readonly younger: number; readonly older: number };
}

/**
 * Returns one endpoint of a company.
 * @param at the instant that decides which held events are too old
 * @throws as `getNamedEndpoint`
 */
export async function inspectEndpoint(
  executor: Executor,
  sealer: EndpointSealer,
  actor: EndpointActor,
  ref: EndpointRef,
  at: Date,
): Promise<EndpointDetails> {
  const { endpoint } = await getNamedEndpoint(executor, actor, ref);
  const listing = await findListing(executor, endpoint);
  if (listing === undefined) throw noSuchEndpoint(actor);
  const isHolding = endpoint.disabledAt !== null;
  return {
    ...listing,
    access: accessOf(actor, endpoint),
    version: versionOf(endpoint, listing.projectIds),
    headerNames: sealer.openHeaders(endpoint.uid, endpoint.sealedHeaders).map(({ name }) => name),
    replacedSecretsUntil: endpoint.replacedSecrets
      .map(({ until }) => new Date(until))
      .filter(until => until > at),
    held: isHolding ? await countWaitingDeliveries(executor, endpoint.uid, at) : { younger: 0, older: 0 },
  };
}

/** An entry of a list, with the viewing member's access; operators have full access. */
export interface InspectedListing extends EndpointListing {
  readonly access: EndpointAccess;
}

/**
 * Returns the entries that a member may see, with the member's access (KEY-16); all of them without a member.
 */
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
 * Lists the webhook endpoints of a company, without secrets and headers.
 * @param memberEmail only those that this member may see, with the member's access (KEY-16)
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
 * Lists the webhook endpoints that a member sees in the current environment, without secrets and headers
 * (KEY-16).
 */
export async function inspectOwnEndpoints(
  executor: Executor,
  principal: ConsolePrincipal,
): Promise<InspectedListing[]> {
  return (await listEndpoints(executor, principal.companyUid))
    .map(found => ({ ...found, access: accessOf(principal, { ...found, companyUid: principal.companyUid }) }))
    .filter(({ access }) => access !== 'none');
}

/**
 * Lists the e-mail notifications of a company's members.
 * @param memberEmail only what this member may see: their own, or as an administrator everyone's (KEY-16)
 * @throws OperatorError for an unknown company or member
 */
export async function inspectNotifications(
  executor: Executor,
  companyId: string,
  memberEmail?: string,
): Promise<InspectedListing[]> {
  return inspect(executor, companyId, memberEmail, listNotifications, 'ManageNotifications');
}
