import { withDisplayFolders } from '../../domain/record-requests/file-folder';
import { numberedFileName } from '../../domain/record-requests/file-name';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import {
  isReadableReturn,
  patientCheckOf,
  type PatientCheck,
} from '../../domain/record-requests/returned-file';
import { isFolder } from '../../files/key-layout';
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
  readReturnFacts,
  insertFile,
  deleteFileRow,
  findFileByUid,
  type StoredFile,
  type FilePlace,
  type FileEntry,
} from '../../store/files/stored-files';
import { findChartChecks, putChartCheck } from '../../store/record-requests/chart-checks';
import type { Change, FileParts } from '../change';
import { handleEvery } from '../every-item';
import { removePagePictures } from '../page-pictures';
import { uploadWatchMs } from './document-uploads';

/** A file that the customer may have, with what its check found. */
export interface Deliverable extends StoredFile {
  /** `undefined` for a file from before files were checked. */
  readonly patientCheck?: PatientCheck | undefined;
}

/** Lists the deliverables of a record request by name, each with its display folder and its check. */
export async function listDeliverablesOf(
  executor: Executor,
  recordRequestUid: string,
): Promise<Deliverable[]> {
  const files = withDisplayFolders(await listStoredFiles(executor, recordRequestUid, 'deliverables'));
  const checks = await findChartChecks(
    executor,
    files.map(({ uid }) => uid),
  );
  return files.map(file => ({ ...file, patientCheck: patientCheckOf(checks.get(file.uid)) }));
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
  Pick<StoredFile, 'storageKey' | 'sizeBytes' | 'etag' | 'lastModifiedAt'> & {
    /** Whether it can be read, and so compared with the patient. */
    readonly isReadable: boolean;
  };

/** Returns whether the file that starts with these bytes can be compared with the patient. */
export function readability(start: Uint8Array, contentType: string): Pick<ReturnedObject, 'isReadable'> {
  return { isReadable: isReadableReturn(start, contentType) };
}

/**
 * Stores what a facility returned: to be read, and not visible to the customer until then. What can't be read
 * is a deliverable at once, with a note (REQUEST-35). The caller holds the lock of the record request.
 * @returns the file as stored
 */
export async function insertReturned(
  { tx, now }: Change,
  file: StoredFile,
  { isReadable }: Pick<ReturnedObject, 'isReadable'>,
): Promise<StoredFile> {
  const area = isReadable ? 'arrivals' : 'deliverables';
  const { recordRequestUid } = file;
  const stored = {
    ...file,
    area,
    fileName: await takeFileName(tx, { recordRequestUid, area }, file.fileName),
  } as const;
  await insertFile(tx, stored);
  if (!isReadable)
    await putChartCheck(tx, {
      fileUid: stored.uid,
      verdict: 'notReadable',
      others: [],
      readAt: now,
      releasedAt: null,
    });
  return stored;
}

/**
 * Records what a facility returned in addition to earlier returns, to be read. A taken name gets a number
 * (FILE-4), and no file replaces another. The caller holds the lock of the request.
 * @param folder their display folder; `null` for the top level
 */
export async function recordReturn(
  change: Change,
  { uid: recordRequestUid, companyUid, siteUid, submittedSiteName, status }: RecordRequest,
  files: readonly ReturnedObject[],
  folder: string | null = null,
): Promise<void> {
  const { tx, now, newUid } = change;
  const { latestReturn } = await readReturnFacts(tx, recordRequestUid);
  // The rest of a partial return belongs to it.
  const isRest = status === 'NeedToReviewResults' && latestReturn > 0;
  for (const { isReadable, ...object } of files) {
    const file: StoredFile = {
      ...object,
      recordRequestUid,
      area: 'arrivals',
      companyUid,
      uid: newUid(),
      pages: null,
      folder,
      returnNumber: latestReturn + (isRest ? 0 : 1),
      offeredTo: null,
      offeredAt: null,
      createdAt: now,
      uploadedBy: { kind: 'facility', id: siteUid, name: submittedSiteName },
    };
    await insertReturned(change, file, { isReadable });
  }
}

/**
 * Deletes a file's record with this change, and its object and the pictures of its pages after the commit,
 * through a durable list. If a document's upload URL may still be used, the object is removed once more after
 * that has expired. The caller holds the lock of the record request.
 */
export async function removeFile(
  { tx, now }: Change,
  { uid, storageKey, etag, offeredAt }: FileEntry,
): Promise<void> {
  const lastUploadBy = offeredAt === null ? now : new Date(offeredAt.getTime() + uploadWatchMs);
  await deleteFileRow(tx, uid);
  await insertObjectRemovals(tx, [
    { storageKey, dueAt: now },
    ...(lastUploadBy > now ? [{ storageKey, dueAt: lastUploadBy }] : []),
  ]);
  if (etag !== null) await removePagePictures({ tx, now }, { key: storageKey, etag });
}

/** The most removals per run; the next one continues. */
const removalsMax = 1_000;

/** Removes all objects in a folder of the store. */
async function removeFolder({ files }: Pick<FileParts, 'files'>, folder: string): Promise<void> {
  for (let after = folder; ;) {
    const listed = await files.listAfter(after);
    const inside = listed.filter(({ key }) => key.startsWith(folder));
    for (const { key } of inside) await files.remove(key);
    const last = inside.at(-1);
    if (last === undefined || inside.length < listed.length) return;
    after = last.key;
  }
}

/**
 * Removes the objects of deleted files, and the folders with their pictures. Each may be removed twice: a
 * missing one isn't an error.
 * @throws the first failure, after all were tried
 */
export async function removeDueObjects({ db, files, clock }: FileParts): Promise<void> {
  await handleEvery(await listDueRemovals(db, clock.now(), removalsMax), async removal => {
    if (isFolder(removal.storageKey)) await removeFolder({ files }, removal.storageKey);
    else await files.remove(removal.storageKey);
    await deleteObjectRemoval(db, removal);
  });
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
