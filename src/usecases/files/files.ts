import { uidOf } from '../../domain/changes';
import { notFound, Problem } from '../../domain/problem';
import { readNewFileName, visibleFileName } from '../../domain/record-requests/file-name';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { recordRequestFileKey } from '../../files/key-layout';
import {
  listStoredFiles,
  findFile,
  updateFile,
  findFileByStorageKey,
  type StoredFile,
  type FileEntry,
  type FileArea,
  type FilePlace,
} from '../../store/files/stored-files';
import { eventOf, resource, type FileParts, type ProjectChange } from '../change';
import type { ProjectReading } from '../reading';
import { renewChart, withdrawChart } from './combined-charts';
import { lookForAwaited, lookForDocument } from './document-uploads';
import { listDeliverablesOf, takeFileName, removeFile, type Deliverable } from './file-records';
import { getRecordRequest, lockRecordRequest, type RecordRequestRef } from '../record-requests/lookup';

/** Lists the deliverables of the path's record request. @throws Problem 404 if there is none */
export async function listDeliverables(
  reading: ProjectReading,
  ref: RecordRequestRef,
): Promise<Deliverable[]> {
  const { uid } = await getRecordRequest(reading, ref);
  return listDeliverablesOf(reading.db, uid);
}

/** The deliverables that a browse shows. */
export interface DeliverablePage {
  /** Part of a name or a folder, ignoring case. */
  readonly search?: string | undefined;
  readonly skip?: number | undefined;
  readonly take?: number | undefined;
}

/**
 * Returns a page of the deliverables with a text in their name or folder, and the number of matches.
 * @throws Problem 404 if there is no such record request
 */
export async function browseDeliverables(
  reading: ProjectReading,
  ref: RecordRequestRef,
  { search = '', skip = 0, take }: DeliverablePage,
): Promise<{ readonly files: readonly Deliverable[]; readonly total: number }> {
  const fold = (text: string): string => text.normalize('NFC').toLowerCase();
  const wanted = fold(search);
  const found = (await listDeliverables(reading, ref)).filter(({ fileName, folder }) =>
    [fileName, folder ?? ''].some(text => fold(text).includes(wanted)),
  );
  return { files: found.slice(skip, take === undefined ? undefined : skip + take), total: found.length };
}

/**
 * Lists the documents of a record request by name, after checking for pending uploads.
 * @throws Problem 404 if there is no such record request; `service.unavailable` if an upload is pending and
 * the store is down
 */
export async function listDocuments(
  parts: FileParts,
  reading: ProjectReading,
  ref: RecordRequestRef,
): Promise<StoredFile[]> {
  const { uid } = await getRecordRequest(reading, ref);
  await lookForAwaited(parts, { recordRequestUid: uid, area: 'documents' }, reading.now);
  return listStoredFiles(reading.db, uid, 'documents');
}

/** Lists the attachments of a record request by name. @throws Problem 404 if there is none */
export async function listAttachments(reading: ProjectReading, ref: RecordRequestRef): Promise<StoredFile[]> {
  const { uid } = await getRecordRequest(reading, ref);
  return listStoredFiles(reading.db, uid, 'attachments');
}

/** Whether the bytes of a file are stored. */
function isStored(file: FileEntry): file is StoredFile {
  return file.etag !== null;
}

/** The reference to a file, as in a path. */
type FileRef = RecordRequestRef & { readonly filename: string };

/**
 * Returns a file in an area of a record request, after checking for a document's pending upload.
 * @throws Problem 404 if there is no such record request, or file in it; `service.unavailable` as {@link
 * listDocuments}
 */
async function getFile(
  parts: FileParts,
  reading: ProjectReading,
  ref: FileRef,
  area: FileArea,
): Promise<FileEntry> {
  const { uid: recordRequestUid } = await getRecordRequest(reading, ref);
  const find = async () =>
    (await findFile(reading.db, { recordRequestUid, area }, ref.filename)) ??
    (await findFile(reading.db, { recordRequestUid, area }, visibleFileName(ref.filename)));
  let file = await find();
  if (file !== undefined && (await lookForDocument(parts, file, reading.now))) file = await find();
  if (file === undefined) throw notFound('the record request has no such file');
  return file;
}

/** A file, and the loose files beside it: those stored directly on the record request (FILE-18). */
export interface PlacedFile {
  readonly file: FileEntry;
  readonly looseFiles: readonly StoredFile[];
}

/** Like {@link getFile}, with the loose files of the record request, except the file itself. */
export async function getPlacedFile(
  parts: FileParts,
  reading: ProjectReading,
  ref: FileRef,
  area: FileArea,
): Promise<PlacedFile> {
  const file = await getFile(parts, reading, ref, area);
  const attached = await listStoredFiles(reading.db, file.recordRequestUid, 'attachments');
  return { file, looseFiles: attached.filter(({ uid }) => uid !== file.uid) };
}

/** The progress of a file. */
export interface FileProgress {
  /** The share of the recorded bytes in the object store: 0 to 100, and 100 only for all of them. */
  readonly percent: number;
  /**
   * The etag of the bytes that download now; the recorded ones if there are none; `null` before the first.
   */
  readonly etag: string | null;
}

function progressOf({ sizeBytes }: StoredFile, storedBytes: number): number {
  return storedBytes >= sizeBytes ? 100 : Math.floor((100 * storedBytes) / sizeBytes);
}

/**
 * Returns the progress of a file, from the object store. A file is recorded after its object, which the store
 * writes completely or not at all, so the progress is 100 unless the object was lost or truncated since, and
 * 0 for a document whose upload is pending.
 * @throws Problem 404 if there is no such record request, or file in it; `service.unavailable` if the store
 * is down
 */
export async function pollFile(
  parts: FileParts,
  reading: ProjectReading,
  ref: FileRef,
  area: FileArea,
): Promise<FileProgress> {
  const file = await getFile(parts, reading, ref, area);
  if (!isStored(file)) return { percent: 0, etag: null };
  const object = await parts.files.head(file.storageKey);
  if (object === undefined) return { percent: 0, etag: file.etag };
  return { percent: progressOf(file, object.sizeBytes), etag: object.etag };
}

const noFile = 'the record request has no such file';

/** @throws Problem `file.nameNotAllowed` for a name that breaks a rule (FILE-28) */
function getNewName(requested: string): string {
  const read = readNewFileName(requested);
  if ('name' in read) return read.name;
  throw new Problem('file.nameNotAllowed', { issues: [{ field: 'newFilename', rule: read.fault }] });
}

function placeOf({ uid }: RecordRequest, area: FileArea): FilePlace {
  return { recordRequestUid: uid, area };
}

/** Changes only a file's name, to a free one; its object stays where it is. */
async function rename(
  change: ProjectChange,
  request: RecordRequest,
  file: FileEntry | undefined,
  newFilename: string,
): Promise<StoredFile> {
  if (file === undefined || !isStored(file)) throw notFound(noFile);
  const wanted = getNewName(newFilename);
  const renamed = {
    ...file,
    fileName: await takeFileName(change.tx, placeOf(request, file.area), wanted, file.uid),
  };
  await updateFile(change.tx, renamed);
  const event = eventOf(change, ['document.rename', 'deliverable.rename']);
  await change.audit(resource('recordRequest', request), event, { file: uidOf(file.uid) });
  return renamed;
}

/**
 * Renames a deliverable, addressed by its stored path (FILE-26). A taken name gets a number.
 * @throws Problem `project.closed`, `file.nameNotAllowed`, 404 if there is no such record request, or file in
 * it
 */
export async function renameDeliverable(
  change: ProjectChange,
  ref: FileRef,
  newFilename: string,
): Promise<Deliverable> {
  const request = await lockRecordRequest(change, ref);
  const place = placeOf(request, 'deliverables');
  const key = recordRequestFileKey({ ...place, companyUid: request.companyUid }, ref.filename);
  const file = await findFileByStorageKey(change.tx, place, key);
  const { uid } = await rename(change, request, file, newFilename);
  await renewChart(change, change.project, request);
  const shown = (await listDeliverablesOf(change.tx, request.uid)).find(listed => listed.uid === uid);
  if (shown === undefined) throw new Error("a renamed file isn't listed");
  return shown;
}

/**
 * Renames a document, addressed by its name, or like deliverables by its stored path (FILE-33).
 * @throws Problem as {@link renameDeliverable}
 */
export async function renameDocument(
  change: ProjectChange,
  ref: FileRef,
  newFilename: string,
): Promise<StoredFile> {
  const request = await lockRecordRequest(change, ref);
  const place = placeOf(request, 'documents');
  const key = recordRequestFileKey({ ...place, companyUid: request.companyUid }, ref.filename);
  const file =
    (await findFile(change.tx, place, ref.filename)) ?? (await findFileByStorageKey(change.tx, place, key));
  return rename(change, request, file, newFilename);
}

/**
 * Deletes a file permanently.
 * @throws Problem `project.closed`, 404 if there is no such record request, or file in it
 */
export async function deleteFile(change: ProjectChange, ref: FileRef, area: FileArea): Promise<void> {
  const request = await lockRecordRequest(change, ref);
  const file = await findFile(change.tx, placeOf(request, area), ref.filename);
  if (file === undefined) throw notFound(noFile);
  await removeFile(change, file);
  if (area === 'deliverables') await withdrawChart(change, change.project, request);
  const event = eventOf(change, ['document.delete', 'deliverable.delete', 'attachment.delete']);
  await change.audit(resource('recordRequest', request), event, { file: uidOf(file.uid) });
}
