import type { ConsolePrincipal } from '../../access/principal';
import type { EndpointAccess } from '../../domain/webhooks/endpoint-access';
import type { Executor } from '../../store/database';
import { findEndpoint } from '../../store/webhooks/endpoints';
import {
  expungeDelivery as expunge,
  lockDelivery,
  readAttempts,
  readDeliveryBody,
  readDeliveryLog,
  type DeliveryFilter,
  type DeliveryLogEntry,
  type LoggedDelivery,
  type WebhookAttemptRow,
} from '../../store/webhooks/log';
import { failureReasons, isFailureReason } from '../../webhooks/egress/failure';
import { resource, type AuditedResource, type Change, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../operators';
import { accessOf, assertAccess, noSuchEndpoint, seesContent, type EndpointChange } from './endpoint-access';

/** A delivery, as an operator names one. */
export interface DeliveryRef {
  readonly companyId: string;
  readonly deliveryUid: string;
}

/**
 * The deliveries of a company that a filter lets through, the newest event first: what was sent where with
 * what result; no payload.
 * @throws OperatorError for an unknown company
 */
export async function inspectDeliveries(
  executor: Executor,
  companyId: string,
  filter: DeliveryFilter,
): Promise<DeliveryLogEntry[]> {
  const { uid } = await getCompany(executor, companyId);
  return readDeliveryLog(executor, uid, filter);
}

/**
 * The delivery that whoever acts names, locked: to a member it is there as its endpoint is.
 * @throws OperatorError when the company has it not
 * @throws Problem to a member, as `lockNamedEndpoint`
 */
export async function lockNamedDelivery(
  { tx, principal }: EndpointChange,
  { companyId, deliveryUid }: DeliveryRef,
  wanted: 'look' | 'change',
): Promise<{ readonly delivery: LoggedDelivery; readonly audited: AuditedResource }> {
  const company = await getCompany(tx, companyId);
  const delivery = await lockDelivery(tx, company.uid, deliveryUid);
  if (principal.kind === 'console')
    assertAccess(principal, delivery && (await findEndpoint(tx, company.uid, delivery.endpointUid)), wanted);
  if (delivery === undefined)
    throw new OperatorError('The company has no such delivery.', { hint: '`webhook deliveries` shows them' });
  return { delivery, audited: resource('webhookDelivery', delivery) };
}

/**
 * The deliveries to an endpoint that a member may look at, the newest event first; no payload.
 * @throws Problem 404 for an endpoint that is not there for them
 */
export async function inspectOwnDeliveries(
  executor: Executor,
  principal: ConsolePrincipal,
  endpointUid: string,
  filter: Omit<DeliveryFilter, 'endpointUid'>,
): Promise<DeliveryLogEntry[]> {
  assertAccess(principal, await findEndpoint(executor, principal.companyUid, endpointUid), 'look');
  return readDeliveryLog(executor, principal.companyUid, { ...filter, endpointUid });
}

/** One attempt, with what the receiver answered. */
export interface InspectedAttempt {
  readonly number: number;
  readonly startedAt: Date;
  /** Null: the worker died, or the attempt is under way. */
  readonly endedAt: Date | null;
  readonly httpStatus: number | null;
  readonly failure: string | null;
  readonly failureDetail: string | null;
  /** What the failure means; null where there was an answer. */
  readonly explanation: string | null;
  readonly durationMs: number | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** The first 4 KiB, as text; what is no UTF-8 is replaced. */
  readonly response: string | null;
}

/**
 * The attempts of a delivery in their order. A receiver may have answered with patient data, so that each
 * look leaves an audit row.
 * @throws OperatorError when the company has no such delivery
 */
export async function inspectAttempts(change: OperatorChange, ref: DeliveryRef): Promise<InspectedAttempt[]> {
  const { delivery, audited } = await lockNamedDelivery(change, ref, 'look');
  const attempts = await readAttempts(change.tx, delivery.uid);
  await change.audit(audited);
  return attempts.map(shownAttempt);
}

function shownAttempt({ responseBody, ...attempt }: WebhookAttemptRow): InspectedAttempt {
  return {
    ...attempt,
    explanation:
      attempt.failure !== null && isFailureReason(attempt.failure) ? failureReasons[attempt.failure] : null,
    response: responseBody?.toString('utf8') ?? null,
  };
}

/** A delivery as a member sees it. */
export interface InspectedDelivery {
  readonly delivery: LoggedDelivery;
  readonly access: EndpointAccess;
  /** Whether bytes and answers are shown, which hold the details of patients. */
  readonly isContentShown: boolean;
  /** What is posted; null before the first attempt, when it was expunged, and where it is not shown. */
  readonly body: string | null;
  /** In their order; what the receiver answered is null where it is not shown. */
  readonly attempts: readonly InspectedAttempt[];
}

/**
 * A delivery to an endpoint of a member's company, with its attempts. What was posted and what the receiver
 * answered is shown to the owner alone, and while their role still sees all that it may hold; each look
 * leaves an audit row.
 * @throws Problem 404 for a delivery to an endpoint that is not there for them
 */
export async function inspectOwnDelivery(
  change: Change<ConsolePrincipal>,
  { endpointUid, deliveryUid }: { readonly endpointUid: string; readonly deliveryUid: string },
): Promise<InspectedDelivery> {
  const { tx, principal } = change;
  const { companyId, companyUid } = principal;
  const { delivery, audited } = await lockNamedDelivery(change, { companyId, deliveryUid }, 'look');
  const endpoint = await findEndpoint(tx, companyUid, endpointUid);
  assertAccess(principal, endpoint, 'look');
  if (delivery.endpointUid !== endpoint.uid) throw noSuchEndpoint(principal);
  const access = accessOf(principal, endpoint);
  const isContentShown = access === 'change' && seesContent(principal);
  const attempts = (await readAttempts(tx, delivery.uid)).map(shownAttempt);
  await change.audit(audited);
  const body = isContentShown ? await readDeliveryBody(tx, delivery.uid) : null;
  return {
    delivery,
    access,
    isContentShown,
    body: body?.toString('utf8') ?? null,
    attempts: isContentShown
      ? attempts
      : attempts.map(attempt => ({ ...attempt, responseHeaders: null, response: null })),
  };
}

/**
 * Removes the body of a delivery and all that receivers answered to it, for good; that it was made stays on
 * record. It cannot be sent again.
 * @param reason kept in the audit trail
 * @throws OperatorError when the company has no such delivery, or it is still on its way
 */
export async function expungeDelivery(
  change: OperatorChange,
  ref: DeliveryRef,
  reason: string | undefined,
): Promise<void> {
  const { delivery, audited } = await lockNamedDelivery(change, ref, 'change');
  if (delivery.status === 'pending' || delivery.status === 'failed')
    throw new OperatorError(
      'The delivery can still be sent: wait until it has arrived or is abandoned, or cancel its workflow.',
    );
  if (delivery.expungedAt !== null) throw new OperatorError('The delivery is expunged already.');
  await expunge(change.tx, delivery.uid, change.now);
  await change.audit(audited, undefined, undefined, reason);
}
