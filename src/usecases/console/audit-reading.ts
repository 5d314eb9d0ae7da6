import type { ConsolePrincipal } from '../../access/principal';
import { insertAuditEvent } from '../../store/audit/audit';
import { auditRow, type Act, type AuditedResource, type ChangeParts } from '../change';
import type { Reading } from '../reading';

/**
 * Runs what only reads, and writes its one row to the trail before anything of it is shown: of the record that was seen first, which
 * is the one that the page is about (CONSOLE-39).
 */
export async function auditReading<T>(
  { db, clock }: Pick<ChangeParts, 'db' | 'clock'>,
  act: Act<ConsolePrincipal>,
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  const now = clock.now();
  let seen: AuditedResource | undefined;
  const found = await work({
    db,
    now,
    principal: act.principal,
    saw: resource => {
      seen ??= resource;
    },
  });
  await insertAuditEvent(db, auditRow(act, now, seen, { outcome: 'success', problem: null }));
  return found;
}
