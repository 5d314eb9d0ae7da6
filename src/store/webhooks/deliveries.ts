// SQL text: every attempt of a delivery reads and writes these, each in one statement. Objection: what isn't
// part of every attempt.
import type { Permission } from '../../domain/access/permissions';
import type { AuthorizationStatus } from '../../domain/authorizations/authorization-status';
import type { ClinicalDataAdded, ClinicalDataWithdrawn } from '../../domain/events/clinical-data';
import type { ResearchCompleted } from '../../domain/events/research';
import type { Environment } from '../../domain/projects/project';
import type { SearchStatus } from '../../domain/searches/search';
import { failuresBeforeDisabling, placesMax } from '../../domain/webhooks/delivery-policy';
import { sentOnceEvents, type DeliveredEvent } from '../../domain/webhooks/classic';
import type { ReplacedSecret } from '../../domain/webhooks/signing-secrets';
import { firstUuidv7Of } from '../../platform/ids';
import type { Executor, Transaction } from '../database';
import { OutboxEventModel } from '../models/outbox';
import {
  WebhookAttemptModel,
  WebhookDeliveryModel,
  WebhookEndpointModel,
  type Channel,
  type WebhookAttemptRow,
  type WebhookDeliveryRow,
} from '../models/webhook';
import { named } from '../named';
import { insert, pick, selectList, update } from '../table';
import { expungeDelivery } from './log';
import { lockQueueOf, passOnPlace, unixMs, type QueuePlace } from './queue';

/** An attempt that was noted before, as its repeat finds it; instants in Unix milliseconds. */
export interface NotedAttempt {
  readonly number: number;
  readonly isRepeat: boolean;
  readonly startedAtMs: number;
  /** `null` while it is in progress, or if its worker stopped. */
  readonly endedAtMs: number | null;
  readonly httpStatus: number | null;
  readonly failure: string | null;
  /** `Retry-After`, as received. */
  readonly retryAfter: string | null;
}

/** A delivery with what an attempt needs. */
export interface DeliveryToAttempt {
  readonly uid: string;
  readonly status: WebhookDeliveryRow['status'];
  readonly attempts: number;
  /** The bytes of every attempt; `null` before the first. */
  readonly body: Buffer | null;
  readonly endpointUid: string;
  readonly companyUid: string;
  readonly environment: Environment;
  readonly expungedAt: Date | null;
  /** Whether it has one of the places of its endpoint. */
  readonly hasPlace: boolean;
  /** The attempt that was noted for the given time; `null` without one. */
  readonly noted: NotedAttempt | null;
  /** Whether the endpoint is disabled, or its owner is gone. */
  readonly isHeld: boolean;
  /** Whether the endpoint's owner still sees the project of the event. */
  readonly isSeen: boolean;
  readonly channel: Channel;
  /** `null`, unless it is a webhook. */
  readonly url: string | null;
  readonly ownerName: string;
  readonly ownerEmail: string;
  readonly sealedHeaders: string | null;
  readonly sendsStandardHeaders: boolean;
  readonly sealedSecret: string | null;
  readonly secret: string | null;
  readonly replacedSecrets: readonly ReplacedSecret[];
  readonly endpointCreatedAt: Date;
  /** The payload's fields are those that the owner's role may see. */
  readonly ownerPermissions: readonly Permission[];
  readonly eventType: DeliveredEvent;
  /** Whether its endpoint is now Classic. */
  readonly isClassic: boolean;
  /** The columns that Classic subscriptions select for this event; `null` without one. */
  readonly columns: readonly string[] | null;
  readonly changed: readonly string[];
  readonly searchStatus: SearchStatus | null;
  readonly authorizationStatus: AuthorizationStatus | null;
  readonly detail: ClinicalDataAdded | ClinicalDataWithdrawn | ResearchCompleted | null;
  readonly emittedAt: Date;
  readonly recordUid: string;
  readonly patientUid: string | null;
  /** The customer's project id; `null` outside any project. */
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly companyId: string;
  /** Of the company. */
  readonly timeZone: string;
}

const ofDelivery = [
  'uid',
  'status',
  'attempts',
  'body',
  'endpointUid',
  'companyUid',
  'expungedAt',
  'eventType',
  'recordUid',
] as const satisfies ReadonlyArray<keyof DeliveryToAttempt>;
const ofEndpoint = [
  'channel',
  'environment',
  'isClassic',
  'url',
  'sealedHeaders',
  'sendsStandardHeaders',
  'sealedSecret',
  'secret',
  'replacedSecrets',
] as const satisfies ReadonlyArray<keyof DeliveryToAttempt>;
const ofEvent = [
  'changed',
  'searchStatus',
  'authorizationStatus',
  'detail',
  'emittedAt',
  'patientUid',
] as const;

const find = named<DeliveryToAttempt, { uid: string; dueAt: Date | null; sentOnce: readonly string[] }>(`
  select ${selectList(WebhookDeliveryModel, 'd', ofDelivery)},
    ${selectList(WebhookEndpointModel, 'e', ofEndpoint)},
    e.disabled_at is not null or u.deleted_at is not null as "isHeld",
    o.project_uid is null or exists (select from membership m where m.uid = e.owner_membership_uid
      and m.ended_at is null and (m.sees_all_projects or exists (select from membership_project mp
        where mp.membership_uid = m.uid and mp.project_uid = o.project_uid))) as "isSeen",
    d.admitted_at is not null as "hasPlace",
    (select json_build_object('number', a.number, 'isRepeat', a.is_repeat,
        'startedAtMs', ${unixMs('a.started_at')}, 'endedAtMs', ${unixMs('a.ended_at')},
        'httpStatus', a.http_status, 'failure', a.failure, 'retryAfter', a.response_headers->>'retry-after')
      from webhook_attempt a where a.delivery_uid = d.uid
        and (a.due_at = :dueAt::timestamptz or d.event_type = any(:sentOnce::text[]))
      order by a.number desc limit 1) as noted,
    e.created_at as "endpointCreatedAt", s.columns, u.name as "ownerName", u.email as "ownerEmail",
    array(select rp.permission from membership m join role_permission rp on rp.role_uid = m.role_uid
      where m.uid = e.owner_membership_uid) as "ownerPermissions",
    ${selectList(OutboxEventModel, 'o', ofEvent)},
      p.id as "projectId", p.name as "projectName", c.id as "companyId", c.time_zone as "timeZone"
  from webhook_delivery d
  join webhook_endpoint e on e.uid = d.endpoint_uid
  left join webhook_classic_subscription s on s.endpoint_uid = d.endpoint_uid and s.event = d.event_type
  join app_user u on u.uid = e.owner_user_uid
  join outbox_event o on o.uid = d.event_uid
  left join project p on p.uid = o.project_uid
  join company c on c.uid = o.company_uid
  where d.uid = :uid
`);

/**
 * Returns a delivery, with the attempt that was noted for `dueAt`, or of an event that is sent once, for any.
 */
export async function findDelivery(
  executor: Executor,
  uid: string,
  dueAt: Date | null = null,
): Promise<DeliveryToAttempt | undefined> {
  return (await find.run(executor, { uid, dueAt, sentOnce: sentOnceEvents }))[0];
}

/** Counts the e-mails about events sent since an instant to a delivery's recipient. */
export async function countMailsSince(
  executor: Executor,
  { companyUid, endpointUid }: Pick<DeliveryToAttempt, 'companyUid' | 'endpointUid'>,
  since: Date,
): Promise<number> {
  return WebhookDeliveryModel.query(executor)
    .where({ company_uid: companyUid, endpoint_uid: endpointUid, status: 'succeeded' })
    .where('uid', '>=', firstUuidv7Of(since))
    .resultSize();
}

// The body is written once: if two workers build one, the first is kept, and the second worker sends that
// too. One that was expunged meanwhile doesn't come back. Of two workers that note an attempt for the same
// time, the unique key lets one.
const begin = named<
  { number: number; body: Buffer },
  { uid: string; body: Buffer; dueAt: Date | null; isRepeat: boolean; startedAt: Date }
>(`
  with delivery as (
    update webhook_delivery set body = coalesce(body, :body) where uid = :uid and expunged_at is null
      returning uid, body
  )
  ${insert(WebhookAttemptModel, {
    only: ['deliveryUid', 'number', 'dueAt', 'isRepeat', 'startedAt'],
    given: {
      deliveryUid: 'uid',
      number: '(select coalesce(max(number), 0) + 1 from webhook_attempt where delivery_uid = uid)',
    },
    from: 'delivery',
    onConflict: 'on conflict do nothing',
    returning: 'number, (select body from delivery) as body',
  })}
`);

/** An attempt to note. */
export interface AttemptNote {
  readonly uid: string;
  readonly body: Buffer;
  /** When it was due, which identifies it; `null` for a resent delivery. */
  readonly dueAt: Date | null;
  /** Whether it repeats one whose worker stopped. */
  readonly isRepeat: boolean;
}

/**
 * Notes an attempt before it is made.
 * @returns its number, and the bytes to send; undefined if another worker noted it first, or if the delivery
 * was expunged
 */
export async function beginAttempt(
  executor: Executor,
  note: AttemptNote,
  at: Date,
): Promise<{ readonly number: number; readonly body: Buffer } | undefined> {
  return (await begin.run(executor, { ...note, startedAt: at }))[0];
}

/** Removes the note of an attempt that a fault of ours prevented, so that it can be made. */
export async function forgetAttempt(
  executor: Executor,
  attempt: { readonly deliveryUid: string; readonly number: number },
): Promise<void> {
  await WebhookAttemptModel.query(executor)
    .deleteById([attempt.deliveryUid, attempt.number])
    .whereNull('ended_at');
}

/** The result of an attempt. */
export interface AttemptResult extends Pick<
  WebhookAttemptRow,
  'httpStatus' | 'failure' | 'failureDetail' | 'responseHeaders' | 'responseBody'
> {
  readonly durationMs: number;
  readonly isSuccess: boolean;
  /** Whether a success resets the endpoint's failure count. */
  readonly isCounted: boolean;
  /** Whether the endpoint gets half as many places, or else one more. */
  readonly isHung: boolean;
  /** Whether its place is passed on; a resent delivery has none. */
  readonly passesOn: boolean;
}

const resultNames = [
  'httpStatus',
  'failure',
  'failureDetail',
  'durationMs',
  'responseHeaders',
  'responseBody',
] as const satisfies ReadonlyArray<keyof AttemptResult>;

interface EndedAttempt extends AttemptResult {
  readonly deliveryUid: string;
  readonly number: number;
  readonly endedAt: Date;
}

// The delivery is locked before its attempt, as another worker that would note the same attempt does: the
// other way around, each would wait for the other.
const end = named<{ isExpunged: boolean }, EndedAttempt>(`
  with locked as materialized (
    select uid from webhook_delivery where uid = :deliveryUid for no key update
  ), attempt as (
    ${update(WebhookAttemptModel, {
      set: ['endedAt', ...resultNames],
      where: 'delivery_uid = (select uid from locked) and number = :number and ended_at is null',
      returning: 'delivery_uid',
    })}
  ), delivery as (
    update webhook_delivery set attempts = attempts + 1, last_http_status = :httpStatus,
      last_failure = :failure, updated_at = :endedAt,
      status = case when :isSuccess then 'succeeded' else status end,
      admitted_at = case when :isSuccess or :passesOn::boolean then null else admitted_at end,
      queued_at = case when :isSuccess or :passesOn::boolean then null else queued_at end
    where uid = (select delivery_uid from attempt) returning endpoint_uid, expunged_at
  ), learned as (
    select uid, :isSuccess and :isCounted::boolean and consecutive_failures > 0 as is_reset,
      case when :isHung::boolean then greatest(1, places / 2) else least(${placesMax}, places + 1) end
        as places
    from webhook_endpoint where uid = (select endpoint_uid from delivery)
  ), endpoint as (
    update webhook_endpoint e set places = l.places,
      consecutive_failures = case when l.is_reset then 0 else e.consecutive_failures end
    from learned l where e.uid = l.uid and (l.is_reset or l.places <> e.places)
  )
  select expunged_at is not null as "isExpunged" from delivery
`);

/**
 * Records the result of an attempt, and passes its place on to the next delivery in the same transaction. A
 * success clears the endpoint's failure count.
 * @returns how many deliveries were admitted
 */
export async function endAttempt(
  executor: Executor,
  attempt: QueuePlace & { readonly deliveryUid: string; readonly number: number },
  result: AttemptResult,
  at: Date,
): Promise<number> {
  return executor.transaction(async tx => {
    await lockQueueOf(tx, attempt.deliveryUid);
    const [ended] = await end.run(tx, {
      deliveryUid: attempt.deliveryUid,
      number: attempt.number,
      endedAt: at,
      ...pick(result, [...resultNames, 'isSuccess', 'isCounted', 'isHung', 'passesOn']),
    });
    // It was resent when it was expunged: the response must not be kept, nor what an inbox received.
    if (ended?.isExpunged === true) await expungeDelivery(tx, attempt.deliveryUid, at);
    return passOnPlace(tx, attempt, at);
  });
}

/** The endpoint of a failed delivery. */
export interface FailedEndpoint {
  readonly uid: string;
  readonly companyUid: string;
  /** The company's id. */
  readonly companyId: string;
  readonly environment: Environment;
  /** The number of failures in a row, this one included. */
  readonly failures: number;
  readonly isDisabled: boolean;
  /** Whether this delivery disabled it. */
  readonly isDisabledBy: boolean;
}

const fail = named<FailedEndpoint, { uid: string; at: Date }>(`
  with delivery as (
    update webhook_delivery set status = 'failed', updated_at = :at where uid = :uid and status = 'pending'
      returning endpoint_uid
  )
  update webhook_endpoint set consecutive_failures = consecutive_failures + 1, updated_at = :at,
    disabled_by = case when consecutive_failures + 1 >= ${failuresBeforeDisabling} and disabled_at is null
      then 'failures' else disabled_by end,
    disabled_at = case when consecutive_failures + 1 >= ${failuresBeforeDisabling} then coalesce(disabled_at,
      :at) else disabled_at end
  where uid = (select endpoint_uid from delivery) and channel = 'webhook'
  returning uid, company_uid as "companyUid", (select id from company where uid = company_uid) as "companyId",
    environment,
    consecutive_failures as failures, disabled_at is not null as "isDisabled",
    disabled_at is not distinct from :at::timestamptz as "isDisabledBy"
`);

/**
 * Marks a delivery as failed and counts it against its endpoint, once. A failed e-mail is a fault of ours and
 * isn't counted. @returns undefined if nothing was counted, or it already was
 */
export async function failDelivery(
  tx: Transaction,
  uid: string,
  at: Date,
): Promise<FailedEndpoint | undefined> {
  await lockQueueOf(tx, uid);
  return (await fail.run(tx, { uid, at }))[0];
}

const abandon = named<QueuePlace, { uid: string; at: Date }>(`
  update webhook_delivery set status = 'abandoned', queued_at = null, admitted_at = null, updated_at = :at
  where uid = :uid and status in ('pending', 'failed')
  returning endpoint_uid as "endpointUid", record_uid as "recordUid"
`);

/** Marks a delivery as abandoned, and passes its place on. */
export async function abandonDelivery(tx: Transaction, uid: string, at: Date): Promise<void> {
  await lockQueueOf(tx, uid);
  const [place] = await abandon.run(tx, { uid, at });
  if (place !== undefined) await passOnPlace(tx, place, at);
}
