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

/** An endpoint, as an operator looks why it was disabled. */
export interface ShownEndpointWork {
  readonly companyId: string;
  readonly endpoint: EndpointDetails;
  /** The latest, without what was posted. */
  readonly deliveries: readonly DeliveryLogEntry[];
}

/** @throws Problem 404 for an endpoint that is not there */
async function companyOf(executor: Executor, uid: string): Promise<string> {
  const companyId = await findCompanyOfEndpoint(executor, uid);
  if (companyId === undefined) throw notFound('there is no such endpoint');
  return companyId;
}

/**
 * An endpoint with how its latest deliveries went: nothing of a patient, so that the look leaves no row
 * (DESK-23). @throws Problem 404
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
 * Enables an endpoint that was disabled, unless another operator has it (DESK-23).
 * @throws OperatorError when it is not disabled, and that says who has it; Problem 404
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
