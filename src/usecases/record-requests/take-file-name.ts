import { numberedFileName } from '../../domain/record-requests/file-name';
import type { Transaction } from '../../store/database';
import { findTakenNames, type FilePlace } from '../../store/files/stored-files';

const atOnce = 50;

/**
 * A name for a file that no other of its area has: the wanted one, or that with the first number that is free (FILE-4). The
 * caller holds the lock of the record request, and writes the name before it lets go.
 * @param ownUid the file itself, where it has a name already
 */
export async function takeFileName(
  tx: Transaction,
  place: FilePlace,
  wanted: string,
  ownUid?: string,
): Promise<string> {
  const name = wanted.normalize('NFC');
  // There are fewer files than numbers: it ends.
  for (let first = 1; ; first += atOnce) {
    const candidates = Array.from({ length: atOnce }, (_, index) => numberedFileName(name, first + index));
    const taken = await findTakenNames(tx, place, candidates, ownUid);
    const free = candidates.find(candidate => !taken.has(candidate));
    if (free !== undefined) return free;
  }
}
