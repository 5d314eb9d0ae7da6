// Objection: endpoints by key and plain lists, not on a hot path. SQL text: conditions on the JSON of
// secrets.
import type { Environment } from '../../domain/projects/project';
import { toldBy, type ClassicSubscription } from '../../domain/webhooks/classic';
import type { EndpointSecrets } from '../../domain/webhooks/signing-secrets';
import type { Executor, Transaction } from '../database';
import { fetched } from '../models/base';
import {
  ClassicSubscriptionModel,
  WebhookEndpointModel,
  WebhookEndpointProjectModel,
  type Channel,
  type EndpointDisabler,
  type WebhookEndpoint,
  type WebhookEndpointRow,
} from '../models/webhook';
import { named } from '../named';
import { pick, selectList } from '../table';

/** E-mail notifications are stored with the endpoints, but aren't endpoints. */
const endpointChannels: Channel[] = ['webhook', 'inbox'];

export type { EndpointDisabler, WebhookEndpoint, WebhookEndpointRow } from '../models/webhook';

/** Stores a new endpoint with its selected projects. */
export async function insertEndpoint(
  tx: Transaction,
  endpoint: WebhookEndpoint,
  projectUids: readonly string[],
): Promise<void> {
  await WebhookEndpointModel.query(tx).insert({ ...endpoint, secret: null, updatedAt: endpoint.createdAt });
  await pickProjects(tx, endpoint.uid, projectUids);
}

/** Stores the subscriptions of a Classic endpoint. */
export async function insertSubscriptions(
  tx: Transaction,
  endpointUid: string,
  subscriptions: readonly ClassicSubscription[],
): Promise<void> {
  const rows = subscriptions.map(({ event, isTrackedOnly, columns }) => ({
    endpointUid,
    event,
    toldBy: toldBy(event),
    isTrackedOnly,
    columns,
  }));
  await ClassicSubscriptionModel.query(tx).insert(rows);
}

/** Returns the subscriptions of a Classic endpoint. */
export async function readSubscriptions(
  executor: Executor,
  endpointUid: string,
): Promise<ClassicSubscription[]> {
  return ClassicSubscriptionModel.query(executor).where({ endpoint_uid: endpointUid }).orderBy('event');
}

async function pickProjects(
  tx: Transaction,
  endpointUid: string,
  projectUids: readonly string[],
): Promise<void> {
  const picked = projectUids.map(projectUid => ({ endpointUid, projectUid }));
  if (picked.length > 0) await WebhookEndpointProjectModel.query(tx).insert(picked);
}

/** Replaces the selected projects of an endpoint. */
export async function replaceProjects(
  tx: Transaction,
  endpointUid: string,
  projectUids: readonly string[],
): Promise<void> {
  await WebhookEndpointProjectModel.query(tx).where({ endpoint_uid: endpointUid }).delete();
  await pickProjects(tx, endpointUid, projectUids);
}

const listedNames = [
  ...(['uid', 'ownerUserUid', 'channel', 'url', 'name', 'environment', 'isClassic', 'eventTypes'] as const),
  ...(['hasAllProjects', 'isTrackedOnly', 'sendsStandardHeaders', 'consecutiveFailures'] as const),
  ...(['disabledAt', 'disabledBy', 'createdAt'] as const),
];

/** An endpoint as its owner's list shows it, without secrets and headers. */
export interface EndpointListing extends Pick<WebhookEndpointRow, (typeof listedNames)[number]> {
  readonly environment: Environment;
  /** The owner's e-mail address. */
  readonly owner: string;
  /** The ids of the selected projects. */
  readonly projectIds: readonly string[];
  /** The subscriptions of a Classic endpoint. */
  readonly subscriptions: readonly ClassicSubscription[];
}

/** Lists the endpoints of a company, oldest first. */
export async function listEndpoints(executor: Executor, companyUid: string): Promise<EndpointListing[]> {
  return listOfChannels(executor, companyUid, endpointChannels);
}

/** Lists the e-mail notifications of a company's members, oldest first. */
export async function listNotifications(executor: Executor, companyUid: string): Promise<EndpointListing[]> {
  return listOfChannels(executor, companyUid, ['email']);
}

async function listOfChannels(
  executor: Executor,
  companyUid: string,
  channels: readonly Channel[],
): Promise<EndpointListing[]> {
  const endpoints = await WebhookEndpointModel.query(executor)
    .where({ company_uid: companyUid })
    .whereIn('channel', [...channels])
    .whereNull('deleted_at')
    .withGraphFetched('[owner, projects, subscriptions]')
    .modifyGraph('projects', projects => void projects.orderBy('project.id'))
    .modifyGraph('subscriptions', subscriptions => void subscriptions.orderBy('event'))
    .orderBy(['created_at', 'uid']);
  return endpoints.map(endpoint => ({
    ...pick<WebhookEndpointRow, (typeof listedNames)[number]>(endpoint, listedNames),
    owner: fetched(endpoint.owner).email,
    projectIds: fetched(endpoint.projects).map(({ id }) => id),
    subscriptions: endpoint.isClassic ? fetched(endpoint.subscriptions) : [],
  }));
}

/** Counts the endpoints of a company. */
export async function countEndpoints(executor: Executor, companyUid: string): Promise<number> {
  return WebhookEndpointModel.query(executor)
    .where({ company_uid: companyUid })
    .whereIn('channel', endpointChannels)
    .whereNull('deleted_at')
    .resultSize();
}

/** Locks a member's e-mail notifications in an environment until the transaction ends. */
export async function lockNotification(
  tx: Transaction,
  membershipUid: string,
  environment: Environment,
): Promise<WebhookEndpointRow | undefined> {
  return WebhookEndpointModel.query(tx)
    .findOne({ owner_membership_uid: membershipUid, environment, channel: 'email' })
    .whereNull('deleted_at')
    .forUpdate();
}

/** Returns an endpoint of a company, unless it was deleted. */
export async function findEndpoint(
  executor: Executor,
  companyUid: string,
  uid: string,
): Promise<WebhookEndpointRow | undefined> {
  return WebhookEndpointModel.query(executor)
    .findOne({ uid, company_uid: companyUid })
    .whereIn('channel', endpointChannels)
    .whereNull('deleted_at');
}

/** Returns the id of an endpoint's company, unless the endpoint was deleted; for operators. */
export async function findCompanyOfEndpoint(executor: Executor, uid: string): Promise<string | undefined> {
  const endpoint = await WebhookEndpointModel.query(executor)
    .findById(uid)
    .whereIn('channel', endpointChannels)
    .whereNull('deleted_at')
    .withGraphFetched('company');
  return endpoint && fetched(endpoint.company).id;
}

/** Like `findEndpoint`, and locks it until the transaction ends. */
export async function lockEndpoint(
  tx: Transaction,
  companyUid: string,
  uid: string,
): Promise<WebhookEndpointRow | undefined> {
  return WebhookEndpointModel.query(tx)
    .findOne({ uid, company_uid: companyUid })
    .whereIn('channel', endpointChannels)
    .whereNull('deleted_at')
    .forUpdate();
}

/** The settings of an existing endpoint that an owner may change. */
export type EndpointPatch = Partial<
  Pick<
    WebhookEndpointRow,
    | 'url'
    | 'isClassic'
    | 'eventTypes'
    | 'hasAllProjects'
    | 'isTrackedOnly'
    | 'sealedHeaders'
    | 'sendsStandardHeaders'
  >
>;

/** Changes the given settings of an endpoint. */
export async function patchEndpoint(
  tx: Transaction,
  uid: string,
  patch: EndpointPatch,
  at: Date,
): Promise<void> {
  await WebhookEndpointModel.query(tx)
    .findById(uid)
    .patch({ ...patch, updatedAt: at });
}

/** Replaces the current secret and the previous ones that still sign. @param secrets encrypted */
export async function setSecrets(
  tx: Transaction,
  uid: string,
  { secret: sealedSecret, replacedSecrets }: Omit<EndpointSecrets, 'createdAt'>,
  at: Date,
): Promise<void> {
  await WebhookEndpointModel.query(tx)
    .findById(uid)
    .patch({ sealedSecret, secret: null, replacedSecrets, updatedAt: at });
}

/** The stored credentials of an endpoint. */
const credentialNames = ['sealedSecret', 'secret', 'replacedSecrets', 'sealedHeaders'] as const;
const resealedNames = ['uid', 'channel', 'deletedAt', ...credentialNames] as const;

/** An endpoint whose credentials must be re-encrypted. */
export type EndpointToReseal = Pick<WebhookEndpointRow, (typeof resealedNames)[number]>;

// The fan-out refers to endpoints in any order, and doesn't wait for this lock.
const toReseal = named<EndpointToReseal, { after: string; prefix: string; limit: number }>(`
  select ${selectList(WebhookEndpointModel, 'e', resealedNames)} from webhook_endpoint e
  where uid > :after and (
    secret is not null
    or not starts_with(coalesce(sealed_secret, :prefix), :prefix)
    or not starts_with(coalesce(sealed_headers, :prefix), :prefix)
    or exists (select from jsonb_array_elements(replaced_secrets) as r(value)
      where not starts_with(r.value->>'secret', :prefix)))
  order by uid limit :limit for no key update
`);

/**
 * Locks the next endpoints, of all companies, with something not encrypted with the key of this prefix, until
 * the transaction ends.
 * @param after the uid of the last one checked
 */
export async function lockEndpointsToReseal(
  tx: Transaction,
  prefix: string,
  after: string,
  limit: number,
): Promise<EndpointToReseal[]> {
  return toReseal.run(tx, { after, prefix, limit });
}

/** Stores the re-encrypted credentials of an endpoint. They are the same, so its modification time stays. */
export async function setResealed(
  tx: Transaction,
  uid: string,
  credentials: Pick<WebhookEndpointRow, (typeof credentialNames)[number]>,
): Promise<void> {
  await WebhookEndpointModel.query(tx).findById(uid).patch(credentials);
}

/** Disables an enabled endpoint. */
export async function disableEndpoint(
  tx: Transaction,
  uid: string,
  disabledBy: EndpointDisabler,
  at: Date,
): Promise<void> {
  await WebhookEndpointModel.query(tx)
    .findById(uid)
    .whereNull('disabled_at')
    .patch({ disabledAt: at, disabledBy, updatedAt: at });
}

/** Enables an endpoint. @param clearsFailures whether its failure count is reset */
export async function enableEndpoint(
  tx: Transaction,
  uid: string,
  clearsFailures: boolean,
  at: Date,
): Promise<void> {
  await WebhookEndpointModel.query(tx)
    .findById(uid)
    .patch({
      disabledAt: null,
      disabledBy: null,
      updatedAt: at,
      ...(clearsFailures && { consecutiveFailures: 0 }),
    });
}

/** Marks an endpoint as deleted and erases its credentials. */
export async function markEndpointDeleted(tx: Transaction, uid: string, at: Date): Promise<void> {
  await WebhookEndpointModel.query(tx)
    .findById(uid)
    .patch({
      sealedSecret: null,
      secret: null,
      replacedSecrets: [],
      sealedHeaders: null,
      disabledAt: at,
      disabledBy: 'deletion',
      deletedAt: at,
      updatedAt: at,
    });
}

// In the order in which queues are locked.
const forgetExpired = named<never, { at: Date }>(`
  update webhook_endpoint set replaced_secrets = coalesce((
    select jsonb_agg(s.value order by s.place) from jsonb_array_elements(replaced_secrets) with ordinality
      as s(value, place)
    where (s.value->>'until')::timestamptz > :at), '[]')
  where uid in (
    select uid from webhook_endpoint where replaced_secrets <> '[]' and exists (
      select from jsonb_array_elements(replaced_secrets) as s(value)
        where (s.value->>'until')::timestamptz <= :at)
    order by uid for no key update)
`);

/** Erases the secrets of all endpoints that no longer sign. */
export async function forgetExpiredSecrets(executor: Executor, at: Date): Promise<void> {
  await forgetExpired.run(executor, { at });
}
