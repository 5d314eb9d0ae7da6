import type { Log } from '../platform/log';
import { insertAuditEvent } from '../store/audit/audit';
import { auditRow, resultOfFault, type Act, type ChangeParts } from './change';

/**
 * Writes that an act was refused, or failed, to the trail. The person is answered with what was thrown, not with a second error that
 * comes of the database being away.
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
