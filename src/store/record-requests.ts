import type { RecordRequest } from '../domain/record-requests/record-request';
import type { Executor, Transaction } from './database';
import { RecordRequestModel } from './models/record-request';
import { named } from './named';

const columns = `
  r.uid, r.company_uid as "companyUid", r.project_uid as "projectUid", r.patient_uid as "patientUid", p.id as "patientId",
  r.site_uid as "siteUid", r.kind, r.status, r.submitted_site_name as "submittedSiteName",
  r.start_date_of_service as "startDateOfService", r.end_date_of_service as "endDateOfService",
  r.follow_up_date as "followUpDate", r.last_contact_date as "lastContactDate", r.completion_date as "completionDate",
  r.sequence, r.created_by_user_uid as "createdByUserUid", r.version, r.created_at as "createdAt", r.updated_at as "updatedAt"`;

/** Stores a new record request. */
export async function insertRecordRequest(tx: Transaction, request: RecordRequest): Promise<void> {
  const { patientId: _, ...row } = request;
  await RecordRequestModel.query(tx).insert(row);
}

const findInProject = named<RecordRequest>(`
  select ${columns} from record_request r join patient p on p.uid = r.patient_uid
  where r.project_uid = ? and p.id = ? and r.uid = ?
`);

/** The record request of the path `…/patients/{patientId}/record-requests/{uid}` in a project. */
export async function findRecordRequest(
  executor: Executor,
  projectUid: string,
  patientId: string,
  uid: string,
): Promise<RecordRequest | undefined> {
  return (await findInProject.run(executor, [projectUid, patientId, uid]))[0];
}

const listOfPatient = named<RecordRequest>(`
  select ${columns} from record_request r join patient p on p.uid = r.patient_uid
  where r.patient_uid = ? and (r.created_at, r.uid) > (?::timestamptz, ?::uuid)
  order by r.created_at, r.uid limit ?
`);

/** A page of a patient's record requests, oldest first. */
export async function listRecordRequests(
  executor: Executor,
  patientUid: string,
  page: {
    readonly after: { readonly createdAt: Date; readonly uid: string } | undefined;
    readonly limit: number;
  },
): Promise<RecordRequest[]> {
  const after = page.after ?? { createdAt: new Date(0), uid: '00000000-0000-0000-0000-000000000000' };
  return listOfPatient.run(executor, [patientUid, after.createdAt, after.uid, page.limit]);
}

const byUid = named<RecordRequest>(`
  select ${columns} from record_request r join patient p on p.uid = r.patient_uid where r.uid = ?
`);
const lockByUid = named<RecordRequest>(`
  select ${columns} from record_request r join patient p on p.uid = r.patient_uid where r.uid = ? for update of r
`);

/** The record request of a workflow. */
export async function findRecordRequestByUid(
  executor: Executor,
  uid: string,
): Promise<RecordRequest | undefined> {
  return (await byUid.run(executor, [uid]))[0];
}

/** The record request of a workflow, locked until the transaction ends. */
export async function lockRecordRequestByUid(
  tx: Transaction,
  uid: string,
): Promise<RecordRequest | undefined> {
  return (await lockByUid.run(tx, [uid]))[0];
}

/** Stores a record request as it is now; the caller holds its lock and has counted its version up. */
export async function updateRecordRequest(tx: Transaction, request: RecordRequest): Promise<void> {
  const { uid, status, followUpDate, lastContactDate, completionDate, sequence, version, updatedAt } =
    request;
  await RecordRequestModel.query(tx)
    .findById(uid)
    .patch({ status, followUpDate, lastContactDate, completionDate, sequence, version, updatedAt });
}
