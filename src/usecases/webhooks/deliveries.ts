import { groupOf, type EventGroup, type EventType } from '../../domain/events/event-types';
import type { ResearchCompleted } from '../../domain/events/research';
import type { FailedAttempt, MissedOnce } from '../../domain/webhooks/attempt-outcome';
import { groupOfClassic, isClassicName, isSentOnce, type ClassicEvent } from '../../domain/webhooks/classic';
import {
  attemptLifeMs,
  failuresBeforeWarning,
  goneStatus,
  hangsAfterMs,
  isAcknowledged,
  retryAfterMs,
} from '../../domain/webhooks/delivery-policy';
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
  forgetAttempt,
  abandonDelivery as markAbandoned,
  failDelivery as markFailed,
  type AttemptNote,
  type DeliveryToAttempt,
  type FailedEndpoint,
  type NotedAttempt,
} from '../../store/webhooks/deliveries';
import { disableEndpoint, lockEndpoint } from '../../store/webhooks/endpoints';
import { takePlace } from '../../store/webhooks/queue';
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

/** An attempt of a delivery, as its workflow orders it. */
export interface AttemptOrder extends DeliveryRef {
  /**
   * When it is due, in Unix milliseconds: an attempt is made once for each time. Workflows of earlier
   * releases give none; their attempts are made at once, and without a place.
   */
  readonly dueAt?: number | undefined;
}

/**
 * The outcome of an attempt: `held` if the endpoint is disabled or its owner is gone, and `queued` if the
 * endpoint has no free place; the workflow then waits for the signal `admitted`. A plain `failed` and `busy`
 * only come from earlier releases.
 */
export type AttemptOutcome =
  'succeeded' | 'failed' | FailedAttempt | MissedOnce | 'held' | 'queued' | 'busy' | 'over';

/** An attempt that can't be decided now: it isn't due, or another worker is making it. Nothing was sent. */
export class AttemptNotNow extends Error {
  override name = 'AttemptNotNow';
  constructor(
    message: string,
    /** When to ask again, in milliseconds. */
    readonly retryInMs: number,
  ) {
    super(message);
  }
}

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
interface MadeAttempt extends PostOutcome {
  /** From 1. */
  readonly number: number;
}

/** Whether an attempt hung: no response, and not right away. */
function isHung({ httpStatus, isSuccess, durationMs }: PostOutcome): boolean {
  return !isSuccess && httpStatus === null && durationMs >= hangsAfterMs;
}

/** Records the result of an attempt, and passes its place on. */
async function endNoted(
  parts: AttemptParts,
  delivery: DeliveryToAttempt,
  { number, ...result }: MadeAttempt,
  passesOn: boolean,
): Promise<void> {
  const { uid: deliveryUid, endpointUid, recordUid } = delivery;
  const isCounted = !isSentOnce(delivery.eventType);
  // First of all, so that a receiver that is gone gets no other delivery.
  if (result.httpStatus === goneStatus && isCounted) await disableGone(parts, delivery);
  const ended = { ...result, isCounted, isHung: isHung(result), passesOn };
  const attempt = { deliveryUid, endpointUid, recordUid, number };
  const admitted = await endAttempt(parts.db, attempt, ended, parts.clock.now());
  if (admitted > 0) parts.nudgeOutbox();
  parts.metrics.webhookAttempts.inc({
    outcome: result.isSuccess ? 'succeeded' : (result.failure ?? 'refused'),
  });
}

/**
 * Notes an attempt, posts it, and records its result. A fault of ours removes the note, because nothing was
 * posted.
 * @returns undefined if another worker noted it first, or if the delivery was expunged
 */
async function post(
  parts: AttemptParts,
  delivery: DeliveryToAttempt,
  note: Omit<AttemptNote, 'uid'>,
): Promise<MadeAttempt | undefined> {
  const { uid: deliveryUid, eventType } = delivery;
  const begun = await beginAttempt(parts.db, { uid: deliveryUid, ...note }, parts.clock.now());
  if (begun === undefined) return undefined;
  const { number, body } = begun;
  const message = { deliveryUid, eventType, isNamed: !isSentOnce(eventType), body };
  const made = isMailed(delivery)
    ? mailEvent(parts, delivery, body)
    : postAttempt(parts, targetOf(delivery), message);
  const result = await made.catch(async (error: unknown) => {
    await forgetAttempt(parts.db, { deliveryUid, number });
    throw error;
  });
  const attempt = { ...result, number };
  await endNoted(parts, delivery, attempt, note.dueAt !== null);
  return attempt;
}

function outcomeOf(result: MadeAttempt, at: Date): AttemptOutcome {
  if (result.isSuccess) return 'succeeded';
  const askedMs = retryAfterMs(result.responseHeaders?.['retry-after'], at);
  return { outcome: 'failed', answer: answerOf(result), retryAfterMs: askedMs, number: result.number };
}

function answerOf({ httpStatus, failure }: Pick<NotedAttempt, 'httpStatus' | 'failure'>): string {
  return httpStatus === null ? (failure ?? 'no answer') : `HTTP ${httpStatus}`;
}

/**
 * Abandons a delivery: one that is sent once and wasn't acknowledged (HOOK-29), an e-mail that must not be
 * sent, or one about a project that its owner no longer sees (HOOK-6).
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

/** Whether an attempt succeeded; one that isn't a POST has no status. */
function isSucceeded({ httpStatus, failure }: NotedAttempt): boolean {
  return failure === null && (httpStatus === null || isAcknowledged(httpStatus));
}

/**
 * Returns the outcome of an attempt that was noted before, or undefined if it must be repeated: once, because
 * its worker stopped. The outcome of a repeat whose worker stopped too is a failure.
 * @throws AttemptNotNow while another worker may still be making it
 */
async function outcomeOfNoted(
  parts: AttemptParts,
  delivery: DeliveryToAttempt,
  noted: NotedAttempt,
): Promise<AttemptOutcome | undefined> {
  const { number, endedAtMs, retryAfter, isRepeat } = noted;
  const isOnce = isSentOnce(delivery.eventType);
  if (endedAtMs !== null) {
    if (isSucceeded(noted)) return 'succeeded';
    if (isOnce) return miss(parts, delivery.uid, answerOf(noted), true);
    const askedMs = retryAfterMs(retryAfter ?? undefined, new Date(endedAtMs));
    return { outcome: 'failed', answer: answerOf(noted), retryAfterMs: askedMs, number };
  }
  const leftMs = noted.startedAtMs + attemptLifeMs - parts.clock.now().getTime();
  if (leftMs > 0) throw new AttemptNotNow('Another worker is making this attempt.', Math.min(leftMs, 2_000));
  if (isOnce) return miss(parts, delivery.uid, 'unknown', true);
  if (!isRepeat) return undefined;
  await endNoted(parts, delivery, { ...interrupted, number }, true);
  return { outcome: 'failed', answer: answerOf(interrupted), retryAfterMs: null, number };
}

const interrupted: PostOutcome = {
  isSuccess: false,
  httpStatus: null,
  failure: 'interrupted',
  failureDetail: null,
  durationMs: 0,
  responseHeaders: null,
  responseBody: null,
};

/** Builds the body if this is the first attempt, and makes the attempt. */
async function makeAttempt(
  parts: AttemptParts,
  delivery: DeliveryToAttempt,
  dueAt: Date | null,
): Promise<AttemptOutcome> {
  const body = isMailed(delivery) ? await mailTextOf(parts, delivery) : await bodyOf(parts.db, delivery);
  if (body === undefined) return miss(parts, delivery.uid, 'not mailed', false);
  const made = await post(parts, delivery, { body, dueAt, isRepeat: delivery.noted !== null });
  if (made === undefined) throw new AttemptNotNow('Another worker is making this attempt.', 2_000);
  if (isSentOnce(delivery.eventType) && !made.isSuccess)
    return miss(parts, delivery.uid, answerOf(made), true);
  return outcomeOf(made, parts.clock.now());
}

/** How far the clocks of two machines may differ, in milliseconds. */
const clockSkewMaxMs = 1_000;

/**
 * Makes one attempt of a delivery, once for each time that it was due, however often it is called: it is
 * noted before it is posted, and a call that finds it noted returns its outcome. It needs one of the places
 * of its endpoint; without one, the delivery is queued. If the worker stops after the note, the attempt is
 * repeated once, with its own number and the same delivery id. An event that is sent once isn't repeated, so
 * that its receiver, who couldn't recognize a repeat, never gets one (HOOK-29).
 * @throws AttemptNotNow if it isn't due, or another worker may still be making it
 */
export async function attemptDelivery(parts: AttemptParts, order: AttemptOrder): Promise<AttemptOutcome> {
  const { deliveryUid } = order;
  const now = parts.clock.now();
  const dueAt = order.dueAt === undefined ? null : new Date(order.dueAt);
  const earlyMs = (order.dueAt ?? 0) - now.getTime();
  if (earlyMs > clockSkewMaxMs) throw new AttemptNotNow("This attempt isn't due yet.", earlyMs);
  const delivery = await findDelivery(parts.db, deliveryUid, dueAt);
  if (delivery === undefined) return 'over';
  const known = delivery.noted === null ? undefined : await outcomeOfNoted(parts, delivery, delivery.noted);
  if (known !== undefined) return known;
  if (delivery.status === 'succeeded' || delivery.status === 'abandoned') return 'over';
  if (!delivery.isSeen) return miss(parts, deliveryUid, 'its owner no longer sees the project', false);
  if (dueAt === null) return delivery.isHeld ? 'held' : makeAttempt(parts, delivery, now);
  const place = { uid: deliveryUid, endpointUid: delivery.endpointUid };
  const isAdmitted =
    (delivery.hasPlace && !delivery.isHeld) || (await takePlace(parts.db, place, dueAt, now));
  if (!isAdmitted) {
    parts.nudgeOutbox();
    return delivery.isHeld ? 'held' : 'queued';
  }
  try {
    return await makeAttempt(parts, delivery, dueAt);
  } catch (error) {
    // A delivery that we can't send must not keep its place from the others until it is abandoned.
    if (!(error instanceof AttemptNotNow))
      await takePlace(parts.db, place, parts.clock.now(), parts.clock.now()).catch(() => undefined);
    throw error;
  }
}

/**
 * Resends a finished delivery: the same bytes, one attempt, logged like any other. It needs no place. A
 * failure doesn't count; a success does.
 * @returns the result; `gone` if it was expunged, its event is no longer kept, or its owner no longer sees
 * the project
 */
export async function resendDelivery(
  parts: AttemptParts,
  { deliveryUid }: DeliveryRef,
): Promise<PostOutcome | 'held' | 'gone'> {
  const delivery = await findDelivery(parts.db, deliveryUid);
  if (delivery === undefined || delivery.expungedAt !== null || !delivery.isSeen) return 'gone';
  if (delivery.isHeld) return 'held';
  const body = await bodyOf(parts.db, delivery);
  const made = await post(parts, delivery, { body, dueAt: null, isRepeat: false });
  if (made === undefined) throw new Error('the delivery is being resent or expunged');
  if (made.isSuccess && delivery.status === 'failed') await endFailed(parts, delivery);
  return made;
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
  const { patientUid, recordUid, projectId, projectName, companyId, detail } = delivery;
  const isResearch = detail !== null && 'url' in detail;
  const recordRequest = group === 'recordRequest' ? await findRecordRequestByUid(db, recordUid) : undefined;
  const note = group === 'note' ? await findNote(db, recordUid) : undefined;
  const isOfPatient = recordRequest === undefined && note === undefined && patientUid !== null;
  const patient = isOfPatient ? await findPatientByUid(db, patientUid) : undefined;
  return {
    searchStatus: delivery.searchStatus,
    authorizationStatus: delivery.authorizationStatus,
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
