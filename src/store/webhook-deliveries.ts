import type { Permission } from '../domain/access/permissions';
import type { EventType } from '../domain/events/event-types';
import { failuresBeforeDisabling } from '../domain/webhooks/delivery-policy';
import type { Executor, Transaction } from './database';
import { named } from './named';

/** A delivery with all that an attempt needs. */
export interface DeliveryToAttempt {
  readonly uid: string;
  readonly status: 'pending' | 'succeeded' | 'failed' | 'abandoned';
  readonly attempts: number;
  /** The bytes of every attempt; null before the first. */
  readonly body: Buffer | null;
  readonly endpointUid: string;
  /** The endpoint is disabled, or its owner is gone. */
  readonly isHeld: boolean;
  readonly url: string;
  readonly customHeaders: Readonly<Record<string, string>>;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Date | null;
  readonly endpointCreatedAt: Date;
  readonly endpointUpdatedAt: Date;
  /** What the owner's role may see decides over the fields of the payload. */
  readonly ownerPermissions: readonly Permission[];
  readonly eventType: EventType;
  readonly changed: readonly string[];
  readonly emittedAt: Date;
  readonly recordUid: string;
  readonly patientUid: string | null;
  /** The project and its company as the customer names them. */
  readonly projectId: string;
  readonly companyId: string;
}

const find = named<DeliveryToAttempt>(`
  select d.uid, d.status, d.attempts, d.body, d.endpoint_uid as "endpointUid",
    e.disabled_at is not null or u.deleted_at is not null as "isHeld", e.url, e.custom_headers as "customHeaders", e.secret, e.previous_secret as "previousSecret",
    e.previous_secret_until as "previousSecretUntil", e.created_at as "endpointCreatedAt", e.updated_at as "endpointUpdatedAt",
    array(select rp.permission from membership m join role_permission rp on rp.role_uid = m.role_uid
      where m.uid = e.owner_membership_uid) as "ownerPermissions",
    d.event_type as "eventType", o.changed, o.emitted_at as "emittedAt", d.record_uid as "recordUid",
    o.patient_uid as "patientUid", p.id as "projectId", c.id as "companyId"
  from webhook_delivery d
  join webhook_endpoint e on e.uid = d.endpoint_uid
  join app_user u on u.uid = e.owner_user_uid
  join outbox_event o on o.uid = d.event_uid
  join project p on p.uid = o.project_uid
  join company c on c.uid = o.company_uid
  where d.uid = ?
`);

/** The delivery of a workflow. */
export async function findDelivery(executor: Executor, uid: string): Promise<DeliveryToAttempt | undefined> {
  return (await find.run(executor, [uid]))[0];
}

// The body is written once: of two workers that built one, the second takes the first one's.
const begin = named<{ number: number; body: Buffer }>(`
  with delivery as (
    update webhook_delivery set body = coalesce(body, ?) where uid = ? returning uid, body
  )
  insert into webhook_attempt (delivery_uid, number, started_at)
  select uid, (select coalesce(max(number), 0) + 1 from webhook_attempt where delivery_uid = uid), ? from delivery
  returning number, (select body from delivery) as body
`);

/** Notes an attempt before it is made. @returns its number, and the bytes to send */
export async function beginAttempt(
  executor: Executor,
  uid: string,
  body: Buffer,
  at: Date,
): Promise<{ readonly number: number; readonly body: Buffer }> {
  const [row] = await begin.run(executor, [body, uid, at]);
  if (row === undefined) throw new Error('the delivery is gone');
  return row;
}

/** How an attempt ended. */
export interface AttemptResult {
  readonly httpStatus: number | null;
  /** The closed name of a failure without an answer. */
  readonly failure: string | null;
  readonly durationMs: number;
  readonly isSuccess: boolean;
}

const end = named<{ attempts: number }>(`
  with attempt as (
    update webhook_attempt set ended_at = ?, http_status = ?, failure = ?, duration_ms = ?
    where delivery_uid = ? and number = ? returning delivery_uid
  ), delivery as (
    update webhook_delivery set attempts = attempts + 1, last_http_status = ?, updated_at = ?,
      status = case when ? then 'succeeded' else status end
    where uid = ? returning endpoint_uid, attempts
  ), endpoint as (
    update webhook_endpoint set consecutive_failures = 0
    where ? and uid = (select endpoint_uid from delivery) and consecutive_failures > 0
  )
  select attempts from delivery
`);

/** Notes how an attempt ended; a success clears the endpoint's count of failures. @returns the attempts made */
export async function endAttempt(
  executor: Executor,
  attempt: { readonly deliveryUid: string; readonly number: number },
  result: AttemptResult,
  at: Date,
): Promise<number> {
  const [row] = await end.run(executor, [
    at,
    result.httpStatus,
    result.failure,
    result.durationMs,
    attempt.deliveryUid,
    attempt.number,
    result.httpStatus,
    at,
    result.isSuccess,
    attempt.deliveryUid,
    result.isSuccess,
  ]);
  return row?.attempts ?? 0;
}

/** The endpoint of a delivery that failed. */
export interface FailedEndpoint {
  readonly uid: string;
  readonly companyUid: string;
  readonly isDisabled: boolean;
  /** Whether it was this delivery that disabled it. */
  readonly isDisabledBy: boolean;
}

const fail = named<FailedEndpoint>(`
  with delivery as (
    update webhook_delivery set status = 'failed', updated_at = ? where uid = ? and status = 'pending' returning endpoint_uid
  )
  update webhook_endpoint set consecutive_failures = consecutive_failures + 1, updated_at = ?,
    disabled_at = case when consecutive_failures + 1 >= ${failuresBeforeDisabling} then coalesce(disabled_at, ?) else disabled_at end
  where uid = (select endpoint_uid from delivery)
  returning uid, company_uid as "companyUid", disabled_at is not null as "isDisabled",
    disabled_at is not distinct from ?::timestamptz as "isDisabledBy"
`);

/** Marks a delivery as failed and counts it against its endpoint, once. @returns undefined when it was counted already */
export async function failDelivery(
  tx: Transaction,
  uid: string,
  at: Date,
): Promise<FailedEndpoint | undefined> {
  return (await fail.run(tx, [at, uid, at, at, at]))[0];
}

const abandon = named(`
  update webhook_delivery set status = 'abandoned', updated_at = ? where uid = ? and status in ('pending', 'failed')
`);

/** Marks a delivery as abandoned. */
export async function abandonDelivery(tx: Transaction, uid: string, at: Date): Promise<void> {
  await abandon.run(tx, [at, uid]);
}

/** A line of the delivery log. */
export interface DeliveryLogEntry {
  readonly deliveryUid: string;
  readonly endpointUid: string;
  readonly eventType: EventType;
  readonly status: DeliveryToAttempt['status'];
  readonly attempts: number;
  readonly lastHttpStatus: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const log = named<DeliveryLogEntry>(`
  select d.uid as "deliveryUid", d.endpoint_uid as "endpointUid", d.event_type as "eventType", d.status, d.attempts,
    d.last_http_status as "lastHttpStatus", d.created_at as "createdAt", d.updated_at as "updatedAt"
  from webhook_delivery d
  where d.company_uid = ? and (?::uuid is null or d.endpoint_uid = ?::uuid)
  order by d.created_at desc, d.uid desc limit ?
`);

/** The latest deliveries of a company, or of one of its endpoints, newest first. */
export async function readDeliveryLog(
  executor: Executor,
  companyUid: string,
  options: { readonly endpointUid: string | undefined; readonly limit: number },
): Promise<DeliveryLogEntry[]> {
  const endpointUid = options.endpointUid ?? null;
  return log.run(executor, [companyUid, endpointUid, endpointUid, options.limit]);
}
