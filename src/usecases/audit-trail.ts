import type { OperatorPrincipal } from '../access/principal';
import type { Log } from '../platform/log';
import {
  ensureAuditPartitions,
  insertAuditEvent,
  readAuditTrail,
  type AuditEvent,
} from '../store/audit/audit';
import {
  auditRow,
  resultOfFault,
  runChange,
  type Act,
  type ChangeParts,
  type OperatorChange,
} from './change';
import { openPeriod, type PeriodForm } from './exported-period';

/**
 * Reads the audit log in order and in pages, so that any length fits in memory. First writes an audit row for
 * the export itself.
 * @throws OperatorError for an unknown company or a period that ends before it starts
 */
export async function* exportAuditTrail(
  parts: ChangeParts,
  principal: OperatorPrincipal,
  form: PeriodForm,
): AsyncGenerator<AuditEvent> {
  yield* readAuditTrail(parts.db, await openPeriod(parts, principal, 'audit.export', form));
}

/** The most months that can be prepared at once; the database function has the same limit. */
export const monthsAheadMax = 24;

/**
 * Creates the audit log's partitions for this month and the months ahead.
 * @returns how many are new
 */
export async function prepareAuditPartitions(change: OperatorChange, monthsAhead: number): Promise<number> {
  // Runs before the audit row is written: two concurrent runs would otherwise each hold a writer's lock and
  // wait for the other's.
  const made = await ensureAuditPartitions(change.tx, monthsAhead);
  await change.audit(undefined, 'audit.preparePartitions', { created: made });
  return made;
}

/**
 * Writes the audit row for an operator's reading of encrypted workflow payloads, before anything is shown.
 */
export async function recordDecode(parts: ChangeParts, operator: string): Promise<void> {
  const principal = { kind: 'operator', name: operator } as const;
  const act = { principal, requestId: null, event: 'workflowPayload.decode' };
  await runChange(parts, act, change => change.auditLook(undefined));
}

/**
 * Writes an audit row for a refused or failed action. The caller still gets the original error, not a second
 * one from an unavailable database.
 */
export async function noteRefusal(
  { db, clock, log }: ChangeParts & { readonly log: Log },
  act: Act,
  thrown: unknown,
): Promise<void> {
  await insertAuditEvent(db, auditRow(act, clock.now(), undefined, resultOfFault(thrown))).catch(
    (error: unknown) => {
      log.error('Could not write a refusal to the audit log.', { operation: act.event, error });
    },
  );
}
