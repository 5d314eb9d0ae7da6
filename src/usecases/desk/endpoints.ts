import type { DeskPrincipal } from '../../access/principal';
import { notFound } from '../../domain/problem';
import type { Executor } from '../../store/database';
import { findCompanyOfEndpoint } from '../../store/webhooks/endpoints';
import type { DeliveryLogEntry } from '../../store/webhooks/log';
import type { EndpointSealer } from '../../webhooks/endpoint-sealer';
import type { DeskChange } from '../change';
import { inspectDeliveries } from '../webhooks/delivery-log';
import {
  enableEndpoint,
  inspectEndpoint,
  type EndpointDetails,
  type HeldChoice,
  type HeldOutcome,
} from '../webhooks/endpoints';
import { workOn } from './queue';

/** How many of the latest deliveries are shown. */
const deliveriesShown = 20;

/** An endpoint, as shown to an operator who checks why it was disabled. */
export interface ShownEndpointWork {
  readonly companyId: string;
  readonly endpoint: EndpointDetails;
  /** The latest ones, without the posted content. */
  readonly deliveries: readonly DeliveryLogEntry[];
}

/** @throws Problem 404 for an unknown endpoint */
async function companyOf(executor: Executor, uid: string): Promise<string> {
  const companyId = await findCompanyOfEndpoint(executor, uid);
  if (companyId === undefined) throw notFound('there is no such endpoint');
  return companyId;
}

/**
 * Returns an endpoint with the results of its latest deliveries. It has no patient data, so the view isn't
 * audited (DESK-23). @throws Problem 404
 */
export async function showEndpoint(
  executor: Executor,
  sealer: EndpointSealer,
  principal: DeskPrincipal,
  { uid, at }: { readonly uid: string; readonly at: Date },
): Promise<ShownEndpointWork> {
  const companyId = await companyOf(executor, uid);
  return {
    companyId,
    endpoint: await inspectEndpoint(executor, sealer, principal, { companyId, endpointUid: uid }, at),
    deliveries: await inspectDeliveries(executor, companyId, { endpointUid: uid, limit: deliveriesShown }),
  };
}

/**
 * Enables a disabled endpoint, unless it is assigned to another operator (DESK-23).
 * @throws OperatorError if it isn't disabled, or naming the assigned operator; Problem 404
 */
export async function enableAtDesk(
  change: DeskChange,
  uid: string,
  choice: HeldChoice,
): Promise<HeldOutcome> {
  const companyId = await companyOf(change.tx, uid);
  return workOn(change, { kind: 'endpoint', uid }, () =>
    enableEndpoint(change, { companyId, endpointUid: uid }, choice),
  );
}
