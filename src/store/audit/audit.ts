// SQL text: a row is added on almost every request, and the trail is read in long pages over its partitions.
import type { Executor } from '../database';
import { AuditEventModel, type AuditEvent } from '../models/audit-event';
import { named } from '../named';
import { readPeriod, type Period, type PeriodPage } from '../period';
import { insert, selectList, valuesOf } from '../table';

export type { AuditEvent } from '../models/audit-event';

const insertRow = named<never, AuditEvent>(insert(AuditEventModel));

/** Appends a row; in the transaction of the change it tells of, or on its own for a read. */
export async function insertAuditEvent(executor: Executor, event: AuditEvent): Promise<void> {
  await insertRow.run(executor, valuesOf(AuditEventModel, event));
}

const page = named<AuditEvent, PeriodPage>(`
  select ${selectList(AuditEventModel, 'a')} from audit_event a
  where a.occurred_at >= :from and a.occurred_at < :until
    and (:companyUid::uuid is null or a.company_uid = :companyUid::uuid)
    and (a.occurred_at, a.uid) > (:afterOccurredAt, :afterUid::uuid)
  order by a.occurred_at, a.uid
  limit :limit
`);

/** Reads the trail of a period in order, in pages. */
export function readAuditTrail(executor: Executor, period: Period): AsyncGenerator<AuditEvent> {
  return readPeriod(executor, period, page);
}

/** A row of the trail, with what people call its company and its customer. */
export interface ListedAuditEvent extends AuditEvent {
  readonly companyId: string | null;
  readonly userEmail: string | null;
}

/** Which rows of the trail are looked at. */
export interface AuditFilter {
  readonly from: Date;
  readonly until: Date;
  readonly companyUid: string | undefined;
  /** Who acted: an operator by name, a customer by uid; either will do. */
  readonly actor: { readonly name: string; readonly uid: string | undefined } | undefined;
  readonly resourceUid: string | undefined;
  /** Before which row the page begins. */
  readonly before: { readonly occurredAt: Date; readonly uid: string };
  readonly limit: number;
}

interface ListParams {
  readonly from: Date;
  readonly until: Date;
  readonly companyUid: string | null;
  readonly actorName: string | null;
  readonly actorUid: string | null;
  readonly resourceUid: string | null;
  readonly beforeOccurredAt: Date;
  readonly beforeUid: string;
  readonly limit: number;
}

// The period bounds what is read, and names the partitions; within it the primary key gives the order.
const listed = named<ListedAuditEvent, ListParams>(`
  select ${selectList(AuditEventModel, 'a')}, c.id as "companyId", u.email as "userEmail"
  from audit_event a
  left join company c on c.uid = a.company_uid
  left join app_user u on u.uid = a.actor_uid
  where a.occurred_at >= :from and a.occurred_at < :until
    and (:companyUid::uuid is null or a.company_uid = :companyUid::uuid)
    and (:resourceUid::uuid is null or a.resource_uid = :resourceUid::uuid)
    and (:actorName::text is null or a.actor_name = :actorName::text or a.actor_uid = :actorUid::uuid)
    and (a.occurred_at, a.uid) < (:beforeOccurredAt, :beforeUid::uuid)
  order by a.occurred_at desc, a.uid desc
  limit :limit
`);

/** Rows of the trail of a period, the newest first. */
export async function listAuditEvents(
  executor: Executor,
  { companyUid, actor, resourceUid, before, ...period }: AuditFilter,
): Promise<ListedAuditEvent[]> {
  return listed.run(executor, {
    ...period,
    companyUid: companyUid ?? null,
    resourceUid: resourceUid ?? null,
    actorName: actor?.name ?? null,
    actorUid: actor?.uid ?? null,
    beforeOccurredAt: before.occurredAt,
    beforeUid: before.uid,
  });
}

const ensure = named<{ made: number }, { monthsAhead: number }>(
  'select ensure_audit_partitions(:monthsAhead) as made',
);

/** Makes the monthly partitions of the trail ahead of time. @returns how many were new */
export async function ensureAuditPartitions(executor: Executor, monthsAhead: number): Promise<number> {
  return (await ensure.run(executor, { monthsAhead }))[0]?.made ?? 0;
}

/** Something that happened with a record. */
export interface TrailEntry extends Pick<AuditEvent, 'occurredAt' | 'event' | 'actorKind'> {
  /** Of a customer's user; null for the delivery team and the service. */
  readonly userName: string | null;
}

// A record that is polled has very many rows of looks: so many of the latest are gone through, and no more.
const lookedThroughMax = 5_000;

const ofRecord = named<
  TrailEntry,
  { companyUid: string; resourceUid: string; events: readonly string[]; limit: number }
>(`
  select e.occurred_at as "occurredAt", e.event, e.actor_kind as "actorKind", u.name as "userName"
  from (
    select a.uid, a.occurred_at, a.event, a.actor_kind, a.actor_uid, a.company_uid, a.outcome
      from audit_event a
    where a.resource_uid = :resourceUid order by a.occurred_at desc limit ${lookedThroughMax}
  ) e
  left join app_user u on u.uid = e.actor_uid
  where e.company_uid = :companyUid and e.outcome = 'success' and e.event = any(:events::text[])
  order by e.occurred_at desc, e.uid desc limit :limit
`);

/**
 * The latest of these events about a record of a company, the latest first; of its last 5,000 rows of the
 * trail.
 */
export async function listTrailOf(
  executor: Executor,
  { uid: resourceUid, companyUid }: Readonly<Record<'uid' | 'companyUid', string>>,
  events: readonly string[],
  limit: number,
): Promise<TrailEntry[]> {
  return ofRecord.run(executor, { companyUid, resourceUid, events, limit });
}
