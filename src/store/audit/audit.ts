// SQL text: almost every request adds a row, and the log is read in long pages across its partitions.
import type { SearchKind } from '../../domain/searches/search';
import type { Executor } from '../database';
import { AuditEventModel, type AuditEvent } from '../models/audit-event';
import { named } from '../named';
import { readPeriod, type Period, type PeriodPage } from '../period';
import { insert, selectList, valuesOf } from '../table';

export type { AuditEvent } from '../models/audit-event';

const insertRow = named<never, AuditEvent>(insert(AuditEventModel));

/** Appends a row, in the transaction of its change, or separately for a read. */
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

/** Reads the audit log of a period in order, in pages. */
export function readAuditTrail(executor: Executor, period: Period): AsyncGenerator<AuditEvent> {
  return readPeriod(executor, period, page);
}

/** A row of the audit log, with the names of its company and user. */
export interface ListedAuditEvent extends AuditEvent {
  readonly companyId: string | null;
  readonly userEmail: string | null;
}

/** The filter for audit rows. */
export interface AuditFilter {
  readonly from: Date;
  readonly until: Date;
  readonly companyUid: string | undefined;
  /** The actor: an operator by name, or a user by uid; either matches. */
  readonly actor: { readonly name: string; readonly uid: string | undefined } | undefined;
  readonly resourceUid: string | undefined;
  /** The row before which the page starts. */
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

// The period limits what is read and selects the partitions; the primary key gives the order within it.
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

/** Lists the audit rows of a period, newest first. */
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

/** Creates the monthly partitions of the audit log ahead of time. @returns how many are new */
export async function ensureAuditPartitions(executor: Executor, monthsAhead: number): Promise<number> {
  return (await ensure.run(executor, { monthsAhead }))[0]?.made ?? 0;
}

/** An event of a record. */
export interface TrailEntry extends Pick<AuditEvent, 'occurredAt' | 'event' | 'actorKind'> {
  /** For a customer's user; `null` for operators and the service. */
  readonly userName: string | null;
  /** Whether a patient's name, birth date, or sex was corrected. */
  readonly isCorrection: boolean;
  /** The searches that it is about; none for an event about something else. */
  readonly searches: readonly SearchKind[];
}

// Reads are left out by an index. Of the other rows, only this many of the latest are searched.
const lookedThroughMax = 5_000;

const ofRecord = named<
  TrailEntry,
  { companyUid: string; resourceUid: string; events: readonly string[]; limit: number }
>(`
  select e.occurred_at as "occurredAt", e.event, e.actor_kind as "actorKind", u.name as "userName",
    coalesce(e.changes ? 'identityVersion', false) as "isCorrection",
    case when e.event not like 'search.%' then '{}'
      when e.changes ? 'kind' then array[e.changes ->> 'kind']
      when e.changes ? 'kinds' then array(select jsonb_array_elements_text(e.changes -> 'kinds'))
      else '{}' end as searches
  from (
    select a.uid, a.occurred_at, a.event, a.actor_kind, a.actor_uid, a.company_uid, a.outcome, a.changes
      from audit_event a
    where a.resource_uid = :resourceUid and a.event not like '%.read'
    order by a.occurred_at desc limit ${lookedThroughMax}
  ) e
  left join app_user u on u.uid = e.actor_uid
  where e.company_uid = :companyUid and e.outcome = 'success' and e.event = any(:events::text[])
  order by e.occurred_at desc, e.uid desc limit :limit
`);

/**
 * Lists the latest of these events about a company's record, latest first, among its last 5,000 audit rows
 * that aren't reads.
 */
export async function listTrailOf(
  executor: Executor,
  { uid: resourceUid, companyUid }: Readonly<Record<'uid' | 'companyUid', string>>,
  events: readonly string[],
  limit: number,
): Promise<TrailEntry[]> {
  return ofRecord.run(executor, { companyUid, resourceUid, events, limit });
}

interface ReadParams {
  readonly actorName: string;
  readonly resourceUid: string;
  readonly etag: string;
}

const readAuthorization = named<{ found: boolean }, ReadParams>(`
  select exists (
    select from audit_event a
    where a.resource_uid = :resourceUid and a.event = 'authorization.read' and a.outcome = 'success'
      and a.actor_name = :actorName and a.changes ->> 'etag' = :etag
  ) as found
`);

/** Returns whether an operator got the download URL of this version of a patient's authorization. */
export async function hasReadAuthorization(executor: Executor, read: ReadParams): Promise<boolean> {
  return (await readAuthorization.run(executor, read))[0]?.found === true;
}
