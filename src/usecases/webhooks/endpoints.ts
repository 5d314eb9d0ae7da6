import { randomUUID } from 'node:crypto';
import { eventGroups, eventTypes, type EventGroup, type EventType } from '../../domain/events/event-types';
import type { Environment } from '../../domain/projects/project';
import { replacedSecretExpiresAt } from '../../domain/webhooks/delivery-policy';
import { lockProject } from '../../store/projects';
import type { Executor } from '../../store/database';
import { readDeliveryLog, type DeliveryLogEntry } from '../../store/webhook-deliveries';
import {
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  replaceSecret,
  setEndpointDisabled,
  type EndpointListing,
  type WebhookEndpoint,
} from '../../store/webhook-endpoints';
import {
  abandonHeldDeliveries,
  releaseHeldDeliveries,
  signalHeldDeliveries,
} from '../../store/webhook-fan-out';
import type { Egress } from '../../webhooks/egress/egress';
import { checkCustomHeaders, headerRules } from '../../webhooks/egress/custom-headers';
import { urlRules } from '../../webhooks/egress/url-rules';
import { resource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany, getMember } from '../operators';

/** What an owner says of a new endpoint. */
export interface EndpointForm {
  readonly companyId: string;
  readonly ownerEmail: string;
  readonly url: string;
  readonly environment: Environment;
  /** Event names or whole groups; `all` is every event. */
  readonly events: readonly string[];
  /** Picked projects; empty means every project of the environment. */
  readonly projectIds: readonly string[];
  readonly isTrackedOnly: boolean;
  readonly customHeaders: Readonly<Record<string, string>>;
}

function isGroup(name: string): name is EventGroup {
  return name in eventGroups;
}

/** @throws OperatorError naming what is neither an event nor a group */
function expandEvents(names: readonly string[]): EventType[] {
  const wanted = names.flatMap((name): readonly EventType[] => {
    if (name === 'all') return eventTypes;
    if (isGroup(name)) return eventGroups[name];
    const event = eventTypes.find(type => type === name);
    if (event === undefined) throw new OperatorError(`${name} is neither an event nor a group of events.`);
    return [event];
  });
  return [...new Set(wanted)];
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

/**
 * Creates a webhook endpoint of a member. Picked projects must all be of the endpoint's environment.
 * @param form its `url` is one that `checkEndpointUrl` has passed
 * @throws OperatorError for what does not hold
 */
export async function createEndpoint(change: OperatorChange, form: EndpointForm): Promise<WebhookEndpoint> {
  const company = await getCompany(change.tx, form.companyId);
  const owner = await getMember(change.tx, company, form.ownerEmail);
  const [headerProblem] = checkCustomHeaders(
    Object.entries(form.customHeaders).map(([name, value]) => ({ name, value })),
  );
  if (headerProblem !== undefined) throw new OperatorError(headerRules[headerProblem.rule]);
  const projectUids: string[] = [];
  for (const id of form.projectIds) {
    const place = { companyUid: company.uid, environment: form.environment, projectId: id };
    const project = await lockProject(change.tx, place);
    if (project === undefined) {
      throw new OperatorError(`The company has no ${form.environment} project ${id}.`);
    }
    projectUids.push(project.uid);
  }
  const endpoint: WebhookEndpoint = {
    uid: change.newUid(),
    companyUid: company.uid,
    ownerMembershipUid: owner.membershipUid,
    ownerUserUid: owner.userUid,
    url: form.url,
    environment: form.environment,
    eventTypes: expandEvents(form.events),
    hasAllProjects: form.projectIds.length === 0,
    isTrackedOnly: form.isTrackedOnly,
    customHeaders: form.customHeaders,
    secret: randomUUID(),
    createdAt: change.now,
  };
  await insertEndpoint(change.tx, endpoint, projectUids);
  await change.audit(resource('webhookEndpoint', endpoint));
  return endpoint;
}

const noEndpoint = 'The company has no such endpoint; `webhook list` shows them.';

/**
 * Enables or disables an endpoint. Enabling clears the count of failures and delivers the events that were
 * held meanwhile; those of a day ago and older are abandoned.
 * @throws OperatorError when the company has no such endpoint
 */
export async function setEndpointEnabled(
  change: OperatorChange,
  form: { readonly companyId: string; readonly endpointUid: string; readonly isEnabled: boolean },
): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  const disabledAt = form.isEnabled ? null : change.now;
  if (!(await setEndpointDisabled(change.tx, company.uid, form.endpointUid, disabledAt, change.now))) {
    throw new OperatorError(noEndpoint);
  }
  // Two kinds of held deliveries: those whose workflow waits are signalled, those without a workflow are
  // released.
  if (form.isEnabled) {
    await abandonHeldDeliveries(change.tx, change.now, form.endpointUid);
    await signalHeldDeliveries(change.tx, form.endpointUid, change.now);
    await releaseHeldDeliveries(change.tx, change.now);
  }
  await change.audit(resource('webhookEndpoint', { uid: form.endpointUid, companyUid: company.uid }));
}

/**
 * Gives an endpoint another signing secret. For 24 hours deliveries are signed with both, so that the
 * receiver can change over without losing one; until then it cannot be replaced again, because that would cut
 * the promise to the one before short.
 * @returns the secret, which can be shown only now
 * @throws OperatorError when the company has no such endpoint, or the secret before still signs
 */
export async function rotateEndpointSecret(
  change: OperatorChange,
  form: { readonly companyId: string; readonly endpointUid: string },
): Promise<{ readonly secret: string; readonly previousUntil: Date }> {
  const company = await getCompany(change.tx, form.companyId);
  const endpoint = await lockEndpoint(change.tx, company.uid, form.endpointUid);
  if (endpoint === undefined) throw new OperatorError(noEndpoint);
  const { previousSecretUntil: until } = endpoint;
  if (until !== null && until > change.now) {
    throw new OperatorError(
      `The secret before this one still signs, until ${until.toISOString()}; it can be replaced again after that.`,
    );
  }
  const secret = randomUUID();
  const previousUntil = replacedSecretExpiresAt(change.now);
  await replaceSecret(change.tx, endpoint, { secret, previousSecretUntil: previousUntil }, change.now);
  await change.audit(resource('webhookEndpoint', endpoint));
  return { secret, previousUntil };
}

/** The webhook endpoints of a company, without their secrets. @throws OperatorError for an unknown company */
export async function inspectEndpoints(executor: Executor, companyId: string): Promise<EndpointListing[]> {
  const { uid } = await getCompany(executor, companyId);
  return listEndpoints(executor, uid);
}

/**
 * The latest deliveries of a company, newest first: what was sent where with what result; no payload.
 * @throws OperatorError for an unknown company
 */
export async function inspectDeliveries(
  executor: Executor,
  companyId: string,
  options: { readonly endpointUid: string | undefined; readonly limit: number },
): Promise<DeliveryLogEntry[]> {
  const { uid } = await getCompany(executor, companyId);
  return readDeliveryLog(executor, uid, options);
}
