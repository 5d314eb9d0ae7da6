import type { Executor, Transaction } from '../../store/database';
import {
  expungeDelivery as expunge,
  lockDelivery,
  readAttempts,
  readDeliveryLog,
  type DeliveryFilter,
  type DeliveryLogEntry,
  type LoggedDelivery,
} from '../../store/webhook-log';
import { failureReasons, isFailureReason } from '../../webhooks/egress/failure';
import { resource, type AuditedResource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../operators';

/** A delivery, as an operator names one. */
export interface DeliveryRef {
  readonly companyId: string;
  readonly deliveryUid: string;
}

/**
 * The deliveries of a company that a filter lets through, the newest event first: what was sent where with what result;
 * no payload.
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

/** The delivery that an operator names, locked. @throws OperatorError when the company has it not */
export async function lockNamedDelivery(
  tx: Transaction,
  { companyId, deliveryUid }: DeliveryRef,
): Promise<{ readonly delivery: LoggedDelivery; readonly audited: AuditedResource }> {
  const company = await getCompany(tx, companyId);
  const delivery = await lockDelivery(tx, company.uid, deliveryUid);
  if (delivery === undefined)
    throw new OperatorError('The company has no such delivery; `webhook deliveries` shows them.');
  return { delivery, audited: resource('webhookDelivery', delivery) };
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
 * The attempts of a delivery in their order. A receiver may have answered with patient data, so that each look leaves
 * an audit row.
 * @throws OperatorError when the company has no such delivery
 */
export async function inspectAttempts(change: OperatorChange, ref: DeliveryRef): Promise<InspectedAttempt[]> {
  const { delivery, audited } = await lockNamedDelivery(change.tx, ref);
  const attempts = await readAttempts(change.tx, delivery.uid);
  await change.audit(audited);
  return attempts.map(({ responseBody, ...attempt }) => ({
    ...attempt,
    explanation:
      attempt.failure !== null && isFailureReason(attempt.failure) ? failureReasons[attempt.failure] : null,
    response: responseBody?.toString('utf8') ?? null,
  }));
}

/**
 * Removes the body of a delivery and all that receivers answered to it, for good; that it was made stays on record. It
 * cannot be sent again.
 * @param reason kept in the audit trail
 * @throws OperatorError when the company has no such delivery, or it is still on its way
 */
export async function expungeDelivery(
  change: OperatorChange,
  ref: DeliveryRef,
  reason: string | undefined,
): Promise<void> {
  const { delivery, audited } = await lockNamedDelivery(change.tx, ref);
  if (delivery.status === 'pending' || delivery.status === 'failed')
    throw new OperatorError(
      'The delivery can still be sent: wait until it has arrived or is abandoned, or cancel its workflow.',
    );
  if (delivery.expungedAt !== null) throw new OperatorError('The delivery is expunged already.');
  await expunge(change.tx, delivery.uid, change.now);
  await change.audit(audited, undefined, undefined, reason);
}
