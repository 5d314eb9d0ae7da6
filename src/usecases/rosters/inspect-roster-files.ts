import type { Executor } from '../../store/database';
import { listRosterFiles } from '../../store/rosters';

/** The latest files exchanged with a partner, newest first: names, counts and faults, nothing of their content. */
export async function inspectRosterFiles(
  executor: Executor,
  partner: string,
  limit: number,
): ReturnType<typeof listRosterFiles> {
  return listRosterFiles(executor, partner, limit);
}
