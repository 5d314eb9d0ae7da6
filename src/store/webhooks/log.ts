// SQL text: the log is planned for its filters each time, and its partitions are managed by functions.
// Objection: one delivery.
import type { DeliveredEvent } from '../../domain/webhooks/classic';
import { firstUuidv7Of } from '../../platform/ids';
import type { Executor, Transaction } from '../database';
import {
  WebhookAttemptModel,
  WebhookDeliveryModel,
  type Channel,
  type WebhookAttemptRow,
  type WebhookDeliveryRow,
} from '../models/webhook';
import { nilUid } from '../page';
import { named, plannedEachTime } from '../named';
import { columnsOf, selectList } from '../table';

export type { WebhookAttemptRow } from '../models/webhook';

/** A line of the delivery log: ids, names, and numbers, no patient data. */
export interface DeliveryLogEntry extends Pick<
  WebhookDeliveryRow,
  | 'endpointUid'
  | 'eventType'
  | 'recordUid'
  | 'status'
  | 'attempts'
  | 'lastHttpStatus'
  | 'lastFailure'
  | 'expungedAt'
  | 'createdAt'
  | 'updatedAt'
> {
  readonly deliveryUid: string;
  /** How it is sent. */
  readonly channel: Channel;
  /**
   * False while it waits for its endpoint to be enabled, or for the previous delivery about the same record.
   */
  readonly isReleased: boolean;
}

/** The filter for a company's deliveries; absent fields filter nothing. */
export interface DeliveryFilter {
  readonly endpointUid?: string | undefined;
  readonly status?: WebhookDeliveryRow['status'] | undefined;
  /** The last HTTP status. */
  readonly httpStatus?: number | undefined;
  readonly eventType?: DeliveredEvent | undefined;
  /** The record that the event is about: a patient's uid, a record request's. */
  readonly recordUid?: string | undefined;
  /** When the event happened, this instant included. */
  readonly since?: Date | undefined;
  /** When the event happened, this instant excluded. */
  readonly until?: Date | undefined;
  /** The last delivery of the previous page. */
  readonly afterUid?: string | undefined;
  readonly limit: number;
}

interface LogParams {
  readonly companyUid: string;
  readonly endpointUid: string | null;
  readonly status: WebhookDeliveryRow['status'] | null;
  readonly httpStatus: number | null;
  readonly eventType: DeliveredEvent | null;
  readonly recordUid: string | null;
  readonly firstUid: string;
  readonly beforeUid: string;
  readonly limit: number;
}

/**
 * The statement of the log, for the test of its plans. A delivery's uid is sorted by the time of its event.
 */
export const logStatement = plannedEachTime<DeliveryLogEntry, LogParams>(`
  select d.uid as "deliveryUid", e.channel, ${selectList(WebhookDeliveryModel, 'd', [
    'endpointUid',
    'eventType',
    'recordUid',
    'status',
    'isReleased',
    'attempts',
    'lastHttpStatus',
    'lastFailure',
    'expungedAt',
    'createdAt',
    'updatedAt',
  ])}
  from webhook_delivery d join webhook_endpoint e on e.uid = d.endpoint_uid
  where d.company_uid = :companyUid
    and (:recordUid::uuid is null or d.record_uid = :recordUid::uuid)
    and (:httpStatus::integer is null or d.last_http_status = :httpStatus::integer)
    and (:status::text is null or d.status = :status::text)
    and (:eventType::text is null or d.event_type = :eventType::text)
    and (:endpointUid::uuid is null or d.endpoint_uid = :endpointUid::uuid)
    and d.uid >= :firstUid and d.uid < :beforeUid
  order by d.uid desc limit :limit
`);

const lastUid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Lists the deliveries of a company that match a filter, newest event first. */
export async function readDeliveryLog(
  executor: Executor,
  companyUid: string,
  filter: DeliveryFilter,
): Promise<DeliveryLogEntry[]> {
  const { endpointUid = null, status = null, httpStatus = null, eventType = null } = filter;
  const { recordUid = null, since, until, afterUid = lastUid, limit } = filter;
  const firstUid = since === undefined ? nilUid : firstUuidv7Of(since);
  const untilUid = until === undefined ? lastUid : firstUuidv7Of(until);
  const beforeUid = afterUid < untilUid ? afterUid : untilUid;
  return logStatement.run(executor, {
    companyUid,
    endpointUid,
    status,
    httpStatus,
    eventType,
    recordUid,
    firstUid,
    beforeUid,
    limit,
  });
}

const loggedNames = [
  ...(['uid', 'companyUid', 'endpointUid', 'eventUid', 'eventType', 'recordUid', 'status'] as const),
  ...(['isReleased', 'attempts', 'lastHttpStatus', 'lastFailure', 'expungedAt'] as const),
  ...(['createdAt', 'updatedAt'] as const),
];

/** A delivery of a company in the log. */
export type LoggedDelivery = Pick<WebhookDeliveryRow, (typeof loggedNames)[number]>;

function logged(executor: Executor, companyUid: string, uid: string) {
  return WebhookDeliveryModel.query(executor)
    .select(columnsOf(WebhookDeliveryModel, loggedNames))
    .findById(uid)
    .where({ company_uid: companyUid });
}

/** Returns a delivery of a company. */
export async function findLoggedDelivery(
  executor: Executor,
  companyUid: string,
  uid: string,
): Promise<LoggedDelivery | undefined> {
  return logged(executor, companyUid, uid);
}

/** Locks a delivery of a company until the transaction ends. */
export async function lockDelivery(
  tx: Transaction,
  companyUid: string,
  uid: string,
): Promise<LoggedDelivery | undefined> {
  return logged(tx, companyUid, uid).forUpdate();
}

/**
 * Returns the bytes that each attempt of a delivery posts; `null` before the first, and if they were
 * expunged.
 */
export async function readDeliveryBody(executor: Executor, uid: string): Promise<Buffer | null> {
  return (await WebhookDeliveryModel.query(executor).select('body').findById(uid))?.body ?? null;
}

/** Lists the attempts of a delivery in order, with the receiver's responses. */
export async function readAttempts(executor: Executor, deliveryUid: string): Promise<WebhookAttemptRow[]> {
  return WebhookAttemptModel.query(executor).where({ delivery_uid: deliveryUid }).orderBy('number');
}

const expunge = named<never, { uid: string; at: Date }>(`
  with delivery as (
    update webhook_delivery set body = null, expunged_at = coalesce(expunged_at, :at), updated_at = :at
      where uid = :uid
      returning uid
  ), inbox as (
    delete from webhook_inbox where delivery_uid = :uid
  )
  update webhook_attempt set response_headers = null, response_body = null where delivery_uid in (select uid
    from delivery)
`);

/** Permanently removes the body of a delivery and all responses to it. */
export async function expungeDelivery(tx: Transaction, uid: string, at: Date): Promise<void> {
  await expunge.run(tx, { uid, at });
}

const ensure = named<{ made: number }, { monthsAhead: number }>(
  'select ensure_webhook_partitions(:monthsAhead) as made',
);
const drop = named<{ dropped: number }, { before: Date }>(
  'select drop_webhook_partitions(:before) as dropped',
);

/** Creates the partitions of the delivery log ahead of time. @returns how many */
export async function ensureLogPartitions(executor: Executor, monthsAhead: number): Promise<number> {
  return (await ensure.run(executor, { monthsAhead }))[0]?.made ?? 0;
}

/**
 * Drops the months of the delivery log that ended before an instant, which must be at least seven days ago.
 * @returns how many partitions
 */
export async function dropLogPartitions(executor: Executor, before: Date): Promise<number> {
  return (await drop.run(executor, { before }))[0]?.dropped ?? 0;
}
