import { randomUUID } from 'node:crypto';
import { assertPermission, projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import type { Permission } from '../../domain/access/permissions';
import type { EventType } from '../../domain/events/event-types';
import type { Environment, Project } from '../../domain/projects/project';
import { subscribe, type SubscriptionProblem } from '../../domain/webhooks/subscription';
import type { Transaction } from '../../store/database';
import { lockMembersOf } from '../../store/tenants/company-members';
import { findVisibleProject, lockProject } from '../../store/tenants/projects';
import { listPermissions, type Company } from '../../store/tenants/tenants';
import { countEndpoints, insertEndpoint, type WebhookEndpoint } from '../../store/webhooks/endpoints';
import { checkCustomHeaders, headerRules, type CustomHeader } from '../../webhooks/egress/custom-headers';
import type { Egress } from '../../webhooks/egress/egress';
import { urlRules } from '../../webhooks/egress/url-rules';
import type { EndpointSealer } from '../../webhooks/endpoint-sealer';
import { resource, type Change, type OperatorChange } from '../change';
import { makeOneOnce } from '../sent-forms';
import { OperatorError } from '../operator-error';
import { getCompany, getMember } from '../operators';
import type { EndpointChange } from './endpoint-access';

/** The most endpoints of a company that aren't deleted. */
export const endpointsMax = 100;

/** The most projects that can be selected for an endpoint; one that needs more takes all of them. */
export const pickedProjectsMax = 500;

/** The settings that an owner chooses. */
export interface EndpointSettings {
  /** A URL that passed `checkEndpointUrl`. */
  readonly url: string;
  /** A name that is easier to recognize than the URL, of at most 100 characters; `null` for none. */
  readonly name: string | null;
  /** Event names or whole groups; `all` means every event. */
  readonly events: readonly string[];
  /** Selected projects; empty means every project of the environment. */
  readonly projectIds: readonly string[];
  readonly isTrackedOnly: boolean;
  readonly customHeaders: readonly CustomHeader[];
  /** Whether deliveries carry the Standard Webhooks headers in addition to ours. */
  readonly sendsStandardHeaders: boolean;
}

/** An owner's form for a new endpoint. */
export interface OwnEndpointForm extends Omit<EndpointSettings, 'url'> {
  /** A URL that passed `checkEndpointUrl`; `null` stores deliveries in the inbox of the sandbox. */
  readonly url: string | null;
}

/** An operator's form for a new endpoint. */
export interface EndpointForm extends OwnEndpointForm {
  readonly companyId: string;
  readonly ownerEmail: string;
  readonly environment: Environment;
}

/** Returns why a subscription is refused, for an operator. */
export function sentenceOf(problem: SubscriptionProblem): string {
  switch (problem.rule) {
    case 'none':
      return 'An endpoint needs at least one event.';
    case 'unknown':
      return `${problem.name} isn't an event or an event group.`;
    case 'needsPermission':
      return (
        `${problem.event} requires the ${problem.permission} permission, which the owner doesn't ` +
        'have. Choose other events.'
      );
  }
}

/** @throws OperatorError naming what can't be subscribed to, and why */
export function eventsOf(
  names: readonly string[],
  ownerPermissions: ReadonlySet<Permission>,
): readonly EventType[] {
  const subscription = subscribe(names, ownerPermissions);
  if (subscription.kind === 'refused') throw new OperatorError(sentenceOf(subscription.problem));
  return subscription.events;
}

/** @throws OperatorError with the first broken rule, never with a value */
export function assertHeaders(headers: readonly CustomHeader[]): void {
  const [problem] = checkCustomHeaders(headers);
  if (problem !== undefined)
    throw new OperatorError(`Header ${problem.index + 1}: ${headerRules[problem.rule]}`);
}

/**
 * Returns the permissions of an endpoint owner's role. @throws OperatorError unless it may manage webhooks
 * (KEY-11)
 */
export async function getOwnerPermissions(
  tx: Transaction,
  membershipUid: string,
): Promise<ReadonlySet<Permission>> {
  const permissions = await listPermissions(tx, membershipUid);
  if (!permissions.has('ManageWebhooks'))
    throw new OperatorError('The owner needs a role with ManageWebhooks.', {
      hint: 'Run `user assign-role` to assign one.',
    });
  return permissions;
}

/** Returns a selected project; a member can only select ones that they see. */
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

/** @throws OperatorError if a selected project isn't one of the company in this environment (HOOK-5) */
export async function getPickedProjects(
  change: EndpointChange,
  company: Company,
  environment: Environment,
  ids: readonly string[],
): Promise<string[]> {
  // Sorted, because an operator's change locks each of them.
  const picked = [...new Set(ids)].toSorted();
  if (picked.length > pickedProjectsMax)
    throw new OperatorError(`Select at most ${pickedProjectsMax} projects, or none for all projects.`);
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
 * Checks the URL of a receiver. It resolves the name, so it is called before the transaction.
 * @returns the URL as stored
 * @throws OperatorError with the broken rule
 */
export async function checkEndpointUrl(egress: Egress, url: string): Promise<string> {
  const verdict = await egress.checkReceiver(url);
  if (!verdict.ok) throw new OperatorError(urlRules[verdict.rule]);
  return verdict.url.href;
}

/** @throws OperatorError for an inbox in production, or with headers: no receiver would read them */
function assertFitForInbox({
  environment,
  customHeaders,
}: Pick<EndpointForm, 'environment' | 'customHeaders'>): void {
  if (environment !== 'sandbox') throw new OperatorError('Only the sandbox has an inbox.');
  if (customHeaders.length > 0) throw new OperatorError("An inbox can't have custom headers.");
}

/**
 * Throws if the company has 100 endpoints, and keeps others from adding one meanwhile. @throws OperatorError
 */
export async function assertRoomForEndpoint(tx: Transaction, company: Company): Promise<void> {
  await lockMembersOf(tx, company.uid);
  if ((await countEndpoints(tx, company.uid)) >= endpointsMax)
    throw new OperatorError(`A company can have at most ${endpointsMax} endpoints. Delete one first.`, {
      hint: 'Run `webhook delete`.',
    });
}

/** A new endpoint, and its signing secret for setting up the receiver. */
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
    name: form.name,
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
  await change.audit(resource('webhookEndpoint', endpoint), 'webhookEndpoint.create', {
    environment: form.environment,
    isClassic: false,
  });
  return { uid, url: endpoint.url, secret };
}

/**
 * Creates a webhook endpoint of a member, who needs `ManageWebhooks` (KEY-11), and
 * `ConfigureFollowUpNotifications` for follow-up reminders (KEY-13). Selected projects must all be in the
 * endpoint's environment.
 * @throws OperatorError for invalid input, and if the company has 100 endpoints
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
 * Creates a webhook endpoint of the requesting member in the current environment (HOOK-1), for projects that
 * they see. Submitting a form twice creates one.
 * @param formKey the key that the page put into the form
 * @returns its uid
 * @throws Problem `permission.missing` without `ManageWebhooks`, as `makeOnce`
 * @throws OperatorError as `createEndpoint`
 */
export async function createOwnEndpoint(
  change: Change<ConsolePrincipal>,
  sealer: EndpointSealer,
  form: OwnEndpointForm,
  formKey: string,
): Promise<string> {
  const { principal } = change;
  assertPermission(principal, 'ManageWebhooks');
  const company = await getCompany(change.tx, principal.companyId);
  const { environment } = principal;
  return makeOneOnce(
    change,
    formKey,
    async () => (await insertNew(change, sealer, company, principal, { ...form, environment })).uid,
  );
}
