/** The files of a record request, as a member views them in the console. */
import { assertPermission } from '../../access/authorize';
import { documentBytesMax } from '../../domain/auth-checks/limits';
import type { Patient } from '../../domain/patients/patient';
import { notFound } from '../../domain/problem';
import { isClosed } from '../../domain/projects/project';
import { contentTypeOf } from '../../domain/record-requests/file-name';
import { hasDeliverables, type RecordRequest } from '../../domain/record-requests/record-request';
import type { PresignedForm } from '../../files/object-store';
import { measurePages } from '../../reading/draw-document';
import { chartReadingLimits } from '../../reading/read-chart';
import { findFileByUid, type FileEntry, type StoredFile } from '../../store/files/stored-files';
import type { FileParts } from '../change';
import type { DrawingParts } from '../page-pictures';
import { readVisiblePatient } from '../patients/member-patients';
import type { Reading } from '../reading';
import { getRecordRequest } from '../record-requests/lookup';
import type { SeenRequestRef } from '../record-requests/member-requests';
import { drawStoredPage } from './returned-pages';

/** The largest document that a form uploads, in bytes. */
export const documentUploadBytesMax = 1024 ** 3;

/** The types of files whose pages are drawn. */
const drawnTypes: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/png']);

/** A file of a record request, by the uids of all. */
export type ViewedFileRef = SeenRequestRef & { readonly fileUid: string };

interface FoundFile {
  readonly patient: Patient;
  readonly request: RecordRequest;
  readonly isClosed: boolean;
  readonly file: FileEntry;
}

async function findShown(
  reading: Reading,
  { patientUid, recordRequestUid, fileUid }: ViewedFileRef,
): Promise<FoundFile> {
  assertPermission(reading.principal, 'ViewRecordRequests');
  const { patient, inProject } = await readVisiblePatient(reading, patientUid);
  const request = await getRecordRequest(inProject, {
    patientId: patient.id,
    recordRequestId: recordRequestUid,
  });
  const file = await findFileByUid(reading.db, fileUid);
  const isShown =
    file?.area === 'documents' ||
    file?.area === 'attachments' ||
    ((file?.area === 'deliverables' || file?.area === 'combined') && hasDeliverables(request.status));
  if (file?.recordRequestUid !== request.uid || !isShown)
    throw notFound('the record request shows no such file');
  return { patient, request, isClosed: isClosed(inProject.project), file };
}

/** A file with what its page shows. */
export interface ViewedFile extends FoundFile {
  readonly file: StoredFile;
  /** Whether its pages can be shown as pictures. */
  readonly hasPages: boolean;
}

/**
 * Returns a file of a record request (CONSOLE-71).
 * @throws Problem 403 without `ViewRecordRequests`, 404, also for a file that the customer may not have yet
 */
export async function viewFile(reading: Reading, ref: ViewedFileRef): Promise<ViewedFile> {
  const { file, ...found } = await findShown(reading, ref);
  if (file.etag === null) throw notFound('the upload of the file is pending');
  const hasPages = drawnTypes.has(file.contentType) && file.sizeBytes <= chartReadingLimits.bytes;
  return { ...found, file: { ...file, etag: file.etag }, hasPages };
}

/** The form that uploads a document, and what it uploads. */
export interface DocumentUpload extends Pick<FoundFile, 'patient' | 'request'> {
  readonly fileName: string;
  readonly form: PresignedForm;
}

/**
 * Returns a form that uploads a document from a browser directly to the store, to the place that was offered.
 * @throws Problem 403 without `UploadProviderPacket`, 404 for a document that wasn't offered
 */
export async function offerDocumentForm(
  { files }: FileParts,
  reading: Reading,
  ref: ViewedFileRef,
  returnTo: string,
): Promise<DocumentUpload> {
  assertPermission(reading.principal, 'UploadProviderPacket');
  const { patient, request, file, isClosed: isReadOnly } = await findShown(reading, ref);
  if (isReadOnly || file.area !== 'documents' || file.offeredAt === null)
    throw notFound('the record request awaits no such document');
  const { fileName, storageKey } = file;
  const limits = { contentType: contentTypeOf(fileName), bytesMax: documentUploadBytesMax, returnTo };
  return { patient, request, fileName, form: files.presignForm(storageKey, limits, reading.now) };
}

/**
 * Returns how many pages a file has; `undefined` for a PDF of more than 25 MiB or 25 pages, whose pages are
 * known only when they are drawn, and one that can't be opened. Call it outside any transaction.
 */
export async function countPages(
  { files, turns }: DrawingParts,
  { file, hasPages }: ViewedFile,
): Promise<number | undefined> {
  if (!hasPages) return 0;
  if (file.contentType !== 'application/pdf') return 1;
  if (file.sizeBytes > documentBytesMax) return undefined;
  const pages = await turns.run(async () => measurePages(await files.get(file.storageKey, documentBytesMax)));
  return pages?.length;
}

/**
 * Returns the picture of a page of a file that {@link viewFile} has admitted the member to (CONSOLE-71). Call
 * it outside any transaction.
 * @throws Problem 404 for a page that doesn't exist or can't be drawn
 */
export async function drawFilePage(
  parts: DrawingParts & Pick<FileParts, 'db'>,
  { file, hasPages }: ViewedFile,
  number: number,
): Promise<Buffer> {
  const picture = hasPages ? await drawStoredPage(parts, file, number) : undefined;
  if (picture === undefined) throw notFound('the file has no such page');
  return picture;
}
