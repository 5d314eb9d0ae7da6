import { notFound, Problem } from '../../domain/problem';
import { readNewFileName } from '../../domain/record-requests/file-name';
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
import { resource, type FileParts, type ProjectChange } from '../change';
import type { ProjectReading } from '../reading';
import { renewChart, withdrawChart } from './combined-charts';
import { lookForAwaited, lookForDocument } from './document-uploads';
import { listDeliverablesOf, takeFileName, removeFile } from './file-records';
import { getRecordRequest, lockRecordRequest, type RecordRequestRef } from './lookup';

/** The deliverables of the path's record request. @throws Problem 404 when there is none */
export async function listDeliverables(
  reading: ProjectReading,
  ref: RecordRequestRef,
): Promise<StoredFile[]> {
  const { uid } = await getRecordRequest(reading, ref);
  return listDeliverablesOf(reading.db, uid);
}

/** Which of the deliverables a browse shows. */
export interface DeliverablePage {
  /** Part of a name or a folder, in capitals or not. */
  readonly search?: string | undefined;
  readonly skip?: number | undefined;
  readonly take?: number | undefined;
}

/**
 * A page of the deliverables that have a text in their name or folder, and how many have it.
 * @throws Problem 404 when there is no such record request
 */
export async function browseDeliverables(
  reading: ProjectReading,
  ref: RecordRequestRef,
  { search = '', skip = 0, take }: DeliverablePage,
): Promise<{ readonly files: readonly StoredFile[]; readonly total: number }> {
  const fold = (text: string): string => text.normalize('NFC').toLowerCase();
  const wanted = fold(search);
  const found = (await listDeliverables(reading, ref)).filter(({ fileName, folder }) =>
    [fileName, folder ?? ''].some(text => fold(text).includes(wanted)),
  );
  return { files: found.slice(skip, take === undefined ? undefined : skip + take), total: found.length };
}

/**
 * The documents of a record request by name. Uploads that were offered and not noticed yet are looked for
 * first.
 * @throws Problem 404 when there is no such record request; `service.unavailable` when an upload is awaited
 *   and the store is away
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

/** Whether the bytes of a file are there. */
function isStored(file: FileEntry): file is StoredFile {
  return file.etag !== null;
}

/** Where a file is, as a path says it. */
type FileRef = RecordRequestRef & { readonly filename: string };

/**
 * A file in an area of a record request; of a document the upload that is awaited is looked for first.
 * @throws Problem 404 when there is no such record request, or file in it; `service.unavailable` as {@link
 *   listDocuments}
 */
export async function getFile(
  parts: FileParts,
  reading: ProjectReading,
  ref: FileRef,
  area: FileArea,
): Promise<FileEntry> {
  const { uid: recordRequestUid } = await getRecordRequest(reading, ref);
  const find = () => findFile(reading.db, { recordRequestUid, area }, ref.filename);
  let file = await find();
  if (file !== undefined && (await lookForDocument(parts, file, reading.now))) file = await find();
  if (file === undefined) throw notFound('the record request has no such file');
  return file;
}

/** How far a file is. */
export interface FileProgress {
  /** Of the recorded bytes, how many lie in the object store: 0 to 100, and 100 only when all of them do. */
  readonly percent: number;
  /** Names the bytes that download now; those on record while there are none; null before the first. */
  readonly etag: string | null;
}

function progressOf({ sizeBytes }: StoredFile, storedBytes: number): number {
  return storedBytes >= sizeBytes ? 100 : Math.floor((100 * storedBytes) / sizeBytes);
}

/**
 * How far a file is, by what lies in the object store. A file is put on record after its object, which the
 * store writes whole or not at all: so what is told is 100, unless the object was lost or cut since; and 0 of
 * a document that was offered for upload and has not come.
 * @throws Problem 404 when there is no such record request, or file in it; `service.unavailable` when the
 *   store is away
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

/** Gives a file a name that is free, and nothing else: its object stays where it is. */
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
  await change.audit(resource('recordRequest', request));
  return renamed;
}

/**
 * Renames a deliverable, addressed by its stored path (FILE-26). A name that is taken gets a number.
 * @throws Problem `project.closed`, `file.nameNotAllowed`, 404 when there is no such record request, or
 *   file in it
 */
export async function renameDeliverable(
  change: ProjectChange,
  ref: FileRef,
  newFilename: string,
): Promise<StoredFile> {
  const request = await lockRecordRequest(change, ref);
  const place = placeOf(request, 'deliverables');
  const key = recordRequestFileKey({ ...place, companyUid: request.companyUid }, ref.filename);
  const file = await findFileByStorageKey(change.tx, place, key);
  const { uid } = await rename(change, request, file, newFilename);
  await renewChart(change, change.project, request);
  const shown = (await listDeliverablesOf(change.tx, request.uid)).find(listed => listed.uid === uid);
  if (shown === undefined) throw new Error('a renamed file is not listed');
  return shown;
}

/**
 * Renames a document, addressed by its name, or by its stored path as deliverables are (FILE-33).
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
 * Deletes a file for good.
 * @throws Problem `project.closed`, 404 when there is no such record request, or file in it
 */
export async function deleteFile(change: ProjectChange, ref: FileRef, area: FileArea): Promise<void> {
  const request = await lockRecordRequest(change, ref);
  const file = await findFile(change.tx, placeOf(request, area), ref.filename);
  if (file === undefined) throw notFound(noFile);
  await removeFile(change, file);
  if (area === 'deliverables') await withdrawChart(change, change.project, request);
  await change.audit(resource('recordRequest', request));
}
