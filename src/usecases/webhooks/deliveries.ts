import { groupOf, type EventGroup, type EventType } from '../../domain/events/event-types';
import type { ResearchCompleted } from '../../domain/events/research';
import type { FailedAttempt, MissedOnce } from '../../domain/webhooks/attempt-outcome';
import { groupOfClassic, isClassicName, isSentOnce, type ClassicEvent } from '../../domain/webhooks/classic';
import { failuresBeforeWarning, goneStatus, retryAfterMs } from '../../domain/webhooks/delivery-policy';
import { workflows } from '../../domain/workflows';
import type { Metrics } from '../../platform/metrics';
import type { Executor } from '../../store/database';
import { findPatientByUid } from '../../store/patients/patients';
import { findNote } from '../../store/record-requests/notes';
import { findRecordRequestByUid } from '../../store/record-requests/record-requests';
import { findSite } from '../../store/sites/sites';
import {
  beginAttempt,
  endAttempt,
  findDelivery,
  hasAttempt,
  abandonDelivery as markAbandoned,
  failDelivery as markFailed,
  type DeliveryToAttempt,
  type FailedEndpoint,
} from '../../store/webhooks/deliveries';
import { disableEndpoint, lockEndpoint } from '../../store/webhooks/endpoints';
import { releaseNextDelivery } from '../../store/webhooks/fan-out';
import { buildClassicPayload } from '../../webhooks/classic-payload';
import { buildPayload, type DataSources, type CompletedResearch } from '../../webhooks/payload';
import { resource, runOwnChange, type ChangeParts } from '../change';
import { mailEvent, mailTextOf, type MailedDelivery, type MailParts } from '../notifications/event-mail';
import { postAttempt, type PostOutcome, type PostParts, type PostTarget } from './attempts';
import { storedSecretsOf } from './endpoint-secrets';
import { notifyOwner } from './notices';

/** The dependencies of an attempt. */
export interface AttemptParts extends ChangeParts, PostParts, MailParts {
  readonly metrics: Metrics;
}

/** A delivery, by its id. */
interface DeliveryRef {
  readonly deliveryUid: string;
}

/**
 * The outcome of an attempt: `held` if the endpoint is disabled or its owner is gone, `busy` if too many
 * attempts to it are in progress. A plain `failed` only comes from earlier releases.
 */
export type AttemptOutcome = 'succeeded' | 'failed' | FailedAttempt | MissedOnce | 'held' | 'busy' | 'over';

function targetOf(delivery: DeliveryToAttempt): PostTarget {
  const { companyUid, endpointUid, url, sealedHeaders, sendsStandardHeaders } = delivery;
  const secrets = storedSecretsOf({ ...delivery, createdAt: delivery.endpointCreatedAt });
  return { companyUid, endpointUid, url, sealedHeaders, sendsStandardHeaders, secrets };
}

/** Disables the endpoint of a delivery that was answered with 410, and notifies its owner; once. */
async function disableGone(parts: ChangeParts, delivery: DeliveryToAttempt): Promise<void> {
  await runOwnChange(parts, 'webhook delivery', 'webhookEndpoint.disable', async change => {
    const { companyUid, companyId, environment, endpointUid: uid } = delivery;
    const endpoint = await lockEndpoint(change.tx, companyUid, uid);
    if (endpoint?.disabledAt !== null) return change.unaudited('the endpoint is already disabled or deleted');
    await disableEndpoint(change.tx, uid, 'gone', change.now);
    const { consecutiveFailures: failures } = endpoint;
    const about = { kind: 'gone', failures, deliveryUid: delivery.uid } as const;
    await notifyOwner(change, { uid, companyId, environment }, about);
    return change.audit(resource('webhookEndpoint', endpoint), 'webhookEndpoint.disable', {
      by: 'gone',
      failures,
    });
  });
}

/** Whether a delivery is sent by e-mail, which supports named events only. */
function isMailed(delivery: DeliveryToAttempt): delivery is MailedDelivery {
  return delivery.channel === 'email';
}

/** An attempt as the log stores it. */
interface NotedAttempt extends PostOutcome {
  /** From 1. */
  readonly number: number;
}

async function post(parts: AttemptParts, delivery: DeliveryToAttempt, body: Buffer): Promise<NotedAttempt> {
  const { db, clock } = parts;
  const attempt = await beginAttempt(db, delivery.uid, body, clock.now());
  const isCounted = !isSentOnce(delivery.eventType);
  const { uid: deliveryUid, eventType } = delivery;
  const message = { deliveryUid, eventType, isNamed: isCounted, body: attempt.body };
  const result = isMailed(delivery)
    ? await mailEvent(parts, delivery, attempt.body)
    : await postAttempt(parts, targetOf(delivery), message);
  const at = clock.now();
  const ended = { deliveryUid, number: attempt.number };
  const made = await endAttempt(db, ended, { ...result, isCounted }, at);
  if (result.httpStatus === goneStatus && isCounted) await disableGone(parts, delivery);
  // A separate statement, after the attempt is recorded: either a concurrent fan-out sees the attempt, or
  // this statement sees its deliveries.
  const released = made === 1 ? await releaseNextDelivery(db, delivery, at) : 0;
  if (released > 0) parts.nudgeOutbox();
  parts.metrics.webhookAttempts.inc({
    outcome: result.isSuccess ? 'succeeded' : (result.failure ?? 'refused'),
  });
  return { ...result, number: attempt.number };
}

function outcomeOf(result: NotedAttempt, at: Date): AttemptOutcome {
  if (result.isSuccess) return 'succeeded';
  const askedMs = retryAfterMs(result.responseHeaders?.['retry-after'], at);
  return { outcome: 'failed', answer: answerOf(result), retryAfterMs: askedMs, number: result.number };
}

function answerOf({ httpStatus, failure }: PostOutcome): string {
  return httpStatus === null ? (failure ?? 'no answer') : `HTTP ${httpStatus}`;
}

/**
 * An endpoint without a response for this long counts as hanging. An unreachable name or address takes
 * longer.
 */
const hangsAfterMs = 2_000;

/** Whether an attempt hung: no response, and not right away. */
function isHung({ httpStatus, isSuccess, durationMs }: PostOutcome): boolean {
  return !isSuccess && httpStatus === null && durationMs >= hangsAfterMs;
}

/**
 * Abandons a delivery: one that is sent once and wasn't acknowledged (HOOK-29), or an e-mail that must not be
 * sent.
 */
async function miss(
  parts: ChangeParts,
  deliveryUid: string,
  answer: string,
  wasAttempted: boolean,
): Promise<MissedOnce> {
  await abandonDelivery(parts, { deliveryUid });
  return { outcome: 'missed', answer, wasAttempted };
}

/**
 * Makes one attempt of a delivery: builds the body if it is the first one, records the attempt, signs the
 * bytes, posts them, records the result, and releases the next event of the same record. An attempt whose
 * worker dies stays in the log without an end; the next one has its own number and the same delivery id. An
 * event that is sent once has no next one, so that its receiver, who couldn't recognize a repeat, never gets
 * one (HOOK-29).
 */
export async function attemptDelivery(
  parts: AttemptParts,
  { deliveryUid }: DeliveryRef,
): Promise<AttemptOutcome> {
  const delivery = await findDelivery(parts.db, deliveryUid);
  if (delivery === undefined || delivery.status === 'succeeded' || delivery.status === 'abandoned')
    return 'over';
  if (delivery.isHeld) return 'held';
  const isOnce = isSentOnce(delivery.eventType);
  if (isOnce && (await hasAttempt(parts.db, deliveryUid))) return miss(parts, deliveryUid, 'unknown', true);
  const body = isMailed(delivery) ? await mailTextOf(parts, delivery) : await bodyOf(parts.db, delivery);
  if (body === undefined) return miss(parts, deliveryUid, 'not mailed', false);
  const slot = await parts.egress.runInSlot(delivery.endpointUid, () => post(parts, delivery, body), isHung);
  if (!slot.ran) return 'busy';
  if (isOnce && !slot.value.isSuccess) return miss(parts, deliveryUid, answerOf(slot.value), true);
  return outcomeOf(slot.value, parts.clock.now());
}

/**
 * Resends a finished delivery: the same bytes, one attempt, logged like any other. A failure doesn't count; a
 * success does.
 * @returns the result; `gone` if it was expunged or its event is no longer kept
 */
export async function resendDelivery(
  parts: AttemptParts,
  { deliveryUid }: DeliveryRef,
): Promise<PostOutcome | 'held' | 'busy' | 'gone'> {
  const delivery = await findDelivery(parts.db, deliveryUid);
  if (delivery === undefined || delivery.expungedAt !== null) return 'gone';
  if (delivery.isHeld) return 'held';
  const body = await bodyOf(parts.db, delivery);
  const slot = await parts.egress.runInSlot(delivery.endpointUid, () => post(parts, delivery, body), isHung);
  if (!slot.ran) return 'busy';
  if (slot.value.isSuccess && delivery.status === 'failed') await endFailed(parts, delivery);
  return slot.value;
}

/**
 * Signals success to the workflow of a failed delivery, which waits for a manual retry until its time is up.
 */
async function endFailed(parts: ChangeParts, delivery: DeliveryToAttempt): Promise<void> {
  await runOwnChange(parts, 'webhook delivery', 'webhookDelivery.retry', async change => {
    change.unaudited('the delivery log records the result of a delivery');
    const { uid: deliveryUid, emittedAt, companyId: company, environment, eventType: kind } = delivery;
    const input = { deliveryUid, emittedAtMs: emittedAt.getTime() };
    await change.signal(workflows.webhookDelivery, 'retryNow', input, { company, environment, kind });
  });
}

/**
 * Returns the notice to the owner after another failed delivery: a warning first, then that the endpoint is
 * disabled.
 */
function noticeOf({
  isDisabledBy,
  isDisabled,
  failures,
}: FailedEndpoint): 'warning' | 'disabled' | undefined {
  if (isDisabledBy) return 'disabled';
  return !isDisabled && failures === failuresBeforeWarning ? 'warning' : undefined;
}

/**
 * Marks a delivery as failed and counts it against its endpoint, once. Only the failure that disables the
 * endpoint writes an audit row; the others are in the delivery log.
 * @returns whether the endpoint is now disabled
 */
export async function failDelivery(parts: ChangeParts, { deliveryUid }: DeliveryRef): Promise<boolean> {
  return runOwnChange(parts, 'webhook delivery', 'webhookEndpoint.disable', async change => {
    const endpoint = await markFailed(change.tx, deliveryUid, change.now);
    const kind = endpoint === undefined ? undefined : noticeOf(endpoint);
    if (endpoint !== undefined && kind !== undefined)
      await notifyOwner(change, endpoint, { kind, failures: endpoint.failures, deliveryUid });
    if (endpoint?.isDisabledBy === true)
      await change.audit(resource('webhookEndpoint', endpoint), 'webhookEndpoint.disable', {
        by: 'failures',
        failures: endpoint.failures,
      });
    else change.unaudited('the delivery log records the result of a delivery');
    return endpoint?.isDisabled ?? false;
  });
}

/** Marks a delivery as abandoned. */
export async function abandonDelivery(parts: ChangeParts, { deliveryUid }: DeliveryRef): Promise<void> {
  await runOwnChange(parts, 'webhook delivery', 'webhookDelivery.abandon', async change => {
    change.unaudited('the delivery log records the result of a delivery');
    await markAbandoned(change.tx, deliveryUid, change.now);
  });
}

/**
 * The envelope of a delivery. An upgraded endpoint still gets events in the Classic envelope that only
 * Classic has a name for.
 */
type Named =
  | { readonly kind: 'classic'; readonly event: ClassicEvent }
  | { readonly kind: 'named'; readonly event: EventType };

function nameOf({ eventType, isClassic }: DeliveryToAttempt): Named {
  if (isClassicName(eventType)) return { kind: 'classic', event: eventType };
  if (isClassic && eventType === 'recordRequest.followUpDue') return { kind: 'classic', event: eventType };
  return { kind: 'named', event: eventType };
}

async function researchOf(
  db: Executor,
  { companyUid, companyId, environment, recordUid }: DeliveryToAttempt,
  { url }: ResearchCompleted,
): Promise<CompletedResearch> {
  const found = await findSite(db, { companyUid, environment }, recordUid);
  if (found === undefined) throw new Error("the event's site doesn't exist");
  return { companyId, siteUid: found.site.uid, siteName: found.site.name, url };
}

async function sourcesOf(db: Executor, delivery: DeliveryToAttempt, group: EventGroup): Promise<DataSources> {
  const { patientUid, recordUid, projectId, projectName, companyId, searchStatus, detail } = delivery;
  const isResearch = detail !== null && 'url' in detail;
  const recordRequest = group === 'recordRequest' ? await findRecordRequestByUid(db, recordUid) : undefined;
  const note = group === 'note' ? await findNote(db, recordUid) : undefined;
  const isOfPatient = recordRequest === undefined && note === undefined && patientUid !== null;
  const patient = isOfPatient ? await findPatientByUid(db, patientUid) : undefined;
  return {
    searchStatus,
    patient,
    recordRequest,
    note,
    detail: isResearch ? null : detail,
    research: isResearch ? await researchOf(db, delivery, detail) : undefined,
    project:
      projectId === null || projectName === null
        ? undefined
        : { id: projectId, name: projectName, companyId },
    ownerPermissions: new Set(delivery.ownerPermissions),
  };
}

/**
 * Returns the bytes of a delivery: those of its first attempt, or, before it, built from the current state.
 */
async function bodyOf(db: Executor, delivery: DeliveryToAttempt): Promise<Buffer> {
  if (delivery.body !== null) return delivery.body;
  const { uid: deliveryUid, emittedAt, changed, columns } = delivery;
  const name = nameOf(delivery);
  if (name.kind === 'classic') {
    const sources = await sourcesOf(db, delivery, groupOfClassic(name.event));
    const facts = { deliveryUid, eventType: name.event, emittedAt, changed, columns: columns ?? [] };
    return buildClassicPayload({ ...sources, ...facts });
  }
  const sources = await sourcesOf(db, delivery, groupOf(name.event));
  return buildPayload({ ...sources, deliveryUid, eventType: name.event, emittedAt, changed });
}
