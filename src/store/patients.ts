import type { Patient } from '../domain/patients/patient';
import type { PatientSearch, SearchStatus } from '../domain/searches/search';
import type { AuthorizationStatus } from '../domain/authorizations/authorization-status';
import type { Executor, Transaction } from './database';
import { PatientModel } from './models/patient';
import { named } from './named';
import { beforeAll, type PagePosition } from './projects';

const columns = `
  p.uid, p.company_uid as "companyUid", p.project_uid as "projectUid", p.id, p.first_name as "firstName",
  p.last_names as "lastNames", p.date_of_birth as "dateOfBirth", p.sex, p.zip_codes as "zipCodes", p.city, p.state,
  p.mobile, p.email, p.date_of_death as "dateOfDeath", p.authorization_status as "authorizationStatus",
  p.search_status as "searchStatus", p.authorization_etag as "authorizationEtag",
  p.authorization_uploaded_at as "authorizationUploadedAt", p.created_by_user_uid as "createdByUserUid", p.version,
  p.created_at as "createdAt", p.updated_at as "updatedAt",
  (select json_agg(json_build_object('kind', s.kind, 'isRequested', s.is_requested, 'phase', s.phase,
      'waitsFor', s.waits_for, 'outcome', s.outcome, 'run', s.run, 'runUid', s.run_uid, 'sequence', s.sequence,
      'partner', s.partner, 'requestHash', encode(s.request_hash, 'hex'), 'refusals', s.refusals,
      'resendAtMs', round(extract(epoch from s.resend_at) * 1000), 'judgedSex', s.judged_sex)
      order by array_position(array['siteSonar', 'patientHistories', 'ehrSearch'], s.kind))
    from patient_search s where s.patient_uid = p.uid) as searches`;

const findInProject = named<Patient>(`select ${columns} from patient p where p.project_uid = ? and p.id = ?`);
const lockInProject = named<{ uid: string }>(
  'select uid from patient where project_uid = ? and id = ? for update',
);
const lockByUid = named<{ uid: string }>('select uid from patient where uid = ? for update');
const findByUid = named<Patient>(`select ${columns} from patient p where p.uid = ?`);

/** The patient with this id in the project. */
export async function findPatient(
  executor: Executor,
  projectUid: string,
  id: string,
): Promise<Patient | undefined> {
  return (await findInProject.run(executor, [projectUid, id]))[0];
}

/** As `findPatient`, locked until the transaction ends: edits, answers and reviews of one patient happen in turn. */
export async function lockPatient(
  tx: Transaction,
  projectUid: string,
  id: string,
): Promise<Patient | undefined> {
  const [row] = await lockInProject.run(tx, [projectUid, id]);
  // Read after the lock is held: the row as the transaction before left it, its searches included.
  return row === undefined ? undefined : (await findByUid.run(tx, [row.uid]))[0];
}

/** The patient of a workflow. */
export async function findPatientByUid(executor: Executor, uid: string): Promise<Patient | undefined> {
  return (await findByUid.run(executor, [uid]))[0];
}

/** The patient of a workflow, locked until the transaction ends. */
export async function lockPatientByUid(tx: Transaction, uid: string): Promise<Patient | undefined> {
  const [row] = await lockByUid.run(tx, [uid]);
  return row === undefined ? undefined : (await findByUid.run(tx, [row.uid]))[0];
}

/** Which patients of a project a list shows; what is `undefined` does not matter. */
export interface PatientFilter {
  readonly searchStatus: SearchStatus | undefined;
  readonly authorizationStatus: AuthorizationStatus | undefined;
}

const pageOf = '(p.created_at, p.uid) > (?::timestamptz, ?::uuid) order by p.created_at, p.uid limit ?';
// A statement per combination rather than `? is null or …`: each has an index that gives its rows in order.
const lists = {
  all: named<Patient>(`select ${columns} from patient p where p.project_uid = ? and ${pageOf}`),
  bySearch: named<Patient>(
    `select ${columns} from patient p where p.project_uid = ? and p.search_status = ? and ${pageOf}`,
  ),
  byAuthorization: named<Patient>(
    `select ${columns} from patient p where p.project_uid = ? and p.authorization_status = ? and ${pageOf}`,
  ),
  byBoth: named<Patient>(
    `select ${columns} from patient p
     where p.project_uid = ? and p.search_status = ? and p.authorization_status = ? and ${pageOf}`,
  ),
} as const;

/** A page of a project's patients, oldest first. */
export async function listPatients(
  executor: Executor,
  projectUid: string,
  { searchStatus, authorizationStatus }: PatientFilter,
  page: { readonly after: PagePosition | undefined; readonly limit: number },
): Promise<Patient[]> {
  const after = page.after ?? beforeAll;
  const end = [after.createdAt, after.uid, page.limit];
  if (searchStatus === undefined) {
    return authorizationStatus === undefined
      ? lists.all.run(executor, [projectUid, ...end])
      : lists.byAuthorization.run(executor, [projectUid, authorizationStatus, ...end]);
  }
  return authorizationStatus === undefined
    ? lists.bySearch.run(executor, [projectUid, searchStatus, ...end])
    : lists.byBoth.run(executor, [projectUid, searchStatus, authorizationStatus, ...end]);
}

const etags = named<{ uid: string; etag: string | null }>(`
  select uid, authorization_etag as etag from patient where uid = any(?::uuid[])
`);

/** What each of these patients' authorization was when it was noticed last. */
export async function listAuthorizationEtags(
  executor: Executor,
  uids: readonly string[],
): Promise<ReadonlyArray<{ readonly uid: string; readonly etag: string | null }>> {
  return uids.length === 0 ? [] : etags.run(executor, [[...uids]]);
}

const insert = named<{ uid: string }>(`
  insert into patient (uid, company_uid, project_uid, id, first_name, last_names, date_of_birth, sex, zip_codes, city,
    state, mobile, email, date_of_death, authorization_status, search_status, created_by_user_uid, version, created_at,
    updated_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict on constraint patient_project_id_key do nothing
  returning uid
`);

/** Stores a new patient without its searches. @returns false when the id is taken in the project */
export async function insertPatient(tx: Transaction, patient: Omit<Patient, 'searches'>): Promise<boolean> {
  const rows = await insert.run(tx, [
    patient.uid,
    patient.companyUid,
    patient.projectUid,
    patient.id,
    patient.firstName,
    [...patient.lastNames],
    patient.dateOfBirth,
    patient.sex,
    [...patient.zipCodes],
    patient.city,
    patient.state,
    patient.mobile,
    patient.email,
    patient.dateOfDeath,
    patient.authorizationStatus,
    patient.searchStatus,
    patient.createdByUserUid,
    patient.version,
    patient.createdAt,
    patient.updatedAt,
  ]);
  return rows.length > 0;
}

/** Stores a patient as it is now, without its searches; the caller holds its lock and has counted its version up. */
export async function updatePatient(tx: Transaction, patient: Patient): Promise<void> {
  const { uid, companyUid: _, projectUid: __, id: ___, createdAt: ____, searches: _____, ...rest } = patient;
  await PatientModel.query(tx).findById(uid).patch(rest);
}

// One statement whatever their number: each way to the database is most of what a small write costs.
const upsertSearches = named(`
  insert into patient_search (patient_uid, kind, is_requested, phase, waits_for, outcome, run, run_uid, sequence, partner,
    request_hash, refusals, resend_at, judged_sex, updated_at)
  select ?::uuid, s.kind, s."isRequested", s.phase, s."waitsFor", s.outcome, s.run, s."runUid", s.sequence, s.partner,
    decode(s."requestHash", 'hex'), s.refusals, to_timestamp(s."resendAtMs" / 1000.0), s."judgedSex", ?::timestamptz
  from json_to_recordset(?::json) as s(kind text, "isRequested" boolean, phase text, "waitsFor" text, outcome text, run int,
    "runUid" uuid, sequence bigint, partner text, "requestHash" text, refusals int, "resendAtMs" bigint, "judgedSex" text)
  on conflict on constraint patient_search_pkey do update
    set is_requested = excluded.is_requested, phase = excluded.phase, waits_for = excluded.waits_for,
      outcome = excluded.outcome, run = excluded.run, run_uid = excluded.run_uid, sequence = excluded.sequence,
      partner = excluded.partner, request_hash = excluded.request_hash, refusals = excluded.refusals,
      resend_at = excluded.resend_at, judged_sex = excluded.judged_sex, updated_at = excluded.updated_at
    where patient_search.sequence <= excluded.sequence
`);

/** Stores searches of a patient. A write with a lower sequence than the row has comes too late and changes nothing. */
export async function putSearches(
  tx: Transaction,
  patientUid: string,
  searches: readonly PatientSearch[],
  at: Date,
): Promise<void> {
  if (searches.length > 0) await upsertSearches.run(tx, [patientUid, at, JSON.stringify(searches)]);
}
