import type { EventType } from '../domain/events/event-types';
import type { Environment } from '../domain/projects/project';
import type { Executor, Transaction } from './database';
import { fetched } from './models/base';
import {
  WebhookEndpointModel,
  WebhookEndpointProjectModel,
  type WebhookEndpoint,
  type WebhookEndpointRow,
} from './models/webhook';

export type { WebhookEndpoint } from './models/webhook';

/** Stores a new endpoint with the projects picked for it. */
export async function insertEndpoint(
  tx: Transaction,
  endpoint: WebhookEndpoint,
  projectUids: readonly string[],
): Promise<void> {
  await WebhookEndpointModel.query(tx).insert({ ...endpoint, updatedAt: endpoint.createdAt });
  const picked = projectUids.map(projectUid => ({ endpointUid: endpoint.uid, projectUid }));
  if (picked.length > 0) await WebhookEndpointProjectModel.query(tx).insert(picked);
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

/** The endpoints of a company. */
export async function listEndpoints(executor: Executor, companyUid: string): Promise<EndpointListing[]> {
  const endpoints = await WebhookEndpointModel.query(executor)
    .where({ company_uid: companyUid })
    .withGraphFetched('owner')
    .orderBy(['created_at', 'uid']);
  return endpoints.map(endpoint => {
    const { uid, url, environment, eventTypes, hasAllProjects, consecutiveFailures, disabledAt, createdAt } =
      endpoint;
    const owner = fetched(endpoint.owner).email;
    return {
      ...{ uid, url, environment, eventTypes, owner },
      ...{ hasAllProjects, consecutiveFailures, disabledAt, createdAt },
    };
  });
}

/** An endpoint of a company, locked until the transaction ends. */
export async function lockEndpoint(
  tx: Transaction,
  companyUid: string,
  uid: string,
): Promise<WebhookEndpointRow | undefined> {
  return WebhookEndpointModel.query(tx).findOne({ uid, company_uid: companyUid }).forUpdate();
}

/** Gives an endpoint another secret; the one before signs beside it until then. */
export async function replaceSecret(
  tx: Transaction,
  endpoint: WebhookEndpointRow,
  { secret, previousSecretUntil }: { readonly secret: string; readonly previousSecretUntil: Date },
  at: Date,
): Promise<void> {
  const { uid, secret: previousSecret } = endpoint;
  await WebhookEndpointModel.query(tx)
    .findById(uid)
    .patch({ secret, previousSecret, previousSecretUntil, updatedAt: at });
}

/** Disables an endpoint, or enables it with its count of failures cleared. @returns whether the company has it */
export async function setEndpointDisabled(
  tx: Transaction,
  companyUid: string,
  uid: string,
  disabledAt: Date | null,
  at: Date,
): Promise<boolean> {
  const count = await WebhookEndpointModel.query(tx)
    .where({ uid, company_uid: companyUid })
    .patch({ disabledAt, consecutiveFailures: 0, updatedAt: at });
  return count > 0;
}
