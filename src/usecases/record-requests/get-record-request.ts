import { notFound } from '../../domain/problem';
import type { Executor } from '../../store/database';
import type { Project } from '../../store/queries/projects';
import {
  findRecordRequest,
  listRecordRequests as listOfPatient,
  type RecordRequest,
} from '../../store/queries/record-requests';
import {
  findStoredFile,
  listStoredFiles,
  type FileArea,
  type StoredFile,
} from '../../store/queries/stored-files';
import { getPatient } from '../patients/get-patient';

/** Where a record request is, as a path says it. */
export interface RecordRequestRef {
  readonly patientId: string;
  readonly recordRequestId: string;
}

/** @throws Problem 404 when the project's patient has no such record request */
export async function getRecordRequest(
  executor: Executor,
  project: Project,
  ref: RecordRequestRef,
): Promise<RecordRequest> {
  const request = await findRecordRequest(executor, project.uid, ref.patientId, ref.recordRequestId);
  if (request === undefined) throw notFound('the patient has no such record request');
  return request;
}

/** A page of a patient's record requests. @throws Problem 404 when the project has no such patient */
export async function listRecordRequests(
  executor: Executor,
  project: Project,
  patientId: string,
  page: Parameters<typeof listOfPatient>[2],
): Promise<{ readonly patientUid: string; readonly requests: readonly RecordRequest[] }> {
  const patient = await getPatient(executor, project, patientId);
  return { patientUid: patient.uid, requests: await listOfPatient(executor, patient.uid, page) };
}

/** The files of a record request's area, by name. */
export async function listFiles(
  executor: Executor,
  request: RecordRequest,
  area: FileArea,
): Promise<StoredFile[]> {
  return listStoredFiles(executor, request.uid, area);
}

/** @throws Problem 404 when the area has no file of this name */
export async function getFile(
  executor: Executor,
  request: RecordRequest,
  area: FileArea,
  fileName: string,
): Promise<StoredFile> {
  const file = await findStoredFile(executor, request.uid, area, fileName);
  if (file === undefined) throw notFound('the record request has no such file');
  return file;
}
