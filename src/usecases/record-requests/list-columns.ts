/** The columns of the list of record requests, as each member chose them (CONSOLE-95). */
import { assertPermission } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import type { Executor } from '../../store/database';
import { deleteListColumns, findListColumns, putListColumns } from '../../store/record-requests/list-columns';
import type { Change } from '../change';

/** Returns the columns that a member chose; none for the usual ones. */
export async function listOwnColumns(
  executor: Executor,
  { membershipUid }: ConsolePrincipal,
): Promise<readonly string[]> {
  return findListColumns(executor, membershipUid);
}

/**
 * Stores the columns that the requesting member chose, in both environments; none for the usual ones.
 * @throws Problem 403 without `ViewRecordRequests`
 */
export async function chooseOwnColumns(
  change: Change<ConsolePrincipal>,
  columns: readonly string[],
): Promise<void> {
  const { tx, principal, now } = change;
  assertPermission(principal, 'ViewRecordRequests');
  const { membershipUid } = principal;
  if (columns.length === 0) await deleteListColumns(tx, membershipUid);
  else await putListColumns(tx, { membershipUid, columns, updatedAt: now });
  change.unaudited('which columns a member sees in a list shows nothing of anyone');
}
