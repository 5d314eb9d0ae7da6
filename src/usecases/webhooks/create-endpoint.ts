import { randomUUID } from 'node:crypto';
import { eventGroups, eventTypes, type EventGroup, type EventType } from '../../domain/events/event-types';
import { environmentOf, type Environment } from '../../domain/projects/project';
import { lockProject } from '../../store/projects';
import { insertEndpoint, type WebhookEndpoint } from '../../store/webhook-endpoints';
import type { Egress } from '../../webhooks/egress/egress';
import { checkCustomHeaders, headerRules } from '../../webhooks/egress/custom-headers';
import { urlRules } from '../../webhooks/egress/url-rules';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany, getMember } from '../tenants/find-company';

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
export async function createEndpoint(change: Change, form: EndpointForm): Promise<WebhookEndpoint> {
  const company = await getCompany(change.tx, form.companyId);
  const owner = await getMember(change.tx, company, form.ownerEmail);
  const [headerProblem] = checkCustomHeaders(
    Object.entries(form.customHeaders).map(([name, value]) => ({ name, value })),
  );
  if (headerProblem !== undefined) throw new OperatorError(headerRules[headerProblem.rule]);
  const projectUids: string[] = [];
  for (const id of form.projectIds) {
    const project = await lockProject(change.tx, company.uid, id);
    if (project === undefined || environmentOf(project.status) !== form.environment) {
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
  await change.audit('webhookEndpoint.create', {
    kind: 'webhookEndpoint',
    uid: endpoint.uid,
    companyUid: company.uid,
  });
  return endpoint;
}
