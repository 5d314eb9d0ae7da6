import type { Executor } from './database';
import { named } from './named';

/** One row of the audit trail; it says who did what to which record with what outcome, and holds no content. */
export interface AuditEvent {
  readonly uid: string;
  readonly occurredAt: Date;
  readonly companyUid: string | null;
  readonly actorKind: 'key' | 'operator' | 'service' | 'embed';
  readonly actorUid: string | null;
  /** An operator's account name; null for customers, whose uid tells them. */
  readonly actorName: string | null;
  readonly keyUid: string | null;
  /** `patient.read`, `project.create`: resource, then verb. */
  readonly event: string;
  readonly resourceKind: string | null;
  readonly resourceUid: string | null;
  readonly outcome: 'success' | 'refused' | 'failed';
  /** The catalogue's code of a refusal. */
  readonly problem: string | null;
  readonly requestId: string | null;
}

const insert = named(`
  insert into audit_event (uid, occurred_at, company_uid, actor_kind, actor_uid, actor_name, key_uid, event,
    resource_kind, resource_uid, outcome, problem, request_id)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
`);

/** Appends a row; in the transaction of the change it tells of, or on its own for a read. */
export async function insertAuditEvent(executor: Executor, event: AuditEvent): Promise<void> {
  await insert.run(executor, [
    event.uid,
    event.occurredAt,
    event.companyUid,
    event.actorKind,
    event.actorUid,
    event.actorName,
    event.keyUid,
    event.event,
    event.resourceKind,
    event.resourceUid,
    event.outcome,
    event.problem,
    event.requestId,
  ]);
}

const page = named<AuditEvent>(`
  select uid, occurred_at as "occurredAt", company_uid as "companyUid", actor_kind as "actorKind", actor_uid as "actorUid",
    actor_name as "actorName", key_uid as "keyUid", event, resource_kind as "resourceKind", resource_uid as "resourceUid",
    outcome, problem, request_id as "requestId"
  from audit_event
  where occurred_at >= ? and occurred_at < ?
    and (?::uuid is null or company_uid = ?::uuid)
    and (occurred_at, uid) > (?, ?::uuid)
  order by occurred_at, uid
  limit ?
`);

const exportPageSize = 1_000;
const beforeAllUids = '00000000-0000-0000-0000-000000000000';

/** Reads the trail of a period in order, in pages, so that any length fits in memory. */
export async function* readAuditTrail(
  executor: Executor,
  range: { readonly from: Date; readonly until: Date; readonly companyUid?: string },
): AsyncGenerator<AuditEvent> {
  let after: { occurredAt: Date; uid: string } = { occurredAt: range.from, uid: beforeAllUids };
  const company = range.companyUid ?? null;
  for (;;) {
    const rows = await page.run(executor, [
      range.from,
      range.until,
      company,
      company,
      after.occurredAt,
      after.uid,
      exportPageSize,
    ]);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < exportPageSize) return;
    after = last;
  }
}

const ensure = named<{ made: number }>('select ensure_audit_partitions(?) as made');

/** Makes the monthly partitions of the trail ahead of time. @returns how many were new */
export async function ensureAuditPartitions(executor: Executor, monthsAhead: number): Promise<number> {
  return (await ensure.run(executor, [monthsAhead]))[0]?.made ?? 0;
}
