import { assertOpen } from '../../domain/projects/project';
import { notFound } from '../../domain/problem';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { findRecordRequest, lockRecordRequestByUid } from '../../store/record-requests/record-requests';
import { resource, type ProjectChange } from '../change';
import type { ProjectReading } from '../reading';

/** Where a record request is, as a path says it. */
export interface RecordRequestRef {
  readonly patientId: string;
  readonly recordRequestId: string;
}

const noRequest = 'the patient has no such record request';

/** @throws Problem 404 when the project's patient has no such record request */
export async function getRecordRequest(
  { db, project, saw }: ProjectReading,
  { patientId, recordRequestId }: RecordRequestRef,
): Promise<RecordRequest> {
  const request = await findRecordRequest(db, project.uid, patientId, recordRequestId);
  if (request === undefined) throw notFound(noRequest);
  saw(resource('recordRequest', request));
  return request;
}

/**
 * The record request of the path, locked until the transaction ends: what is written about it or its files follows one
 * another.
 * @throws Problem `project.closed`, 404 when the project's patient has no such record request
 */
export async function lockRecordRequest(
  { tx, project }: ProjectChange,
  { patientId, recordRequestId }: RecordRequestRef,
): Promise<RecordRequest> {
  assertOpen(project);
  const found = await findRecordRequest(tx, project.uid, patientId, recordRequestId);
  const request = found === undefined ? undefined : await lockRecordRequestByUid(tx, found.uid);
  if (request === undefined) throw notFound(noRequest);
  return request;
}
