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

/** Lists the deliverables of a record request by name, each with its display folder. */
export async function listDeliverablesOf(
  executor: Executor,
  recordRequestUid: string,
): Promise<StoredFile[]> {
  return withDisplayFolders(await listStoredFiles(executor, recordRequestUid, 'deliverables'));
}

const atOnce = 50;

/**
 * Returns a name for a file that is unique in its area: the requested one, or that with the first free number
 * (FILE-4). The caller holds the lock of the record request, and stores the name before releasing it.
 * @param ownUid the file itself, if it already has a name
 */
export async function takeFileName(
  tx: Transaction,
  place: FilePlace,
  wanted: string,
  ownUid?: string,
): Promise<string> {
  const name = wanted.normalize('NFC');
  // There are fewer files than numbers, so the loop ends.
  for (let first = 1; ; first += atOnce) {
    const candidates = Array.from({ length: atOnce }, (_, index) => numberedFileName(name, first + index));
    const taken = await findTakenNames(tx, place, candidates, ownUid);
    const free = candidates.find(candidate => !taken.has(candidate));
    if (free !== undefined) return free;
  }
}

/** A returned file in the object store. */
export type ReturnedObject = Omit<ReturnedFile, 'bytes'> &
  Pick<StoredFile, 'storageKey' | 'sizeBytes' | 'etag' | 'lastModifiedAt'>;

/**
 * Records what a facility returned in addition to earlier returns. A taken name gets a number (FILE-4), and
 * no file replaces another. The caller holds the lock of the request.
 * @param folder their display folder; `null` for the top level
 */
export async function recordReturn(
  { tx, now, newUid }: Change,
  { uid: recordRequestUid, companyUid, siteUid, submittedSiteName, status }: RecordRequest,
  files: readonly ReturnedObject[],
  folder: string | null = null,
): Promise<void> {
  const place = { recordRequestUid, area: 'deliverables' } as const;
  const { latestReturn } = await readAreaFacts(tx, place);
  // The rest of a partial return belongs to it.
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
 * Deletes a file's record with this change, and its object after the commit, through a durable list. If a
 * document's upload URL may still be used, the object is removed once more after that has expired. The caller
 * holds the lock of the record request.
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

/** The most removals per run; the next one continues. */
const removalsMax = 1_000;

/** Removes the objects of deleted files. Each may be removed twice: a missing one isn't an error. */
export async function removeDueObjects({ db, files, clock }: FileParts): Promise<void> {
  for (const removal of await listDueRemovals(db, clock.now(), removalsMax)) {
    await files.remove(removal.storageKey);
    await deleteObjectRemoval(db, removal);
  }
}

/**
 * Removes bytes that no record refers to. If a commit's response was lost, it may have succeeded: then they
 * stay.
 */
export async function removeUnlessOnRecord(
  { db, files }: FileParts,
  uid: string,
  storageKey: string,
): Promise<void> {
  try {
    if ((await findFileByUid(db, uid)) === undefined) await files.remove(storageKey);
  } catch {
    // What is left is under a key that nobody has; the caller throws the original error.
  }
}
