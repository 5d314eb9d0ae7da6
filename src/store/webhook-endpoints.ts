import type { EventType } from '../domain/events/event-types';
import type { Environment } from '../domain/projects/project';
import type { Executor, Transaction } from './database';
import { named } from './named';

/** A receiver's address with what it wants to know. */
export interface WebhookEndpoint {
  readonly uid: string;
  readonly companyUid: string;
  readonly ownerMembershipUid: string;
  readonly ownerUserUid: string;
  readonly url: string;
  readonly environment: Environment;
  readonly eventTypes: readonly EventType[];
  /** Every project of the environment, later ones included; else the picked ones. */
  readonly hasAllProjects: boolean;
  /** Only records that the owner tracks. */
  readonly isTrackedOnly: boolean;
  readonly customHeaders: Readonly<Record<string, string>>;
  /** The signing secret, a UUID. */
  readonly secret: string;
  readonly createdAt: Date;
}

const insert = named(`
  insert into webhook_endpoint (uid, company_uid, owner_membership_uid, owner_user_uid, url, environment, event_types,
    has_all_projects, is_tracked_only, custom_headers, secret, created_at, updated_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?)
`);
const insertProjects = named(`
  insert into webhook_endpoint_project (endpoint_uid, project_uid) select ?, unnest(?::uuid[])
`);

/** Stores a new endpoint with the projects picked for it. */
export async function insertEndpoint(
  tx: Transaction,
  endpoint: WebhookEndpoint,
  projectUids: readonly string[],
): Promise<void> {
  await insert.run(tx, [
    endpoint.uid,
    endpoint.companyUid,
    endpoint.ownerMembershipUid,
    endpoint.ownerUserUid,
    endpoint.url,
    endpoint.environment,
    [...endpoint.eventTypes],
    endpoint.hasAllProjects,
    endpoint.isTrackedOnly,
    JSON.stringify(endpoint.customHeaders),
    endpoint.secret,
    endpoint.createdAt,
    endpoint.createdAt,
  ]);
  if (projectUids.length > 0) await insertProjects.run(tx, [endpoint.uid, [...projectUids]]);
}

/** An endpoint as its owner's list shows it; the secret is not part of it. */
export interface EndpointListing {
  readonly uid: string;
  readonly url: string;
  readonly environment: Environment;
  readonly eventTypes: readonly EventType[];
  readonly owner: string;
  readonly hasAllProjects: boolean;
  readonly consecutiveFailures: number;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
}

const list = named<EndpointListing>(`
  select e.uid, e.url, e.environment, e.event_types as "eventTypes", u.email as owner, e.has_all_projects as "hasAllProjects",
    e.consecutive_failures as "consecutiveFailures", e.disabled_at as "disabledAt", e.created_at as "createdAt"
  from webhook_endpoint e join app_user u on u.uid = e.owner_user_uid
  where e.company_uid = ? order by e.created_at, e.uid
`);

/** The endpoints of a company. */
export async function listEndpoints(executor: Executor, companyUid: string): Promise<EndpointListing[]> {
  return list.run(executor, [companyUid]);
}

const setDisabled = named<{ uid: string }>(`
  update webhook_endpoint set disabled_at = ?, consecutive_failures = 0, updated_at = ?
  where uid = ? and company_uid = ? returning uid
`);

/** Disables an endpoint, or enables it with its count of failures cleared. @returns whether the company has it */
export async function setEndpointDisabled(
  tx: Transaction,
  companyUid: string,
  uid: string,
  disabledAt: Date | null,
  at: Date,
): Promise<boolean> {
  return (await setDisabled.run(tx, [disabledAt, at, uid, companyUid])).length > 0;
}
