import { ensureAuditPartitions, readAuditTrail, type AuditEvent } from '../store/audit';
import type { OperatorPrincipal } from '../access/principal';
import { runChange, type ChangeParts, type OperatorChange } from './change';
import { OperatorError } from './operator-error';
import { getCompany } from './operators';

/** Which part of the trail: from an instant (inclusive) until another (exclusive), of one company or of all. */
export interface AuditExportForm {
  readonly from: Date;
  /** Absent means now. */
  readonly until: Date | undefined;
  readonly companyId: string | undefined;
}

/**
 * Reads the trail in order, in pages, so that any length fits in memory. The reading is itself written to the
 * trail, and first: an export that breaks off has shown rows too.
 * @throws OperatorError for an unknown company or a period that ends before it begins
 */
export async function* exportAuditTrail(
  parts: ChangeParts,
  principal: OperatorPrincipal,
  { from, until, companyId }: AuditExportForm,
): AsyncGenerator<AuditEvent> {
  const act = { principal, requestId: null, event: 'audit.export' };
  const range = await runChange(parts, act, async change => {
    const end = until ?? change.now;
    if (end <= from) throw new OperatorError('The period ends before it begins.');
    const company = companyId === undefined ? undefined : await getCompany(change.tx, companyId);
    await change.audit(
      company === undefined ? undefined : { kind: 'company', uid: company.uid, companyUid: company.uid },
    );
    return { from, until: end, ...(company === undefined ? {} : { companyUid: company.uid }) };
  });
  yield* readAuditTrail(parts.db, range);
}

/** The most months that can be prepared at once; the database's function holds the same limit. */
export const monthsAheadMax = 24;

/**
 * Makes the trail's partitions of this month and the months ahead.
 * @returns how many were new
 */
export async function prepareAuditPartitions(change: OperatorChange, monthsAhead: number): Promise<number> {
  // Before the audit row is written: of two at once, each would hold a writer's lock and wait for the
  // other's.
  const made = await ensureAuditPartitions(change.tx, monthsAhead);
  await change.audit(undefined);
  return made;
}

/** Leaves an audit row of an operator's reading of sealed workflow payloads; called before anything is shown. */
export async function recordDecode(parts: ChangeParts, operator: string): Promise<void> {
  const principal = { kind: 'operator', name: operator } as const;
  const act = { principal, requestId: null, event: 'workflowPayload.decode' };
  await runChange(parts, act, change => change.audit(undefined));
}
