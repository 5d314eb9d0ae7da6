import type { RecordRequest } from '../domain/record-requests/record-request';
import type { Patchable } from './columns';
import type { Executor, Transaction } from './database';
import { RecordRequestModel, type RecordRequestRow } from './models/record-request';
import { named } from './named';
import { pageOf, pageParams, type Page, type PageParams } from './page';
import { insert, patchOf, selectList, update, valuesOf } from './table';

const requests = `select ${selectList(RecordRequestModel, 'r')}, p.id as "patientId"
  from record_request r join patient p on p.uid = r.patient_uid`;

const insertRow = named<never, RecordRequestRow>(insert(RecordRequestModel));

/** Stores a new record request. */
export async function insertRecordRequest(tx: Transaction, request: RecordRequest): Promise<void> {
  await insertRow.run(tx, valuesOf(RecordRequestModel, request));
}

const findInProject = named<RecordRequest, { projectUid: string; patientId: string; uid: string }>(
  `${requests} where r.project_uid = :projectUid and p.id = :patientId and r.uid = :uid`,
);

/** The record request of the path `…/patients/{patientId}/record-requests/{uid}` in a project. */
export async function findRecordRequest(
  executor: Executor,
  projectUid: string,
  patientId: string,
  uid: string,
): Promise<RecordRequest | undefined> {
  return (await findInProject.run(executor, { projectUid, patientId, uid }))[0];
}

const listOfPatient = named<RecordRequest, PageParams & { patientUid: string }>(
  `${requests} where r.patient_uid = :patientUid and ${pageOf('r')}`,
);

/** A page of a patient's record requests, oldest first. */
export async function listRecordRequests(
  executor: Executor,
  patientUid: string,
  page: Page,
): Promise<RecordRequest[]> {
  return listOfPatient.run(executor, { patientUid, ...pageParams(page) });
}

const submittedOfPatient = named<RecordRequest, { patientUid: string }>(
  `${requests} where r.patient_uid = :patientUid and r.status = 'Submitted' order by r.created_at, r.uid`,
);

/** A patient's record requests that were not sent yet, oldest first. */
export async function listSubmittedOfPatient(
  executor: Executor,
  patientUid: string,
): Promise<RecordRequest[]> {
  return submittedOfPatient.run(executor, { patientUid });
}

const submittedOfProject = named<RecordRequest, { projectUid: string }>(
  `${requests} where r.project_uid = :projectUid and r.status = 'Submitted' order by r.created_at, r.uid`,
);

/** A project's record requests that were not sent yet, oldest first. */
export async function listSubmittedOfProject(
  executor: Executor,
  projectUid: string,
): Promise<RecordRequest[]> {
  return submittedOfProject.run(executor, { projectUid });
}

const byUid = named<RecordRequest, { uid: string }>(`${requests} where r.uid = :uid`);
const lockByUid = named<RecordRequest, { uid: string }>(`${requests} where r.uid = :uid for update of r`);

/** The record request of a workflow. */
export async function findRecordRequestByUid(
  executor: Executor,
  uid: string,
): Promise<RecordRequest | undefined> {
  return (await byUid.run(executor, { uid }))[0];
}

/** The record request of a workflow, locked until the transaction ends. */
export async function lockRecordRequestByUid(
  tx: Transaction,
  uid: string,
): Promise<RecordRequest | undefined> {
  return (await lockByUid.run(tx, { uid }))[0];
}

const updateRow = named<never, Pick<RecordRequestRow, 'uid' | Patchable<typeof RecordRequestModel.columns>>>(
  update(RecordRequestModel),
);

/** Stores a record request as it is now; the caller holds its lock and has counted its version up. */
export async function updateRecordRequest(tx: Transaction, request: RecordRequest): Promise<void> {
  await updateRow.run(tx, patchOf(RecordRequestModel, request));
}
