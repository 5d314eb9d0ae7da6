import { randomUUID } from 'node:crypto';
import type { Permission } from '../../domain/access/permissions';
import type { EventType } from '../../domain/events/event-types';
import type { Environment } from '../../domain/projects/project';
import { subscribe, type SubscriptionProblem } from '../../domain/webhooks/subscription';
import type { Executor, Transaction } from '../../store/database';
import { lockProject } from '../../store/projects';
import { listPermissions, type Company } from '../../store/tenants';
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
} from '../../store/webhook-endpoints';
import {
  abandonHeldDeliveries,
  cancelDeliveries,
  countHeldDeliveries,
  releaseHeldDeliveries,
  signalHeldDeliveries,
} from '../../store/webhook-fan-out';
import { checkCustomHeaders, headerRules, type CustomHeader } from '../../webhooks/egress/custom-headers';
import type { Egress } from '../../webhooks/egress/egress';
import { urlRules } from '../../webhooks/egress/url-rules';
import type { EndpointSealer } from '../../webhooks/endpoint-sealer';
import { resource, type AuditedResource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany, getMember } from '../operators';

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
export interface EndpointForm extends Omit<EndpointSettings, 'url'> {
  /** One that `checkEndpointUrl` has passed; null: what it is told is kept in the inbox of the sandbox. */
  readonly url: string | null;
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
    throw new OperatorError('The owner needs a role with ManageWebhooks; `user assign-role` gives one.');
  return permissions;
}

/** @throws OperatorError when a picked project is not one of the company in this environment (HOOK-5) */
export async function getPickedProjects(
  tx: Transaction,
  company: Company,
  environment: Environment,
  ids: readonly string[],
): Promise<string[]> {
  const picked = [...new Set(ids)];
  if (picked.length > pickedProjectsMax)
    throw new OperatorError(`At most ${pickedProjectsMax} projects are picked: leave them out for all.`);
  const uids: string[] = [];
  for (const projectId of picked) {
    const project = await lockProject(tx, { companyUid: company.uid, environment, projectId });
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
function assertFitForInbox({ environment, customHeaders }: EndpointForm): void {
  if (environment !== 'sandbox') throw new OperatorError('Only a sandbox has an inbox.');
  if (customHeaders.length > 0) throw new OperatorError('An inbox takes no headers of its own.');
}

/** @throws OperatorError when the company has 100 endpoints */
export async function assertRoomForEndpoint(tx: Transaction, company: Company): Promise<void> {
  if ((await countEndpoints(tx, company.uid)) >= endpointsMax)
    throw new OperatorError(
      `A company has at most ${endpointsMax} endpoints; \`webhook delete\` removes one.`,
    );
}

/** An endpoint that was made, and its signing secret, which whoever sets up the receiver is shown. */
export interface NewEndpoint extends Pick<WebhookEndpoint, 'uid' | 'url'> {
  readonly secret: string;
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
  const permissions = await getOwnerPermissions(change.tx, owner.membershipUid);
  const events = eventsOf(form.events, permissions);
  assertHeaders(form.customHeaders);
  const projectUids = await getPickedProjects(change.tx, company, form.environment, form.projectIds);
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

const noEndpoint = 'The company has no such endpoint; `webhook list` shows them.';

function audited({ endpointUid }: EndpointRef, company: Company): AuditedResource {
  return resource('webhookEndpoint', { uid: endpointUid, companyUid: company.uid });
}

/** The endpoint that an operator names, locked. @throws OperatorError when the company has it not, or it was deleted */
export async function lockNamedEndpoint(
  change: OperatorChange,
  ref: EndpointRef,
): Promise<{ readonly endpoint: WebhookEndpointRow; readonly audited: AuditedResource }> {
  const company = await getCompany(change.tx, ref.companyId);
  const endpoint = await lockEndpoint(change.tx, company.uid, ref.endpointUid);
  if (endpoint === undefined) throw new OperatorError(noEndpoint);
  return { endpoint, audited: audited(ref, company) };
}

/** The endpoint that an operator names. @throws OperatorError when the company has it not, or it was deleted */
export async function getNamedEndpoint(
  executor: Executor,
  ref: EndpointRef,
): Promise<{ readonly endpoint: WebhookEndpointRow; readonly audited: AuditedResource }> {
  const company = await getCompany(executor, ref.companyId);
  const endpoint = await findEndpoint(executor, company.uid, ref.endpointUid);
  if (endpoint === undefined) throw new OperatorError(noEndpoint);
  return { endpoint, audited: audited(ref, company) };
}

/**
 * Changes what is named of an endpoint; the rest stays, its environment always. Deliveries on their way go to the
 * address and with the headers that are there when they are attempted.
 * @throws OperatorError as `createEndpoint`, when nothing is named, and when events or a scope are named of one of the old kind
 */
export async function editEndpoint(
  change: OperatorChange,
  sealer: EndpointSealer,
  ref: EndpointRef,
  edit: Partial<EndpointSettings>,
): Promise<void> {
  const { events, projectIds, customHeaders, url, isTrackedOnly, sendsStandardHeaders } = edit;
  const named = Object.keys(edit);
  if (named.length === 0) throw new OperatorError('Nothing to change was named.');
  const { endpoint, audited: about } = await lockNamedEndpoint(change, ref);
  const company = await getCompany(change.tx, ref.companyId);
  const permissions = await getOwnerPermissions(change.tx, endpoint.ownerMembershipUid);
  const isScopeNamed = events !== undefined || projectIds !== undefined || isTrackedOnly !== undefined;
  if (endpoint.isClassic && isScopeNamed)
    throw new OperatorError(
      'The endpoint is of the old kind: `webhook upgrade` gives it named events, and then it takes others.',
    );
  if (endpoint.channel === 'inbox' && (url !== undefined || customHeaders !== undefined))
    throw new OperatorError('An inbox has neither an address nor headers of its own.');
  if (customHeaders !== undefined) assertHeaders(customHeaders);
  const eventTypes = events === undefined ? undefined : eventsOf(events, permissions);
  const projectUids =
    projectIds === undefined
      ? undefined
      : await getPickedProjects(change.tx, company, endpoint.environment, projectIds);
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
export async function pauseEndpoint(change: OperatorChange, ref: EndpointRef): Promise<void> {
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
  change: OperatorChange,
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
  change: OperatorChange,
  ref: EndpointRef,
  choice: HeldChoice,
): Promise<HeldOutcome> {
  const { endpoint, audited: about } = await lockNamedEndpoint(change, ref);
  if (endpoint.disabledBy !== 'owner')
    throw new OperatorError('The endpoint is not paused; `webhook enable` enables one that was disabled.');
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
  change: OperatorChange,
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
export async function deleteEndpoint(change: OperatorChange, ref: EndpointRef): Promise<number> {
  const { endpoint, audited: about } = await lockNamedEndpoint(change, ref);
  await markEndpointDeleted(change.tx, endpoint.uid, change.now);
  const abandoned = await cancelDeliveries(change.tx, endpoint.uid, ['pending', 'failed'], change.now);
  await change.audit(about);
  return abandoned;
}

/** An endpoint with what is shown of it alone. */
export interface EndpointDetails extends EndpointListing {
  /** The names of its custom headers; their values are credentials and shown to nobody. */
  readonly headerNames: readonly string[];
  /** How many secrets before the current one still sign. */
  readonly replacedSecretsUntil: readonly Date[];
  readonly held: { readonly younger: number; readonly older: number };
}

/**
 * One endpoint of a company.
 * @param at the instant by which held events are too old
 * @throws OperatorError when the company has it not
 */
export async function inspectEndpoint(
  executor: Executor,
  sealer: EndpointSealer,
  ref: EndpointRef,
  at: Date,
): Promise<EndpointDetails> {
  const { endpoint } = await getNamedEndpoint(executor, ref);
  const listing = (await listEndpoints(executor, endpoint.companyUid)).find(
    ({ uid }) => uid === endpoint.uid,
  );
  if (listing === undefined) throw new OperatorError(noEndpoint);
  const isHolding = endpoint.disabledAt !== null;
  return {
    ...listing,
    headerNames: sealer.openHeaders(endpoint.uid, endpoint.sealedHeaders).map(({ name }) => name),
    replacedSecretsUntil: endpoint.replacedSecrets
      .map(({ until }) => new Date(until))
      .filter(until => until > at),
    held: isHolding ? await countHeldDeliveries(executor, endpoint.uid, at) : { younger: 0, older: 0 },
  };
}
