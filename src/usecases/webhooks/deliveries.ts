import { groupOf } from '../../domain/events/event-types';
import type { Metrics } from '../../platform/metrics';
import type { Executor } from '../../store/database';
import { findPatientByUid } from '../../store/patients';
import { findNote } from '../../store/notes';
import { findRecordRequestByUid } from '../../store/record-requests';
import {
  abandonDelivery as markAbandoned,
  beginAttempt,
  endAttempt,
  failDelivery as markFailed,
  findDelivery,
  type DeliveryToAttempt,
} from '../../store/webhook-deliveries';
import { releaseNextDelivery } from '../../store/webhook-fan-out';
import { resource, runOwnChange, type ChangeParts } from '../change';
import { buildPayload } from '../../webhooks/payload';
import { postAttempt, type PostParts, type PostTarget } from './post-attempt';

/** The parts of an attempt. */
export interface AttemptParts extends ChangeParts, PostParts {
  readonly metrics: Metrics;
}

/** A delivery, by its id. */
interface DeliveryRef {
  readonly deliveryUid: string;
}

/**
 * What came of an attempt: `held` when the endpoint is disabled or its owner is gone, `busy` when too many
 * attempts to it are under way.
 */
export type AttemptOutcome = 'succeeded' | 'failed' | 'held' | 'busy' | 'over';

async function bodyOf(db: Executor, delivery: DeliveryToAttempt): Promise<Buffer> {
  if (delivery.body !== null) return delivery.body;
  const { eventType, emittedAt, changed, searchStatus, detail } = delivery;
  const { patientUid, recordUid, projectId, projectName, companyId } = delivery;
  const group = groupOf(eventType);
  const recordRequest = group === 'recordRequest' ? await findRecordRequestByUid(db, recordUid) : undefined;
  const note = group === 'note' ? await findNote(db, recordUid) : undefined;
  const isOfPatient = recordRequest === undefined && note === undefined && patientUid !== null;
  const patient = isOfPatient ? await findPatientByUid(db, patientUid) : undefined;
  const ownerPermissions = new Set(delivery.ownerPermissions);
  return buildPayload({
    deliveryUid: delivery.uid,
    eventType,
    emittedAt,
    changed,
    searchStatus,
    detail,
    project: { id: projectId, name: projectName, companyId },
    patient,
    recordRequest,
    note,
    ownerPermissions,
  });
}

function targetOf(delivery: DeliveryToAttempt): PostTarget {
  const { endpointUid, url, sealedHeaders, sendsStandardHeaders } = delivery;
  const { secret, replacedSecrets, endpointCreatedAt: createdAt } = delivery;
  return {
    ...{ endpointUid, url, sealedHeaders, sendsStandardHeaders },
    secrets: { secret, replacedSecrets, createdAt },
  };
}

async function post(parts: AttemptParts, delivery: DeliveryToAttempt, body: Buffer): Promise<AttemptOutcome> {
  const { db, clock } = parts;
  const attempt = await beginAttempt(db, delivery.uid, body, clock.now());
  const result = await postAttempt(parts, targetOf(delivery), {
    deliveryId: delivery.uid,
    body: attempt.body,
  });
  const at = clock.now();
  const made = await endAttempt(db, { deliveryUid: delivery.uid, number: attempt.number }, result, at);
  // A statement of its own, after the attempt is noted: either a fan-out that commits meanwhile sees the
  // attempt, or this statement sees its deliveries.
  const released = made === 1 ? await releaseNextDelivery(db, delivery, at) : 0;
  if (released > 0) parts.nudgeOutbox();
  parts.metrics.webhookAttempts.inc({
    outcome: result.isSuccess ? 'succeeded' : (result.failure ?? 'refused'),
  });
  return result.isSuccess ? 'succeeded' : 'failed';
}

/**
 * Makes one attempt of a delivery: builds the body if this is the first, notes the attempt, signs the bytes, posts
 * them, notes the result, and lets the next event of the same record go. An attempt whose worker dies stays in the
 * log without an end; the next one has its own number and the same delivery id.
 */
export async function attemptDelivery(
  parts: AttemptParts,
  { deliveryUid }: DeliveryRef,
): Promise<AttemptOutcome> {
  const delivery = await findDelivery(parts.db, deliveryUid);
  if (delivery === undefined || delivery.status === 'succeeded' || delivery.status === 'abandoned')
    return 'over';
  if (delivery.isHeld) return 'held';
  const body = await bodyOf(parts.db, delivery);
  const slot = await parts.egress.runInSlot(delivery.endpointUid, () => post(parts, delivery, body));
  return slot.ran ? slot.value : 'busy';
}

/**
 * Marks a delivery as failed and counts it against its endpoint, once. Only the failure that disables the
 * endpoint leaves an audit row; the others are in the delivery log.
 * @returns whether the endpoint is disabled now
 */
export async function failDelivery(parts: ChangeParts, { deliveryUid }: DeliveryRef): Promise<boolean> {
  return runOwnChange(parts, 'webhook delivery', 'webhookEndpoint.disable', async change => {
    const endpoint = await markFailed(change.tx, deliveryUid, change.now);
    if (endpoint?.isDisabledBy === true) await change.audit(resource('webhookEndpoint', endpoint));
    else change.unaudited('what became of a delivery stands in the delivery log');
    return endpoint?.isDisabled ?? false;
  });
}

/** Marks a delivery as abandoned. */
export async function abandonDelivery(parts: ChangeParts, { deliveryUid }: DeliveryRef): Promise<void> {
  await runOwnChange(parts, 'webhook delivery', 'webhookDelivery.abandon', async change => {
    change.unaudited('what became of a delivery stands in the delivery log');
    await markAbandoned(change.tx, deliveryUid, change.now);
  });
}
