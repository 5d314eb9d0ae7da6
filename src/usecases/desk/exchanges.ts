import { notFound } from '../../domain/problem';
import type { Executor } from '../../store/database';
import { countRosterEntries, findRosterFile, type RosterEntryCount } from '../../store/searches/rosters';
import type { RosterFileRow } from '../../store/models/roster';

/** A file that was sent to a partner, and where the submissions in it stand. */
export interface ShownExchange {
  readonly file: RosterFileRow;
  readonly entries: readonly RosterEntryCount[];
}

/** An exchange: names, counts and faults, nothing of its content, so that the look leaves no row (DESK-24). @throws Problem 404 */
export async function showExchange(executor: Executor, uid: string): Promise<ShownExchange> {
  const file = await findRosterFile(executor, uid);
  if (file === undefined) throw notFound('no such file was exchanged');
  const { partner, transmissionId } = file;
  return {
    file,
    entries: transmissionId === null ? [] : await countRosterEntries(executor, partner, transmissionId),
  };
}
