import { withDisplayFolders } from '../../domain/record-requests/file-folder';
import { numberedFileName } from '../../domain/record-requests/file-name';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import type { ReturnedFile } from '../../partners/facility-channel';
import type { Executor, Transaction } from '../../store/database';
import {
  insertObjectRemovals,
  listDueRemovals,
  deleteObjectRemoval,
} from '../../store/files/object-removals';
import {
  listStoredFiles,
  findTakenNames,
  readAreaFacts,
  insertFile,
  deleteFileRow,
  findFileByUid,
  type StoredFile,
  type FilePlace,
  type FileEntry,
} from '../../store/files/stored-files';
import type { Change, FileParts } from '../change';
import { uploadWatchMs } from './document-uploads';

/** The deliverables of a record request by name, each with the folder in which it is shown. */
export async function listDeliverablesOf(
  executor: Executor,
  recordRequestUid: string,
): Promise<StoredFile[]> {
  return withDisplayFolders(await listStoredFiles(executor, recordRequestUid, 'deliverables'));
}

const atOnce = 50;

/**
 * A name for a file that no other of its area has: the wanted one, or that with the first number that is free
 * (FILE-4). The caller holds the lock of the record request, and writes the name before it lets go.
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

/** A returned file that lies in the object store. */
export type ReturnedObject = Omit<ReturnedFile, 'bytes'> &
  Pick<StoredFile, 'storageKey' | 'sizeBytes' | 'etag' | 'lastModifiedAt'>;

/**
 * Puts what a facility returned on record beside what it returned before: a name that is taken gets a number
 * (FILE-4), and no file takes the place of another. The caller holds the lock of the request.
 * @param folder where they are shown; null: at the top
 */
export async function recordReturn(
  { tx, now, newUid }: Change,
  { uid: recordRequestUid, companyUid, siteUid, submittedSiteName, status }: RecordRequest,
  files: readonly ReturnedObject[],
  folder: string | null = null,
): Promise<void> {
  const place = { recordRequestUid, area: 'deliverables' } as const;
  const { latestReturn } = await readAreaFacts(tx, place);
  // The rest of what came back in part belongs to it.
  const isRest = status === 'NeedToReviewResults' && latestReturn > 0;
  for (const { fileName, contentType, storageKey, sizeBytes, etag, lastModifiedAt } of files) {
    await insertFile(tx, {
      contentType,
      storageKey,
      sizeBytes,
      etag,
      lastModifiedAt,
      ...place,
      companyUid,
      uid: newUid(),
      fileName: await takeFileName(tx, place, fileName),
      folder,
      returnNumber: latestReturn + (isRest ? 0 : 1),
      offeredTo: null,
      offeredAt: null,
      createdAt: now,
      uploadedBy: { kind: 'facility', id: siteUid, name: submittedSiteName },
    });
  }
}

/**
 * Takes a file off the record with this change, and its object out of the store after it, by a list that
 * survives whoever dies. Of a document with a URL that is still good the object is removed once more when
 * that can bring no bytes any longer. The caller holds the lock of the record request.
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

/** One run removes at most so many; the next goes on. */
const removalsMax = 1_000;

/**
 * Removes the objects whose files were deleted. Each may be removed twice: one that is not there is no error.
 */
export async function removeDueObjects({ db, files, clock }: FileParts): Promise<void> {
  for (const removal of await listDueRemovals(db, clock.now(), removalsMax)) {
    await files.remove(removal.storageKey);
    await deleteObjectRemoval(db, removal);
  }
}

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
