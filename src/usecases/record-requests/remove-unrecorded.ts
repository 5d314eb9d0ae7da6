import { findFileByUid } from '../../store/files/stored-files';
import type { FileParts } from '../change';

/** Removes bytes that nothing points at. A commit whose answer was lost may have been one: then they stay. */
export async function removeUnlessOnRecord(
  { db, files }: FileParts,
  uid: string,
  storageKey: string,
): Promise<void> {
  try {
    if ((await findFileByUid(db, uid)) === undefined) await files.remove(storageKey);
  } catch {
    // What is left lies under a key that nobody has; why it failed is what the caller throws.
  }
}
