import { ensureAuditPartitions } from '../../store/audit';
import type { Change } from '../change';

/** The most months that can be prepared at once; the database's function holds the same limit. */
export const monthsAheadMax = 24;

/**
 * Makes the trail's partitions of this month and the months ahead.
 * @returns how many were new
 */
export async function prepareAuditPartitions(change: Change, monthsAhead: number): Promise<number> {
  // Before the row: two of these at once would each hold the lock of a writer and wait for the other to let go.
  const made = await ensureAuditPartitions(change.tx, monthsAhead);
  await change.audit(undefined);
  return made;
}
