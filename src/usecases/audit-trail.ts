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
 * Reads the trail in order, in pages, so that any length fits in memory. The reading is itself written to the
 * trail, and first.
 * @throws OperatorError for an unknown company or a period that ends before it begins
 */
export async function* exportAuditTrail(
  parts: ChangeParts,
  principal: OperatorPrincipal,
  form: PeriodForm,
): AsyncGenerator<AuditEvent> {
  yield* readAuditTrail(parts.db, await openPeriod(parts, principal, 'audit.export', form));
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

/**
 * Leaves an audit row of an operator's reading of sealed workflow payloads; called before anything is shown.
 */
export async function recordDecode(parts: ChangeParts, operator: string): Promise<void> {
  const principal = { kind: 'operator', name: operator } as const;
  const act = { principal, requestId: null, event: 'workflowPayload.decode' };
  await runChange(parts, act, change => change.audit(undefined));
}

/**
 * Writes that an act was refused, or failed, to the trail. The person is answered with what was thrown, not
 * with a second error that comes of the database being away.
 */
export async function noteRefusal(
  { db, clock, log }: ChangeParts & { readonly log: Log },
  act: Act,
  thrown: unknown,
): Promise<void> {
  await insertAuditEvent(db, auditRow(act, clock.now(), undefined, resultOfFault(thrown))).catch(
    (error: unknown) => {
      log.error('A refusal could not be written to the audit trail.', { operation: act.event, error });
    },
  );
}
