import type { Page } from '../../store/page';
import type { KeyPrincipal } from '../../access/principal';
import { Problem, notFound } from '../../domain/problem';
import { assertOpen } from '../../domain/projects/project';
import {
  recordRequestKinds,
  submit,
  type RecordRequest,
  type RecordRequestKind,
} from '../../domain/record-requests/record-request';
import { attributesOf, workflows } from '../../domain/workflows';
import type { AuthCheckTokens } from '../../embeds/auth-check/token';
import type { ObjectStore } from '../../files/object-store';
import type { Executor } from '../../store/database';
import { findPatientByUid, lockPatient } from '../../store/patients';
import {
  findRecordRequest,
  findRecordRequestByUid,
  insertRecordRequest,
  listRecordRequests as listOfPatient,
} from '../../store/record-requests';
import { findSite, resolveSite, type StoredSite } from '../../store/sites';
import { findStoredFile, listStoredFiles, type FileArea, type StoredFile } from '../../store/stored-files';
import { resource, type ProjectChange } from '../change';
import { mintAuthCheckToken } from '../patients/offers';
import { getPatient } from '../patients/patients';
import type { ProjectReading } from '../reading';
import { emitRecordRequestEvent } from './commit-record-request';

/** A facility by its real-world identity. */
export interface SiteIdentity {
  readonly name: string;
  readonly addressLine1: string;
  readonly addressLine2: string | undefined;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/** What a caller asks for. */
export interface RecordRequestForm {
  /** A site's id, or who the site is. */
  readonly site: { readonly id: string } | SiteIdentity;
  readonly kinds: Readonly<Partial<Record<RecordRequestKind, boolean | undefined>>>;
  readonly startDateOfService: string | null;
  readonly endDateOfService: string | null;
}

/** @throws Problem `recordRequest.siteUnknown` */
async function getSite(change: ProjectChange, site: RecordRequestForm['site']): Promise<StoredSite> {
  if (!('id' in site)) {
    const { addressLine2, ...rest } = site;
    const identity = addressLine2 === undefined ? rest : { ...rest, addressLine2 };
    return resolveSite(change.tx, identity, change.newUid(), change.now);
  }
  const found = await findSite(change.tx, site.id);
  if (found === undefined) throw new Problem('recordRequest.siteUnknown');
  return found;
}

/** Stores a new request, tells webhooks, and starts its workflow. */
async function commitRecordRequest(change: ProjectChange, request: RecordRequest): Promise<void> {
  const { project } = change;
  await insertRecordRequest(change.tx, request);
  await emitRecordRequestEvent(change, project, request, { eventType: 'recordRequest.created', changed: [] });
  const { patientUid: patient, kind, status } = request;
  const about = attributesOf(project, { kind, patient, status });
  await change.start(workflows.recordRequest, { recordRequestUid: request.uid }, about);
}

/**
 * Asks one facility for records: one request per kind switched on.
 * @throws Problem 404 for the patient, `project.closed`, `recordRequest.nothingAsked`, `recordRequest.siteUnknown`
 */
export async function createRecordRequests(
  change: ProjectChange,
  patientId: string,
  form: RecordRequestForm,
): Promise<RecordRequest[]> {
  const { project, principal } = change;
  assertOpen(project);
  const kinds = recordRequestKinds.filter(kind => form.kinds[kind] === true);
  if (kinds.length === 0) throw new Problem('recordRequest.nothingAsked');
  const patient = await lockPatient(change.tx, project.uid, patientId);
  if (patient === undefined) throw notFound('the project has no such patient');
  const site = await getSite(change, form.site);
  const requests = kinds.map(kind =>
    submit({
      uid: change.newUid(),
      companyUid: project.companyUid,
      projectUid: project.uid,
      patientUid: patient.uid,
      patientId: patient.id,
      siteUid: site.uid,
      kind,
      submittedSiteName: site.name,
      startDateOfService: form.startDateOfService,
      endDateOfService: form.endDateOfService,
      createdByUserUid: principal.userUid,
      createdAt: change.now,
    }),
  );
  for (const request of requests) await commitRecordRequest(change, request);
  await change.audit(resource('patient', patient));
  return requests;
}

/** The record requests that an earlier request made. @throws Problem 404 when the project has one of them no more */
export async function getMadeRecordRequests(
  { db, project, saw }: ProjectReading,
  uids: readonly string[],
): Promise<RecordRequest[]> {
  const requests: RecordRequest[] = [];
  for (const uid of uids) {
    const request = await findRecordRequestByUid(db, uid);
    if (request?.projectUid !== project.uid) throw notFound('the project has the record request no more');
    requests.push(request);
    saw({ kind: 'patient', uid: request.patientUid, companyUid: request.companyUid });
  }
  return requests;
}

/** Where a record request is, as a path says it. */
export interface RecordRequestRef {
  readonly patientId: string;
  readonly recordRequestId: string;
}

/** @throws Problem 404 when the project's patient has no such record request */
async function getRecordRequest(
  { db, project, saw }: ProjectReading,
  ref: RecordRequestRef,
): Promise<RecordRequest> {
  const request = await findRecordRequest(db, project.uid, ref.patientId, ref.recordRequestId);
  if (request === undefined) throw notFound('the patient has no such record request');
  saw(resource('recordRequest', request));
  return request;
}

/** A record request for a caller, with its deliverables once it is completed. @throws Problem 404 */
export async function readRecordRequest(
  reading: ProjectReading,
  ref: RecordRequestRef,
): Promise<{ readonly request: RecordRequest; readonly deliverables: readonly StoredFile[] }> {
  const request = await getRecordRequest(reading, ref);
  const isCompleted = request.status === 'Completed';
  const deliverables = isCompleted ? await listStoredFiles(reading.db, request.uid, 'deliverables') : [];
  return { request, deliverables };
}

/**
 * A fresh token for the auth-check of the authorization that a record request rests on, while one is on file.
 * None for a key that may not see the patient: the token shows them.
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
  reading: ProjectReading,
  patientId: string,
  page: Page,
): Promise<RecordRequest[]> {
  const patient = await getPatient(reading, patientId);
  reading.saw(resource('patient', patient));
  return listOfPatient(reading.db, patient.uid, page);
}

/** The files in an area of a record request, by name. @throws Problem 404 when there is no such record request */
export async function listFiles(
  reading: ProjectReading,
  ref: RecordRequestRef,
  area: FileArea,
): Promise<StoredFile[]> {
  const { uid } = await getRecordRequest(reading, ref);
  return listStoredFiles(reading.db, uid, area);
}

/** A file in an area of a record request. @throws Problem 404 when there is no such record request, or file in it */
export async function getFile(
  reading: ProjectReading,
  ref: RecordRequestRef,
  area: FileArea,
  fileName: string,
): Promise<StoredFile> {
  const { uid } = await getRecordRequest(reading, ref);
  const file = await findStoredFile(reading.db, uid, area, fileName);
  if (file === undefined) throw notFound('the record request has no such file');
  return file;
}

/** How far a file is. */
export interface FileProgress {
  /** Of the recorded bytes, how many lie in the object store: 0 to 100, and 100 only when all of them do. */
  readonly percent: number;
  /** Names the bytes that download now; those on record while there are none. */
  readonly etag: string;
}

/**
 * How far a file is, by what lies in the object store. A file is put on record after its object, which the store writes
 * whole or not at all: so what is told is 100, unless the object was lost or cut since.
 * @throws Problem 404 when there is no such record request, or file in it; `service.unavailable` when the store is away
 */
export async function pollFile(
  { files }: { readonly files: ObjectStore },
  reading: ProjectReading,
  ref: RecordRequestRef,
  area: FileArea,
  fileName: string,
): Promise<FileProgress> {
  const file = await getFile(reading, ref, area, fileName);
  const object = await files.head(file.storageKey);
  if (object === undefined) return { percent: 0, etag: file.etag };
  const isWhole = object.sizeBytes >= file.sizeBytes;
  return {
    percent: isWhole ? 100 : Math.floor((100 * object.sizeBytes) / file.sizeBytes),
    etag: object.etag,
  };
}
