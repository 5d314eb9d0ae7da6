import type { Executor } from './database';
import { AuditEventModel, type AuditEvent } from './models/audit-event';
import { named } from './named';
import { readPeriod, type Period, type PeriodPage } from './period';
import { insert, selectList, valuesOf } from './table';

export type { AuditEvent } from './models/audit-event';

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

const ensure = named<{ made: number }, { monthsAhead: number }>(
  'select ensure_audit_partitions(:monthsAhead) as made',
);

/** Makes the monthly partitions of the trail ahead of time. @returns how many were new */
export async function ensureAuditPartitions(executor: Executor, monthsAhead: number): Promise<number> {
  return (await ensure.run(executor, { monthsAhead }))[0]?.made ?? 0;
}
