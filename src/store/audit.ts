import type { Executor } from './database';
import { AuditEventModel, type AuditEvent } from './models/audit-event';
import { named } from './named';
import { nilUid } from './page';
import { insert, selectList, valuesOf } from './table';

export type { AuditEvent } from './models/audit-event';

const insertRow = named<never, AuditEvent>(insert(AuditEventModel));

/** Appends a row; in the transaction of the change it tells of, or on its own for a read. */
export async function insertAuditEvent(executor: Executor, event: AuditEvent): Promise<void> {
  await insertRow.run(executor, valuesOf(AuditEventModel, event));
}

interface TrailPage {
  readonly from: Date;
  readonly until: Date;
  readonly companyUid: string | null;
  readonly afterOccurredAt: Date;
  readonly afterUid: string;
  readonly limit: number;
}

const page = named<AuditEvent, TrailPage>(`
  select ${selectList(AuditEventModel, 'a')} from audit_event a
  where a.occurred_at >= :from and a.occurred_at < :until
    and (:companyUid::uuid is null or a.company_uid = :companyUid::uuid)
    and (a.occurred_at, a.uid) > (:afterOccurredAt, :afterUid::uuid)
  order by a.occurred_at, a.uid
  limit :limit
`);

const exportPageSize = 1_000;

/** Reads the trail of a period in order, in pages, so that any length fits in memory. */
export async function* readAuditTrail(
  executor: Executor,
  range: { readonly from: Date; readonly until: Date; readonly companyUid?: string },
): AsyncGenerator<AuditEvent> {
  let after: { occurredAt: Date; uid: string } = { occurredAt: range.from, uid: nilUid };
  for (;;) {
    const rows = await page.run(executor, {
      from: range.from,
      until: range.until,
      companyUid: range.companyUid ?? null,
      afterOccurredAt: after.occurredAt,
      afterUid: after.uid,
      limit: exportPageSize,
    });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < exportPageSize) return;
    after = last;
  }
}

const ensure = named<{ made: number }, { monthsAhead: number }>(
  'select ensure_audit_partitions(:monthsAhead) as made',
);

/** Makes the monthly partitions of the trail ahead of time. @returns how many were new */
export async function ensureAuditPartitions(executor: Executor, monthsAhead: number): Promise<number> {
  return (await ensure.run(executor, { monthsAhead }))[0]?.made ?? 0;
}
