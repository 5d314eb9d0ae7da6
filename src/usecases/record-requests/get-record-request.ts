import type { KeyPrincipal } from '../../access/principal';
import { notFound } from '../../domain/problem';
import type { AuthCheckTokens } from '../../embeds/auth-check/token';
import type { Executor } from '../../store/database';
import { findPatientByUid } from '../../store/patients';
import type { Project } from '../../domain/projects/project';
import { findRecordRequest, listRecordRequests as listOfPatient } from '../../store/record-requests';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { findStoredFile, listStoredFiles, type FileArea, type StoredFile } from '../../store/stored-files';
import { mintAuthCheckToken } from '../patients/describe-surroundings';
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

/**
 * A fresh token for the auth-check of the authorization that a record request rests on, while one is on file
 * (specification, Record request output). None for a key that may not see the patient: the token shows them.
 */
export async function mintRecordRequestToken(
  parts: { readonly db: Executor; readonly authCheckTokens: AuthCheckTokens },
  principal: KeyPrincipal,
  request: RecordRequest,
  at: Date,
): Promise<string | undefined> {
  if (!principal.permissions.has('ViewPatients')) return undefined;
  const patient = await findPatientByUid(parts.db, request.patientUid);
  return patient === undefined ? undefined : mintAuthCheckToken(parts.authCheckTokens, patient, at);
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
