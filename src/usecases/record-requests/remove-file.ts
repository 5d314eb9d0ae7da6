import { insertObjectRemovals } from '../../store/files/object-removals';
import { deleteFileRow, type FileEntry } from '../../store/files/stored-files';
import type { Change } from '../change';
import { uploadWatchMs } from './document-uploads';

/**
 * Takes a file off the record with this change, and its object out of the store after it, by a list that survives whoever
 * dies. Of a document with a URL that is still good the object is removed once more when that can bring no bytes any longer.
 * The caller holds the lock of the record request.
 */
export async function removeFile(
  { tx, now }: Change,
  { uid, storageKey, offeredAt }: FileEntry,
): Promise<void> {
  const lastUploadBy = offeredAt === null ? now : new Date(offeredAt.getTime() + uploadWatchMs);
  await deleteFileRow(tx, uid);
  await insertObjectRemovals(tx, [
    { storageKey, dueAt: now },
    ...(lastUploadBy > now ? [{ storageKey, dueAt: lastUploadBy }] : []),
  ]);
}
