import {
  type RecordRequest,
  type RecordRequestStatus,
  isOpen,
} from '../../domain/record-requests/record-request';
import type { FacilityRequest, ReturnedFile } from '../../partners/facility-channel';
import { findPatientByUid } from '../../store/patients';
import { getProjectByUid } from '../../store/projects';
import type { Project } from '../../domain/projects/project';
import { findRecordRequestByUid, lockRecordRequestByUid } from '../../store/record-requests';
import { findSite } from '../../store/sites';
import { putStoredFile, type StoredFile } from '../../store/stored-files';
import type { Executor } from '../../store/database';
import type { Change } from '../change';
import { moveRecordRequest } from './move-record-request';

/** A record request with what its channel needs to know. */
export interface RecordRequestBrief {
  readonly request: RecordRequest;
  readonly project: Project;
  readonly ask: FacilityRequest;
}

/** Gathers what a facility is to be asked; `undefined` when the request is gone. */
export async function briefRecordRequest(
  executor: Executor,
  uid: string,
): Promise<RecordRequestBrief | undefined> {
  const request = await findRecordRequestByUid(executor, uid);
  if (request === undefined) return undefined;
  const [patient, site, project] = await Promise.all([
    findPatientByUid(executor, request.patientUid),
    findSite(executor, request.siteUid),
    getProjectByUid(executor, request.projectUid),
  ]);
  if (patient === undefined || site === undefined)
    throw new Error('a record request points at rows that are not there');
  const { uid: recordRequestUid, kind, startDateOfService, endDateOfService, createdAt } = request;
  const requestedOn = createdAt.toISOString().slice(0, 10);
  return {
    request,
    project,
    ask: { recordRequestUid, kind, patient, site, startDateOfService, endDateOfService, requestedOn },
  };
}

/**
 * Marks a submitted request as sent to its facility. A repeat, or a request that moved on meanwhile, is left as it is.
 * @returns where it stands now, `undefined` when it is gone
 */
export async function markSent(change: Change, uid: string): Promise<RecordRequest | undefined> {
  const request = await lockRecordRequestByUid(change.tx, uid);
  if (request?.status !== 'Submitted') return request;
  const project = await getProjectByUid(change.tx, request.projectUid);
  const lastContactDate = change.now.toISOString().slice(0, 10);
  const sent = await moveRecordRequest(change, project, request, 'Processing', { lastContactDate });
  await change.audit('recordRequest.send', { kind: 'recordRequest', uid, companyUid: request.companyUid });
  return sent;
}

/** A returned file that lies in the object store. */
export type ReturnedObject = Omit<ReturnedFile, 'bytes'> &
  Pick<StoredFile, 'storageKey' | 'sizeBytes' | 'etag' | 'lastModifiedAt'>;

/**
 * Completes a request with the files its facility returned: they become deliverables and the request `Completed`. A
 * repeat, or a request that was moved since `sequence` (closed, or sent anew by an operator), is left as it is.
 */
export async function completeRecordRequest(
  change: Change,
  uid: string,
  sequence: number,
  files: readonly ReturnedObject[],
): Promise<RecordRequestStatus | undefined> {
  const request = await lockRecordRequestByUid(change.tx, uid);
  if (request === undefined) return undefined;
  if (!isOpen(request.status) || request.sequence !== sequence) return request.status;
  for (const file of files) {
    await putStoredFile(change.tx, {
      ...file,
      uid: change.newUid(),
      companyUid: request.companyUid,
      recordRequestUid: uid,
      area: 'deliverables',
      folder: null,
      uploadedBy: { kind: 'facility', id: request.siteUid, name: request.submittedSiteName },
      createdAt: change.now,
    });
  }
  const project = await getProjectByUid(change.tx, request.projectUid);
  const completionDate = change.now.toISOString().slice(0, 10);
  await moveRecordRequest(change, project, request, 'Completed', { completionDate });
  await change.audit('recordRequest.complete', {
    kind: 'recordRequest',
    uid,
    companyUid: request.companyUid,
  });
  return 'Completed';
}
