/** The files and the notes of all record requests of a patient, as a member views them in the console. */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { assertPermission } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { uidOf } from '../../domain/changes';
import { usDate } from '../../domain/clinical/calendar-date';
import type { Patient } from '../../domain/patients/patient';
import { notFound, Problem } from '../../domain/problem';
import { isClosed } from '../../domain/projects/project';
import type { Note } from '../../domain/record-requests/note';
import type { AskedRequest } from '../../domain/record-requests/asked';
import { isOpen, type RecordRequest } from '../../domain/record-requests/record-request';
import { zipBytesMax, zipFilesMax } from '../../domain/record-requests/limits';
import { zipPaths } from '../../domain/record-requests/zip-names';
import { requestKindLabels } from '../../domain/status-labels';
import { clockIn } from '../../domain/time-zones';
import type { ObjectStore } from '../../files/object-store';
import { zipStream, type ZipEntry } from '../../files/zip-stream';
import {
  deleteFileReview,
  listFilesOfPatient,
  listFilesOfRequests,
  putFileReview,
  type PatientFile,
} from '../../store/files/patient-files';
import { readAsked } from '../../store/record-requests/asked-requests';
import { listNotesOfPatient } from '../../store/record-requests/notes';
import { listRecordRequests } from '../../store/record-requests/record-requests';
import { actorOf, resource, type Change } from '../change';
import { memberChangeOf, readVisiblePatient } from '../patients/member-patients';
import type { ProjectReading, Reading } from '../reading';
import { lockRecordRequest } from '../record-requests/lookup';
import { selectSeenRequests } from '../record-requests/seen-requests';

export type { PatientFile } from '../../store/files/patient-files';

/** The most files, notes, and record requests that are listed. */
export const listedMax = 1_000;

interface SeenPatient {
  readonly patient: Patient;
  readonly inProject: ProjectReading;
}

async function admit(reading: Reading, patientUid: string): Promise<SeenPatient> {
  assertPermission(reading.principal, 'ViewPatients');
  assertPermission(reading.principal, 'ViewRecordRequests');
  const found = await readVisiblePatient(reading, patientUid);
  reading.saw(resource('patient', found.patient));
  return found;
}

/** Why the files can't be downloaded as one ZIP file. */
export type ZipObstacle = 'none' | 'tooMany' | 'tooLarge';

function obstacleTo(files: readonly PatientFile[]): ZipObstacle | undefined {
  if (files.length === 0) return 'none';
  if (files.length > zipFilesMax) return 'tooMany';
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > zipBytesMax ? 'tooLarge' : undefined;
}

/** A request that waits for its files. */
interface WaitingRequest extends RecordRequest {
  readonly asked: AskedRequest | undefined;
}

/** The files of a patient. */
export interface ViewedPatientFiles {
  readonly patient: Patient;
  readonly isClosed: boolean;
  /** Latest first. */
  readonly files: readonly PatientFile[];
  /** The requests that wait for their files. */
  readonly waiting: readonly WaitingRequest[];
  /** In the company's time zone. */
  readonly today: string;
  /** Why there is no ZIP file of all; absent if there is. */
  readonly obstacle?: ZipObstacle;
}

/**
 * Returns the files of all record requests of a patient that the customer may have (FILE-43).
 * @throws Problem 403 without `ViewPatients` and `ViewRecordRequests`, 404
 */
export async function viewPatientFiles(reading: Reading, patientUid: string): Promise<ViewedPatientFiles> {
  const { patient, inProject } = await admit(reading, patientUid);
  const files = await listFilesOfPatient(reading.db, patient.uid, listedMax + 1);
  const requests = await listRecordRequests(reading.db, patient.uid, { after: undefined, limit: listedMax });
  const obstacle = obstacleTo(files);
  const waiting = requests.filter(({ status }) => isOpen(status));
  const asked = await readAsked(
    reading.db,
    waiting.map(({ uid }) => uid),
    { now: reading.now },
  );
  return {
    patient,
    isClosed: isClosed(inProject.project),
    files: files.slice(0, listedMax),
    waiting: waiting.map(request => ({ ...request, asked: asked.get(request.uid) })),
    today: clockIn(inProject.project.timeZone, reading.now).day,
    ...(obstacle === undefined ? {} : { obstacle }),
  };
}

/** A file to mark, and the version that the form showed. */
export interface ReviewMark {
  readonly fileUid: string;
  readonly fileVersion: string;
  readonly isReviewed: boolean;
}

/** Returns what tells one version of a file from another. */
export function fileVersionOf({ etag }: Pick<PatientFile, 'etag'>): string {
  return etag.replaceAll('"', '');
}

/**
 * Marks a file as reviewed, or takes the mark back. The same mark again changes nothing.
 * @throws Problem 403 without `ManageRecordRequests`, 404, `project.closed`, `console.formStale` if the file
 * was replaced since
 */
export async function markFile(
  change: Change<ConsolePrincipal>,
  patientUid: string,
  { fileUid, fileVersion, isReviewed }: ReviewMark,
): Promise<void> {
  const { tx, principal, now: reviewedAt } = change;
  assertPermission(principal, 'ViewRecordRequests');
  const { patientId, inProject } = await memberChangeOf(change, 'ManageRecordRequests', patientUid);
  const find = async () =>
    (await listFilesOfPatient(tx, patientUid, listedMax)).find(({ uid }) => uid === fileUid);
  const seen = await find();
  if (seen === undefined) throw notFound('the patient has no such file');
  const ref = { patientId, recordRequestId: seen.recordRequestUid };
  const request = await lockRecordRequest(inProject, ref);
  const file = await find();
  if (file === undefined || fileVersionOf(file) !== fileVersion) throw new Problem('console.formStale');
  if ((file.reviewedBy !== null) === isReviewed) {
    change.unaudited('the file already has this mark');
    return;
  }
  if (isReviewed)
    await putFileReview(tx, { fileUid, etag: file.etag, reviewedBy: actorOf(principal), reviewedAt });
  else await deleteFileReview(tx, fileUid);
  const changes = { file: uidOf(fileUid), isReviewed };
  await change.audit(resource('recordRequest', request), 'recordRequest.reviewFile', changes);
}

/** A file of a ZIP file, and the patient's ID. */
interface ZippedFile {
  readonly file: PatientFile;
  readonly patientId: string;
}

/** Returns the list of the files, as CSV. A cell that a spreadsheet would run as a formula is quoted. */
function manifestOf(zipped: readonly ZippedFile[], paths: readonly string[], timeZone: string): string {
  const dayOf = (at: Date): string => usDate(clockIn(timeZone, at).day);
  const rows = zipped.map(({ file, patientId }, index) => ({
    Path: paths[index] ?? '',
    'Patient ID': patientId,
    Facility: file.facility,
    Records: requestKindLabels[file.kind],
    File: file.fileName,
    'Size in bytes': String(file.sizeBytes),
    Received: dayOf(file.lastModifiedAt),
    'Reviewed by': file.reviewedBy?.name ?? '',
    Reviewed: file.reviewedAt === null ? '' : dayOf(file.reviewedAt),
    'Record request ID': file.recordRequestUid,
  }));
  return stringify(rows, { header: true, bom: true, escape_formulas: true, record_delimiter: 'windows' });
}

/** How the files of a ZIP file are ordered and dated. */
interface ZipShape {
  readonly folderOf: (zipped: ZippedFile) => string;
  readonly timeZone: string;
  readonly now: Date;
}

/** Returns a ZIP file of files, with a list of them. */
function zipOf(
  store: ObjectStore,
  zipped: readonly ZippedFile[],
  { folderOf, timeZone, now }: ZipShape,
): Readable {
  const paths = zipPaths(zipped.map(one => ({ folder: folderOf(one), fileName: one.file.fileName })));
  const manifest = manifestOf(zipped, paths, timeZone);
  const entries = zipped.map(({ file: { storageKey, lastModifiedAt } }, index): ZipEntry => ({
    path: paths[index] ?? '',
    modifiedAt: lastModifiedAt,
    open: () => store.read(storageKey, 0),
  }));
  const list: ZipEntry = {
    path: 'files.csv',
    modifiedAt: now,
    open: async () => Readable.from([Buffer.from(manifest)]),
  };
  return zipStream([list, ...entries]);
}

const facilityFolder = ({ file: { facility, kind } }: ZippedFile): string =>
  `${facility} - ${requestKindLabels[kind]}`;

/**
 * Returns a ZIP file of the files of a patient, with a list of them, written while it is read. Read it
 * outside any transaction.
 * @throws Problem 403 without `ViewPatients` and `ViewRecordRequests`, 404 for a patient without files,
 * `file.zipTooLarge`
 */
export async function openPatientZip(
  { files: store }: { readonly files: ObjectStore },
  reading: Reading,
  patientUid: string,
): Promise<Readable> {
  const { patient, inProject } = await admit(reading, patientUid);
  const files = await listFilesOfPatient(reading.db, patient.uid, zipFilesMax + 1);
  const obstacle = obstacleTo(files);
  if (obstacle === 'none') throw notFound('the patient has no files');
  if (obstacle !== undefined) throw new Problem('file.zipTooLarge');
  const shape = { folderOf: facilityFolder, timeZone: inProject.project.timeZone, now: reading.now };
  return zipOf(
    store,
    files.map(file => ({ file, patientId: patient.id })),
    shape,
  );
}

/**
 * Returns a ZIP file of the files of record requests, like {@link openPatientZip}, with a folder per patient
 * ID, facility, and kind.
 * @param timeZone of the company
 * @returns `undefined` if they have no files
 * @throws Problem as `selectSeenRequests`, `file.zipTooLarge`
 */
export async function openRequestsZip(
  { files: store }: { readonly files: ObjectStore },
  reading: Reading,
  { uids, timeZone }: { readonly uids: readonly string[]; readonly timeZone: string },
): Promise<Readable | undefined> {
  const requests = await selectSeenRequests(reading, uids);
  const files = await listFilesOfRequests(reading.db, uids, zipFilesMax + 1);
  const obstacle = obstacleTo(files);
  if (obstacle === 'none') return undefined;
  if (obstacle !== undefined) throw new Problem('file.zipTooLarge');
  const patientIds = new Map(requests.map(({ uid, patientId }) => [uid, patientId]));
  const zipped = files.map(file => ({ file, patientId: patientIds.get(file.recordRequestUid) ?? '' }));
  const folderOf = (one: ZippedFile): string => `${one.patientId} - ${facilityFolder(one)}`;
  return zipOf(store, zipped, { folderOf, timeZone, now: reading.now });
}

/** The notes of a patient. */
export interface ViewedPatientNotes {
  readonly patient: Patient;
  /** Newest first, each with its request. */
  readonly notes: ReadonlyArray<{ readonly note: Note; readonly request: RecordRequest }>;
}

/**
 * Returns the notes of all record requests of a patient (FILE-46).
 * @throws Problem 403 without `ViewPatients` and `ViewRecordRequests`, 404
 */
export async function viewPatientNotes(reading: Reading, patientUid: string): Promise<ViewedPatientNotes> {
  const { patient } = await admit(reading, patientUid);
  const requests = await listRecordRequests(reading.db, patient.uid, { after: undefined, limit: listedMax });
  const notes = await listNotesOfPatient(reading.db, patient.uid, listedMax);
  return {
    patient,
    notes: notes.flatMap(note => {
      const request = requests.find(({ uid }) => uid === note.recordRequestUid);
      return request === undefined ? [] : [{ note, request }];
    }),
  };
}
