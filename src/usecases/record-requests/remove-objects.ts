import { deleteObjectRemoval, listDueRemovals } from '../../store/files/object-removals';
import type { FileParts } from '../change';

/** One run removes at most so many; the next goes on. */
const removalsMax = 1_000;

/** Removes the objects whose files were deleted. Each may be removed twice: one that is not there is no error. */
export async function removeDueObjects({ db, files, clock }: FileParts): Promise<void> {
  for (const removal of await listDueRemovals(db, clock.now(), removalsMax)) {
    await files.remove(removal.storageKey);
    await deleteObjectRemoval(db, removal);
  }
}
