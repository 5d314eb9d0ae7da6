import { randomUUID } from 'node:crypto';
import type { Permission } from '../../domain/access/permissions';
import type { EventType } from '../../domain/events/event-types';
import type { Environment } from '../../domain/projects/project';
import {
  judgeClassic,
  upgraded,
  type ClassicProblem,
  type ClassicSubscription,
} from '../../domain/webhooks/classic';
import { permissionFor } from '../../domain/webhooks/subscription';
import {
  insertEndpoint,
  insertSubscriptions,
  patchEndpoint,
  readSubscriptions,
  type WebhookEndpoint,
} from '../../store/webhooks/endpoints';
import type { CustomHeader } from '../../webhooks/egress/custom-headers';
import type { EndpointSealer } from '../../webhooks/endpoint-sealer';
import { eventOf, resource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany, getMember } from '../operators';
import { lockNamedEndpoint, type EndpointChange, type EndpointRef } from './endpoint-access';
import { assertHeaders, assertRoomForEndpoint, getOwnerPermissions, type NewEndpoint } from './new-endpoints';

/** A Classic endpoint, as the previous system had it. */
export interface ClassicForm {
  readonly companyId: string;
  readonly ownerEmail: string;
  readonly environment: Environment;
  /** A URL that passed `checkEndpointUrl`. */
  readonly url: string;
  readonly subscriptions: readonly ClassicSubscription[];
  readonly customHeaders: readonly CustomHeader[];
  /** The receiver's existing secret, a UUID; `undefined` for a new one. */
  readonly secret: string | undefined;
}

function sentenceOf(problem: ClassicProblem): string {
  switch (problem.rule) {
    case 'none':
      return 'An endpoint needs at least one subscription.';
    case 'twice':
      return `${problem.event} is listed twice.`;
    case 'noColumns':
      return `${problem.event} needs at least one column.`;
    case 'takesNoColumns':
      return `${problem.event} can't have columns.`;
    case 'unknownColumn':
      return `${problem.event} has no column ${problem.column}.`;
  }
}

/** @throws OperatorError naming the event whose permission the owner lacks (KEY-13) */
function assertPermitted(events: readonly EventType[], permissions: ReadonlySet<Permission>): void {
  for (const event of events) {
    const needed = permissionFor[event];
    if (needed !== undefined && !permissions.has(needed))
      throw new OperatorError(`${event} requires the ${needed} permission, which the owner doesn't have.`);
  }
}

/**
 * Migrates a Classic endpoint from the previous system, with its receiver's existing secret (HOOK-26). There
 * is no other way to get one: customers can only create current endpoints. It keeps the Classic format, so
 * its deliveries have no Standard Webhooks headers.
 * @throws OperatorError as `createEndpoint`, and for a subscription that Classic doesn't have
 */
export async function importClassicEndpoint(
  change: OperatorChange,
  sealer: EndpointSealer,
  form: ClassicForm,
): Promise<NewEndpoint> {
  const company = await getCompany(change.tx, form.companyId);
  const owner = await getMember(change.tx, company, form.ownerEmail);
  const permissions = await getOwnerPermissions(change.tx, owner.membershipUid);
  const problem = judgeClassic(form.subscriptions);
  if (problem !== undefined) throw new OperatorError(sentenceOf(problem));
  assertPermitted(upgraded(form.subscriptions).events, permissions);
  assertHeaders(form.customHeaders);
  await assertRoomForEndpoint(change.tx, company);
  const uid = change.newUid();
  const secret = form.secret ?? randomUUID();
  const endpoint: WebhookEndpoint = {
    uid,
    companyUid: company.uid,
    channel: 'webhook',
    url: form.url,
    name: null,
    environment: form.environment,
    ownerMembershipUid: owner.membershipUid,
    ownerUserUid: owner.userUid,
    isClassic: true,
    eventTypes: [],
    hasAllProjects: true,
    isTrackedOnly: false,
    sealedHeaders: sealer.sealHeaders(uid, form.customHeaders),
    sendsStandardHeaders: false,
    sealedSecret: sealer.sealSecret(uid, secret),
    createdAt: change.now,
  };
  await insertEndpoint(change.tx, endpoint, []);
  await insertSubscriptions(change.tx, uid, form.subscriptions);
  const event = eventOf(change, ['webhookEndpoint.create', 'webhookEndpoint.importClassic']);
  const { environment } = form;
  await change.audit(resource('webhookEndpoint', endpoint), event, { environment, isClassic: true });
  return { uid, url: form.url, secret };
}

/** What an endpoint subscribes to after its upgrade. */
export interface Upgraded {
  readonly events: readonly EventType[];
  readonly isTrackedOnly: boolean;
}

/**
 * Upgrades a Classic endpoint: it gets named events with the same information, in the broadest scope of its
 * subscriptions; its URL, secret, and headers stay (HOOK-27). Pending deliveries arrive in the format from
 * when they happened.
 * @throws OperatorError if the company has no such endpoint, or it isn't Classic
 */
export async function upgradeEndpoint(change: EndpointChange, ref: EndpointRef): Promise<Upgraded> {
  const { endpoint, audited } = await lockNamedEndpoint(change, ref);
  if (!endpoint.isClassic) throw new OperatorError('The endpoint already has named events.');
  const after = upgraded(await readSubscriptions(change.tx, endpoint.uid));
  const { events: eventTypes, isTrackedOnly } = after;
  await patchEndpoint(
    change.tx,
    endpoint.uid,
    { isClassic: false, eventTypes, isTrackedOnly, hasAllProjects: true },
    change.now,
  );
  await change.audit(audited, 'webhookEndpoint.upgrade', { events: eventTypes });
  return after;
}
