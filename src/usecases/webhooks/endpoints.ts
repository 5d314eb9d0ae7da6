import { createHash, randomUUID } from 'node:crypto';
import { assertPermission, projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import type { Permission } from '../../domain/access/permissions';
import type { EventType } from '../../domain/events/event-types';
import type { Environment, Project } from '../../domain/projects/project';
import type { EndpointAccess } from '../../domain/webhooks/endpoint-access';
import { Problem } from '../../domain/problem';
import { subscribe, type SubscriptionProblem } from '../../domain/webhooks/subscription';
import type { Executor, Transaction } from '../../store/database';
import { findVisibleProject, lockProject } from '../../store/tenants/projects';
import { listPermissions, type Company } from '../../store/tenants/tenants';
import {
  countEndpoints,
  disableEndpoint,
  enableEndpoint as enable,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  markEndpointDeleted,
  patchEndpoint,
  replaceProjects,
  type EndpointListing,
  type WebhookEndpoint,
  type WebhookEndpointRow,
} from '../../store/webhooks/endpoints';
import {
  abandonHeldDeliveries,
  cancelDeliveries,
  countHeldDeliveries,
  releaseHeldDeliveries,
  signalHeldDeliveries,
} from '../../store/webhooks/fan-out';
import { checkCustomHeaders, headerRules, type CustomHeader } from '../../webhooks/egress/custom-headers';
import type { Egress } from '../../webhooks/egress/egress';
import { urlRules } from '../../webhooks/egress/url-rules';
import type { EndpointSealer } from '../../webhooks/endpoint-sealer';
import { resource, type AuditedResource, type Change, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany, getMember } from '../operators';
import {
  accessOf,
  assertAccess,
  noSuchEndpoint,
  type EndpointActor,
  type EndpointChange,
} from './endpoint-actors';

/** The most endpoints of a company that are not deleted. */
export const endpointsMax = 100;
/** The most projects that are picked for an endpoint; one that wants more takes all of them. */
export const pickedProjectsMax = 500;

/** An endpoint, as an operator names one. */
export interface EndpointRef {
  readonly companyId: string;
  readonly endpointUid: string;
}

/** What an owner says of an endpoint. */
export interface EndpointSettings {
  /** One that `checkEndpointUrl` has passed. */
  readonly url: string;
  /** Event names or whole groups; `all` is every event. */
  readonly events: readonly string[];
  /** Picked projects; empty means every project of the environment. */
  readonly projectIds: readonly string[];
  readonly isTrackedOnly: boolean;
  readonly customHeaders: readonly CustomHeader[];
  /** Whether deliveries carry the headers of Standard Webhooks beside ours. */
  readonly sendsStandardHeaders: boolean;
}

/** What an owner says of a new endpoint. */
export interface OwnEndpointForm extends Omit<EndpointSettings, 'url'> {
  /** One that `checkEndpointUrl` has passed; null: what it is told is kept in the inbox of the sandbox. */
  readonly url: string | null;
}

/** What an operator says of a new endpoint. */
export interface EndpointForm extends OwnEndpointForm {
  readonly companyId: string;
  readonly ownerEmail: string;
  readonly environment: Environment;
}

/** Why a subscription is refused, for an operator. */
export function sentenceOf(problem: SubscriptionProblem): string {
  switch (problem.rule) {
    case 'none':
      return 'An endpoint needs at least one event.';
    case 'unknown':
      return `${problem.name} is neither an event nor a group of events.`;
    case 'needsPermission':
      return `${problem.event} needs a role with ${problem.permission}, which the owner has not: name the other events.`;
  }
}

/** @throws OperatorError naming what cannot be subscribed to, and why */
function eventsOf(names: readonly string[], ownerPermissions: ReadonlySet<Permission>): readonly EventType[] {
  const subscription = subscribe(names, ownerPermissions);
  if (subscription.kind === 'refused') throw new OperatorError(sentenceOf(subscription.problem));
  return subscription.events;
}

/** @throws OperatorError with the first rule that is broken, never with a value */
export function assertHeaders(headers: readonly CustomHeader[]): void {
  const [problem] = checkCustomHeaders(headers);
  if (problem !== undefined)
    throw new OperatorError(`Header ${problem.index + 1}: ${headerRules[problem.rule]}`);
}

/** What the role of an endpoint's owner permits. @throws OperatorError unless it lets them manage webhooks (KEY-11) */
export async function getOwnerPermissions(
  tx: Transaction,
  membershipUid: string,
): Promise<ReadonlySet<Permission>> {
  const permissions = await listPermissions(tx, membershipUid);
  if (!permissions.has('ManageWebhooks'))
    throw new OperatorError('The owner needs a role with ManageWebhooks.', {
      hint: '`user assign-role` gives one',
    });
  return permissions;
}

/** A project that is picked; a member picks of those that they see. */
async function findPicked(
  { tx, principal }: EndpointChange,
  company: Company,
  environment: Environment,
  projectId: string,
): Promise<Project | undefined> {
  return principal.kind === 'console'
    ? findVisibleProject(tx, projectScopeOf(principal), company.id, projectId)
    : lockProject(tx, { companyUid: company.uid, environment, projectId });
}

/** @throws OperatorError when a picked project is not one of the company in this environment (HOOK-5) */
export async function getPickedProjects(
  change: EndpointChange,
  company: Company,
  environment: Environment,
  ids: readonly string[],
): Promise<string[]> {
  const picked = [...new Set(ids)];
  if (picked.length > pickedProjectsMax)
    throw new OperatorError(`At most ${pickedProjectsMax} projects are picked: leave them out for all.`);
  const uids: string[] = [];
  for (const projectId of picked) {
    const project = await findPicked(change, company, environment, projectId);
    if (project === undefined)
      throw new OperatorError(`The company has no ${environment} project ${projectId}.`);
    uids.push(project.uid);
  }
  return uids;
}

/**
 * Checks the address of a receiver; resolves its name, so it is called before the transaction.
 * @returns the address as it is stored
 * @throws OperatorError with the rule that is broken
 */
export async function checkEndpointUrl(egress: Egress, url: string): Promise<string> {
  const verdict = await egress.checkReceiver(url);
  if (!verdict.ok) throw new OperatorError(urlRules[verdict.rule]);
  return verdict.url.href;
}

/** @throws OperatorError for an inbox of production, or with headers: no receiver stands there that would read them */
function assertFitForInbox({
  environment,
  customHeaders,
}: Pick<EndpointForm, 'environment' | 'customHeaders'>): void {
  if (environment !== 'sandbox') throw new OperatorError('Only a sandbox has an inbox.');
  if (customHeaders.length > 0) throw new OperatorError('An inbox takes no headers of its own.');
}

/** @throws OperatorError when the company has 100 endpoints */
export async function assertRoomForEndpoint(tx: Transaction, company: Company): Promise<void> {
  if ((await countEndpoints(tx, company.uid)) >= endpointsMax)
    throw new OperatorError(`A company has at most ${endpointsMax} endpoints.`, {
      hint: '`webhook delete` removes one',
    });
}

/** An endpoint that was made, and its signing secret, which whoever sets up the receiver is shown. */
export interface NewEndpoint extends Pick<WebhookEndpoint, 'uid' | 'url'> {
  readonly secret: string;
}

/** Whose endpoint it is. */
interface EndpointOwner {
  readonly membershipUid: string;
  readonly userUid: string;
}

async function insertNew(
  change: EndpointChange,
  sealer: EndpointSealer,
  company: Company,
  owner: EndpointOwner,
  form: OwnEndpointForm & Pick<EndpointForm, 'environment'>,
): Promise<NewEndpoint> {
  const permissions = await getOwnerPermissions(change.tx, owner.membershipUid);
  const events = eventsOf(form.events, permissions);
  assertHeaders(form.customHeaders);
  const projectUids = await getPickedProjects(change, company, form.environment, form.projectIds);
  if (form.url === null) assertFitForInbox(form);
  await assertRoomForEndpoint(change.tx, company);
  const uid = change.newUid();
  const secret = randomUUID();
  const endpoint: WebhookEndpoint = {
    uid,
    companyUid: company.uid,
    ownerMembershipUid: owner.membershipUid,
    ownerUserUid: owner.userUid,
    channel: form.url === null ? 'inbox' : 'webhook',
    url: form.url,
    environment: form.environment,
    isClassic: false,
    eventTypes: events,
    hasAllProjects: projectUids.length === 0,
    isTrackedOnly: form.isTrackedOnly,
    sealedHeaders: sealer.sealHeaders(uid, form.customHeaders),
    sendsStandardHeaders: form.sendsStandardHeaders,
    sealedSecret: sealer.sealSecret(uid, secret),
    createdAt: change.now,
  };
  await insertEndpoint(change.tx, endpoint, projectUids);
  await change.audit(resource('webhookEndpoint', endpoint));
  return { uid, url: endpoint.url, secret };
}

/**
 * Creates a webhook endpoint of a member, who needs `ManageWebhooks` (KEY-11), and `ConfigureFollowUpNotifications` to
 * be told of follow-ups (KEY-13). Picked projects must all be of the endpoint's environment.
 * @throws OperatorError for what does not hold, and when the company has 100 endpoints
 */
export async function createEndpoint(
  change: OperatorChange,
  sealer: EndpointSealer,
  form: EndpointForm,
): Promise<NewEndpoint> {
  const company = await getCompany(change.tx, form.companyId);
  const owner = await getMember(change.tx, company, form.ownerEmail);
  return insertNew(change, sealer, company, owner, form);
}

/**
 * Creates a webhook endpoint of the member who asks, in the environment that they are in (HOOK-1). They pick of the projects that
 * they see.
 * @throws Problem `permission.missing` without `ManageWebhooks`
 * @throws OperatorError as `createEndpoint`
 */
export async function createOwnEndpoint(
  change: Change<ConsolePrincipal>,
  sealer: EndpointSealer,
  form: OwnEndpointForm,
): Promise<NewEndpoint> {
  const { principal } = change;
  assertPermission(principal, 'ManageWebhooks');
  const company = await getCompany(change.tx, principal.companyId);
  return insertNew(change, sealer, company, principal, { ...form, environment: principal.environment });
}

function audited({ endpointUid }: EndpointRef, company: Company): AuditedResource {
  return resource('webhookEndpoint', { uid: endpointUid, companyUid: company.uid });
}

/**
 * The endpoint that whoever acts names, locked: the one place where it is asked whether they may change it.
 * @throws OperatorError when the company has it not, or it was deleted
 * @throws Problem to a member: 404 for one that is not there for them, 403 `permission.missing` for one that they look at only
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

/** The endpoint that whoever acts names, to look at. @throws as `lockNamedEndpoint`, but none for who looks only */
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

/** Names the settings of an endpoint by their hash: how it does changes by itself, and makes no form stale. */
function versionOf(
  { url, eventTypes, hasAllProjects, isTrackedOnly, sealedHeaders, sendsStandardHeaders }: WebhookEndpointRow,
  projectIds: readonly string[],
): string {
  const settings = [url, eventTypes, hasAllProjects, isTrackedOnly, sealedHeaders, sendsStandardHeaders];
  return createHash('sha256')
    .update(JSON.stringify([settings, projectIds]))
    .digest('base64url');
}

/** The version of an endpoint that is locked. */
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

/**
 * Changes what is named of an endpoint; the rest stays, its environment always. Deliveries on their way go to the
 * address and with the headers that are there when they are attempted.
 * @param seenVersion the settings that the form was filled with, as `EndpointDetails` has them; absent: whatever they are now
 * @throws Problem `console.formStale` when it was changed since; as `lockNamedEndpoint`
 * @throws OperatorError as `createEndpoint`, when nothing is named, and when events or a scope are named of one of the old kind
 */
export async function editEndpoint(
  change: EndpointChange,
  sealer: EndpointSealer,
  ref: EndpointRef,
  edit: Partial<EndpointSettings>,
  seenVersion?: string,
): Promise<void> {
  const { events, projectIds, customHeaders, url, isTrackedOnly, sendsStandardHeaders } = edit;
  const named = Object.keys(edit);
  if (named.length === 0) throw new OperatorError('Nothing to change was named.');
  const { endpoint, audited: about } = await lockNamedEndpoint(change, ref);
  if (seenVersion !== undefined && (await versionIn(change.tx, endpoint)) !== seenVersion)
    throw new Problem('console.formStale');
  const company = await getCompany(change.tx, ref.companyId);
  const permissions = await getOwnerPermissions(change.tx, endpoint.ownerMembershipUid);
  const isScopeNamed = events !== undefined || projectIds !== undefined || isTrackedOnly !== undefined;
  if (endpoint.isClassic && isScopeNamed)
    throw new OperatorError(
      'The endpoint is of the old kind: once it is upgraded to named events it takes others.',
      { hint: '`webhook upgrade` does that' },
    );
  if (endpoint.channel === 'inbox' && (url !== undefined || customHeaders !== undefined))
    throw new OperatorError('An inbox has neither an address nor headers of its own.');
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
      ...(eventTypes !== undefined && { eventTypes }),
      ...(projectUids !== undefined && { hasAllProjects: projectUids.length === 0 }),
      ...(isTrackedOnly !== undefined && { isTrackedOnly }),
      ...(sendsStandardHeaders !== undefined && { sendsStandardHeaders }),
      ...(customHeaders !== undefined && { sealedHeaders: sealer.sealHeaders(endpoint.uid, customHeaders) }),
    },
    change.now,
  );
  await change.audit(about, undefined, Object.fromEntries(named.map(name => [name, null])));
}

/**
 * Pauses an endpoint as its owner wishes: its events are held until it is resumed.
 * @throws OperatorError when it is disabled already
 */
export async function pauseEndpoint(change: EndpointChange, ref: EndpointRef): Promise<void> {
  const { endpoint, audited: about } = await lockNamedEndpoint(change, ref);
  if (endpoint.disabledAt !== null) throw new OperatorError('The endpoint is disabled already.');
  await disableEndpoint(change.tx, endpoint.uid, 'owner', change.now);
  await change.audit(about);
}

/** What is to become of the events that were held: sent as far as they are younger than 24 hours, or given up. */
export type HeldChoice = 'send' | 'discard';

/** What became of them. */
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
  const held = await countHeldDeliveries(tx, endpoint.uid, now);
  await enable(tx, endpoint.uid, clearsFailures, now);
  if (choice === 'discard')
    return { sent: 0, abandoned: await cancelDeliveries(tx, endpoint.uid, ['pending'], now) };
  // Two kinds of held deliveries: those whose workflow waits are signalled, those without a workflow are
  // released.
  await abandonHeldDeliveries(tx, now, endpoint.uid);
  await signalHeldDeliveries(tx, endpoint.uid, now);
  await releaseHeldDeliveries(tx, now);
  return { sent: held.younger, abandoned: held.older };
}

/**
 * Ends the pause of an endpoint; its count of failures stays.
 * @returns what became of the events that were held (DECISION-23)
 * @throws OperatorError when it is not paused
 */
export async function resumeEndpoint(
  change: EndpointChange,
  ref: EndpointRef,
  choice: HeldChoice,
): Promise<HeldOutcome> {
  const { endpoint, audited: about } = await lockNamedEndpoint(change, ref);
  if (endpoint.disabledBy !== 'owner')
    throw new OperatorError('The endpoint is not paused.', {
      hint: '`webhook enable` enables one that was disabled',
    });
  const outcome = await endHolding(change, endpoint, choice, false);
  await change.audit(about);
  return outcome;
}

/**
 * Enables an endpoint, whatever disabled it, and clears its count of failures (HOOK-21).
 * @returns what became of the events that were held (DECISION-23)
 * @throws OperatorError when it is not disabled
 */
export async function enableEndpoint(
  change: EndpointChange,
  ref: EndpointRef,
  choice: HeldChoice,
): Promise<HeldOutcome> {
  const { endpoint, audited: about } = await lockNamedEndpoint(change, ref);
  if (endpoint.disabledAt === null) throw new OperatorError('The endpoint is not disabled.');
  const outcome = await endHolding(change, endpoint, choice, true);
  await change.audit(about);
  return outcome;
}

/**
 * Deletes an endpoint: its deliveries that have not arrived are given up, its secrets and headers forgotten. The log of
 * its deliveries stays.
 * @returns how many deliveries were given up
 */
export async function deleteEndpoint(change: EndpointChange, ref: EndpointRef): Promise<number> {
  const { endpoint, audited: about } = await lockNamedEndpoint(change, ref);
  await markEndpointDeleted(change.tx, endpoint.uid, change.now);
  const abandoned = await cancelDeliveries(change.tx, endpoint.uid, ['pending', 'failed'], change.now);
  await change.audit(about);
  return abandoned;
}

/** An endpoint with what is shown of it alone. */
export interface EndpointDetails extends EndpointListing {
  /** What whoever looks may do about it. */
  readonly access: EndpointAccess;
  /** Another one as soon as a setting is another one. */
  readonly version: string;
  /** The names of its custom headers; their values are credentials and shown to nobody. */
  readonly headerNames: readonly string[];
  /** How many secrets before the current one still sign. */
  readonly replacedSecretsUntil: readonly Date[];
  readonly held: { readonly younger: number; readonly older: number };
}

/**
 * One endpoint of a company.
 * @param at the instant by which held events are too old
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
    held: isHolding ? await countHeldDeliveries(executor, endpoint.uid, at) : { younger: 0, older: 0 },
  };
}
