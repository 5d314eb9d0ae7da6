import { addDays } from '../../domain/clinical/calendar-date';
import type { AuditPeriod } from '../../domain/desk/audit-period';
import { listAuditEvents, type ListedAuditEvent } from '../../store/audit/audit';
import { findUserByEmail } from '../../store/tenants/tenants';
import type { DeskChange } from '../change';
import { auditedCompany } from '../operators';

/** How many audit rows a page shows. */
export const auditPageMax = 50;

/** An operator's query of the audit log. */
export interface AuditQuery {
  readonly period: AuditPeriod;
  readonly companyId: string | undefined;
  /** An operator’s name, or the e-mail address of a customer’s user or a desk operator. */
  readonly actor: string | undefined;
  readonly resourceUid: string | undefined;
  /** The row before which the page starts; `undefined` for the end of the period. */
  readonly before: { readonly occurredAt: Date; readonly uid: string } | undefined;
}

const lastUid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const startOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

/**
 * Returns a page of the audit log, newest first: who did what to which record, without content. Viewing it is
 * audited too (DESK-27).
 * @throws OperatorError for an unknown company
 */
export async function showAuditTrail(
  change: DeskChange,
  { period, companyId, actor, resourceUid, before }: AuditQuery,
): Promise<{ readonly rows: readonly ListedAuditEvent[]; readonly isMore: boolean }> {
  const company = await auditedCompany(change.tx, companyId);
  const user = actor === undefined ? undefined : await findUserByEmail(change.tx, actor);
  const until = startOf(addDays(period.until, 1));
  const rows = await listAuditEvents(change.tx, {
    from: startOf(period.from),
    until,
    companyUid: company?.uid,
    resourceUid,
    actor: actor === undefined ? undefined : { name: actor, uid: user?.uid },
    before: before ?? { occurredAt: until, uid: lastUid },
    limit: auditPageMax + 1,
  });
  await change.auditLook(company);
  return { rows: rows.slice(0, auditPageMax), isMore: rows.length > auditPageMax };
}
