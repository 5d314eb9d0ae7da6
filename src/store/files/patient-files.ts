// SQL text: the files of all record requests of a patient. Objection: the mark of a file.
import type { Actor } from '../../domain/actor';
import {
  deliveredStatuses,
  type RecordRequestKind,
  type RecordRequestStatus,
} from '../../domain/record-requests/record-request';
import type { Executor, Transaction } from '../database';
import { FileReviewModel, type FileReview } from '../models/file-review';
import { StoredFileModel, type StoredFile } from '../models/stored-file';
import { named } from '../named';
import { namesWithout, selectList, valuesOf } from '../table';

/** A file of a patient, and its record request. */
export interface PatientFile extends StoredFile {
  readonly patientUid: string;
  readonly facility: string;
  readonly kind: RecordRequestKind;
  readonly status: RecordRequestStatus;
  /** Who reviewed these bytes, and when; `null` if it isn't reviewed. */
  readonly reviewedBy: Actor | null;
  readonly reviewedAt: Date | null;
}

interface ListParams {
  readonly patientUid: string;
  readonly delivered: readonly RecordRequestStatus[];
  readonly limit: number;
}

const files = `
  select ${selectList(StoredFileModel, 'f', namesWithout(StoredFileModel, ['nameKey']))},
    r.patient_uid as "patientUid", r.submitted_site_name as facility, r.kind, r.status,
    v.reviewed_by as "reviewedBy", v.reviewed_at as "reviewedAt"
  from record_request r join stored_file f on f.record_request_uid = r.uid
  left join file_review v on v.file_uid = f.uid and v.etag = f.etag
  where f.etag is not null
    and (f.area in ('documents', 'attachments')
      or f.area in ('deliverables', 'combined') and r.status = any(:delivered::text[]))`;

const ofPatient = named<PatientFile, ListParams>(`${files} and r.patient_uid = :patientUid
  order by f.last_modified_at desc, f.uid desc limit :limit`);

/** Lists the files that a customer may have of a patient's record requests, latest first. */
export async function listFilesOfPatient(
  executor: Executor,
  patientUid: string,
  limit: number,
): Promise<PatientFile[]> {
  return ofPatient.run(executor, { patientUid, delivered: deliveredStatuses, limit });
}

interface RequestsParams extends Omit<ListParams, 'patientUid'> {
  readonly requestUids: readonly string[];
}

const ofRequests = named<PatientFile, RequestsParams>(`${files} and r.uid = any(:requestUids::uuid[])
  order by f.last_modified_at desc, f.uid desc limit :limit`);

/** Lists the files that a customer may have of these record requests, latest first. */
export async function listFilesOfRequests(
  executor: Executor,
  requestUids: readonly string[],
  limit: number,
): Promise<PatientFile[]> {
  return ofRequests.run(executor, { requestUids, delivered: deliveredStatuses, limit });
}

/** Marks a file as reviewed; the same mark again replaces the earlier one. */
export async function putFileReview(tx: Transaction, review: FileReview): Promise<void> {
  await FileReviewModel.query(tx).insert(valuesOf(FileReviewModel, review)).onConflict('file_uid').merge();
}

/** Removes the mark of a file. */
export async function deleteFileReview(tx: Transaction, fileUid: string): Promise<void> {
  await FileReviewModel.query(tx).deleteById(fileUid);
}
