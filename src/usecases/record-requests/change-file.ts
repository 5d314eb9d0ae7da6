import { Problem, notFound } from '../../domain/problem';
import { readNewFileName } from '../../domain/record-requests/file-name';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { recordRequestFileKey } from '../../files/key-layout';
import {
  findFile,
  findFileByStorageKey,
  updateFile,
  type FileArea,
  type FileEntry,
  type FilePlace,
  type StoredFile,
} from '../../store/files/stored-files';
import { resource, type ProjectChange } from '../change';
import { isStored, listDeliverablesOf, type FileRef } from './files';
import { lockRecordRequest } from './get-record-request';
import { removeFile } from './remove-file';
import { takeFileName } from './take-file-name';
import { renewChart, withdrawChart } from './withdraw-chart';

const noFile = 'the record request has no such file';

/** @throws Problem `file.nameNotAllowed` for a name that breaks a rule (FILE-28) */
function getNewName(said: string): string {
  const read = readNewFileName(said);
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
 * @throws Problem `project.closed`, `file.nameNotAllowed`, 404 when there is no such record request, or file in it
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
