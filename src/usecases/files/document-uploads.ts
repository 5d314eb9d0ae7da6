import { etagOf, uidOf } from '../../domain/changes';
import { Problem } from '../../domain/problem';
import { isClosed } from '../../domain/projects/project';
import { contentTypeOfFile, startBytes } from '../../domain/record-requests/content-type';
import { contentTypeOf, visibleFileName } from '../../domain/record-requests/file-name';
import { filesMax } from '../../domain/record-requests/limits';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { recordRequestFileKey } from '../../files/key-layout';
import type { ListedObject, ObjectFacts } from '../../files/object-store';
import { insertObjectRemovals } from '../../store/files/object-removals';
import { getProjectByUid } from '../../store/tenants/projects';
import { lockRecordRequestByUid } from '../../store/record-requests/record-requests';
import {
  deleteFileRow,
  findFile,
  findFileByUid,
  insertFile,
  listAwaitedFiles,
  listFilesByUid,
  listUnusedOffers,
  readAreaFacts,
  updateFile,
  type FileEntry,
  type FilePlace,
} from '../../store/files/stored-files';
import { actorOf, resource, runOwnChange, type Change, type FileParts, type ProjectChange } from '../change';
import { handleEvery } from '../every-item';
import { removePagePictures } from '../page-pictures';
import { lockRecordRequest, type RecordRequestRef } from '../record-requests/lookup';

/**
 * How long after its offer an upload may still arrive: a URL is valid for minutes, but an upload that started
 * by then may take hours.
 */
export const uploadWatchMs = 24 * 60 * 60 * 1000;
/** How many pending uploads are checked in the store when listing files. */
const looksMax = 20;
const offersAtOnce = 100;
/** Each time it loses, someone else has recorded an upload; the sweep finds the rest. */
const overtakenMax = 3;

/** @throws Problem `file.tooMany` */
async function assertRoom(change: Change, place: FilePlace): Promise<void> {
  const { files } = await readAreaFacts(change.tx, place);
  if (files >= filesMax) throw new Problem('file.tooMany');
}

function newDocument(change: Change, { uid, companyUid }: RecordRequest, fileName: string): FileEntry {
  const place = { companyUid, recordRequestUid: uid, area: 'documents' } as const;
  const fileUid = change.newUid();
  return {
    uid: fileUid,
    ...place,
    fileName,
    storageKey: recordRequestFileKey(place, fileUid),
    contentType: contentTypeOf(fileName),
    folder: null,
    returnNumber: 1,
    sizeBytes: 0,
    pages: null,
    etag: null,
    uploadedBy: null,
    offeredTo: null,
    offeredAt: null,
    lastModifiedAt: change.now,
    createdAt: change.now,
  };
}

/**
 * Offers the upload of a document: a new place for a new name, or the same place for an existing one, so that
 * the upload replaces what is there (FILE-10).
 * @throws Problem `project.closed`, `file.tooMany`, 404 if there is no such record request
 */
export async function offerDocumentUpload(
  change: ProjectChange,
  ref: RecordRequestRef & { readonly filename: string },
): Promise<FileEntry> {
  const { tx, principal, now } = change;
  const request = await lockRecordRequest(change, ref);
  const place = { recordRequestUid: request.uid, area: 'documents' } as const;
  const fileName = visibleFileName(ref.filename).normalize('NFC');
  const found = (await findFile(tx, place, ref.filename)) ?? (await findFile(tx, place, fileName));
  if (found === undefined) await assertRoom(change, place);
  const offered: FileEntry = {
    ...(found ?? newDocument(change, request, fileName)),
    offeredTo: actorOf(principal),
    offeredAt: now,
  };
  await (found === undefined ? insertFile(tx, offered) : updateFile(tx, offered));
  await change.audit(resource('recordRequest', request), 'document.offerUpload', {
    file: uidOf(offered.uid),
  });
  return offered;
}

/** Whether these are the stored bytes; the same ones written again are another upload. */
function isOnRecord(file: FileEntry, { etag, lastModifiedAt }: Pick<ObjectFacts, 'etag' | 'lastModifiedAt'>) {
  return file.etag === etag && file.lastModifiedAt.getTime() === lastModifiedAt.getTime();
}

/**
 * Returns a file and its record request under the request's lock; `undefined` if it was deleted meanwhile.
 */
async function lockFile(
  change: Change,
  { uid, recordRequestUid }: FileEntry,
): Promise<{ readonly request: RecordRequest; readonly file: FileEntry } | undefined> {
  const request = await lockRecordRequestByUid(change.tx, recordRequestUid);
  const file = await findFileByUid(change.tx, uid);
  return request === undefined || file === undefined ? undefined : { request, file };
}

/** @returns whether that is settled: `false` if another upload was recorded since this one was checked */
async function noteUpload(
  change: Change,
  uploaded: FileEntry,
  facts: ObjectFacts & Pick<FileEntry, 'contentType'>,
): Promise<boolean> {
  const locked = await lockFile(change, uploaded);
  if (locked === undefined || isOnRecord(locked.file, facts)) {
    change.unaudited('the upload is already recorded, or its document was deleted');
    return true;
  }
  const { request, file } = locked;
  if (file.etag !== uploaded.etag || file.lastModifiedAt.getTime() !== uploaded.lastModifiedAt.getTime()) {
    change.unaudited('another upload was noted in the meantime, and may be newer');
    return false;
  }
  if (isClosed(await getProjectByUid(change.tx, request.projectUid))) {
    change.unaudited('a closed project is read-only');
    return true;
  }
  await updateFile(change.tx, { ...file, ...facts, uploadedBy: file.offeredTo ?? file.uploadedBy });
  if (file.etag !== null && file.etag !== facts.etag)
    await removePagePictures(change, { key: file.storageKey, etag: file.etag });
  await change.audit(resource('recordRequest', request), 'document.upload', {
    file: uidOf(file.uid),
    etag: etagOf(facts.etag),
  });
  return true;
}

/**
 * Checks for the upload of a document: compares the database with the store, and records a difference. Checks
 * again if another upload was recorded meanwhile.
 * @returns whether the store has bytes
 */
export async function noticeDocument(parts: FileParts, uid: string): Promise<boolean> {
  for (let looks = 0; looks < overtakenMax; looks += 1) {
    const file = await findFileByUid(parts.db, uid);
    const facts = file === undefined ? undefined : await parts.files.head(file.storageKey);
    if (file === undefined || facts === undefined) return false;
    if (isOnRecord(file, facts)) return true;
    const start = await parts.files.readStart(file.storageKey, startBytes);
    const contentType = contentTypeOfFile(start, file.fileName);
    const isSettled = await runOwnChange(parts, 'upload notice', 'document.upload', change =>
      noteUpload(change, file, { ...facts, contentType }),
    );
    if (isSettled) return true;
  }
  return true;
}

/** Records the documents on a page of the store's listing that differ from what is on file. */
export async function noticeListedDocuments(
  parts: FileParts,
  listed: ReadonlyMap<string, ListedObject>,
): Promise<void> {
  await handleEvery(await listFilesByUid(parts.db, [...listed.keys()]), async file => {
    const object = listed.get(file.uid);
    if (object !== undefined && !isOnRecord(file, object)) await noticeDocument(parts, file.uid);
  });
}

/**
 * Checks for one pending upload when someone asks for the file. @returns whether there was something to check
 */
export async function lookForDocument(parts: FileParts, file: FileEntry, at: Date): Promise<boolean> {
  const { offeredAt, etag, lastModifiedAt } = file;
  if (offeredAt === null || at.getTime() - offeredAt.getTime() > uploadWatchMs) return false;
  if (etag !== null && lastModifiedAt >= offeredAt) return false;
  await noticeDocument(parts, file.uid);
  return true;
}

/** Checks for the latest twenty pending uploads of an area. */
export async function lookForAwaited(parts: FileParts, place: FilePlace, at: Date): Promise<void> {
  const since = new Date(at.getTime() - uploadWatchMs);
  for (const file of await listAwaitedFiles(parts.db, place, since, looksMax))
    await noticeDocument(parts, file.uid);
}

async function withdraw(change: Change, found: FileEntry, before: Date): Promise<void> {
  const locked = await lockFile(change, found);
  const { uid, etag, offeredAt, storageKey } = locked?.file ?? found;
  if (locked === undefined || etag !== null || offeredAt === null || offeredAt >= before)
    return change.unaudited('the offer was used, renewed, or withdrawn in the meantime');
  await deleteFileRow(change.tx, uid);
  const lastUploadBy = new Date(change.now.getTime() + uploadWatchMs);
  await insertObjectRemovals(change.tx, [{ storageKey, dueAt: lastUploadBy }]);
  await change.audit(resource('recordRequest', locked.request), 'document.withdrawOffer', {
    file: uidOf(uid),
  });
}

/**
 * Withdraws unused offers from more than a day ago, so that their names are free again, a hundred at a time.
 */
export async function withdrawUnusedOffers(parts: FileParts): Promise<void> {
  const before = new Date(parts.clock.now().getTime() - uploadWatchMs);
  await handleEvery(await listUnusedOffers(parts.db, before, offersAtOnce), async uid => {
    if (await noticeDocument(parts, uid)) return;
    const file = await findFileByUid(parts.db, uid);
    if (file === undefined) return;
    await runOwnChange(parts, 'housekeeping', 'document.withdrawOffer', change =>
      withdraw(change, file, before),
    );
  });
}
