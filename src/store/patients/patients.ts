// SQL text: reading a patient with its searches, and registering one, are single statements on hot paths.
// Objection: the authorizations of several patients.
import type { AuthorizationStatus } from '../../domain/authorizations/authorization-status';
import type { VerdictCounts } from '../../domain/auth-checks/judge';
import type { Patient } from '../../domain/patients/patient';
import type { SupportingKind } from '../../domain/supporting-documents/supporting-document';
import type { ProjectTerms } from '../../domain/projects/project';
import { searchKinds, type PatientSearch } from '../../domain/searches/search';
import type { Patchable } from '../columns';
import type { Executor, Transaction } from '../database';
import { PatientModel, type PatientRow } from '../models/patient';
import { PatientSearchModel } from '../models/search';
import { SupportingDocumentModel } from '../models/supporting-document';
import { named } from '../named';
import { pageOf, pageParams, type Page, type PageParams } from '../page';
import { listsByStatus, type PatientFilter } from './patients-by-status';
import {
  columnsOf,
  excluded,
  insert,
  insertMany,
  jsonObject,
  namesWithout,
  patchOf,
  pick,
  selectList,
  update,
  valuesOf,
} from '../table';

interface ByUid {
  readonly uid: string;
}

interface PlaceOfPatient {
  readonly projectUid: string;
  readonly id: string;
}

// The search columns that belong to the patient.
const searchNames = namesWithout(PatientSearchModel, ['patientUid', 'updatedAt']);
// What is known about an answer, or about one that wasn't understood (SEARCH-27).
const finding = `case
    when s.phase = 'running' then (select 'beingRead' from roster_entry e
      where e.run_uid = s.run_uid and e.state = 'notUnderstood')
    when s.phase <> 'answered' then null
    when s.outcome = 'AmbiguousIdentity' then case when exists (select from run_candidate k
      where k.run_uid = s.run_uid and k.match->>'verdict' = 'accept') then 'conflictingPeople'
      else 'notProven' end
    when s.outcome = 'NoHit' then case when exists (select from run_candidate k
      where k.run_uid = s.run_uid and k.standing = 'accepted') then 'noRecords' else 'notFound' end
    when s.outcome = 'Completed' then (select 'incomplete' from search_run r
      where r.uid = s.run_uid and jsonb_typeof(r.matching->'passedOver') = 'number'
        and (r.matching->>'passedOver')::int > 0)
  end`;
const searchProgress = { sinceMs: 'floor(extract(epoch from s.updated_at) * 1000)::bigint', finding };
const searches = `(select json_agg(${jsonObject(PatientSearchModel, 's', searchNames, searchProgress)}
  order by array_position(array[${searchKinds.map(kind => `'${kind}'`).join(', ')}], s.kind))
  from patient_search s where s.patient_uid = p.uid)`;
const supportingNames = ['uid', 'number', 'kind', 'status', 'refusal'] as const;
const supporting = `(select coalesce(json_agg(${jsonObject(SupportingDocumentModel, 'd', supportingNames)}
  order by d.number), '[]') from supporting_document d where d.patient_uid = p.uid)`;
/**
 * The start of a statement that reads patients, with the alias `p`, with their searches and supporting
 * documents.
 */
export const patients = `select ${selectList(PatientModel, 'p')}, ${searches} as searches,
  ${supporting} as "supportingDocuments" from patient p`;

const findInProject = named<Patient, PlaceOfPatient>(
  `${patients} where p.project_uid = :projectUid and p.id = :id`,
);
// Others can insert rows that refer to a locked patient: one who holds a record request of the patient does,
// and the holder of the patient may wait for that request.
const lockInProject = named<ByUid, PlaceOfPatient>(
  'select uid from patient where project_uid = :projectUid and id = :id for no key update',
);
const lockByUid = named<ByUid, ByUid>('select uid from patient where uid = :uid for no key update');
const findByUid = named<Patient, ByUid>(`${patients} where p.uid = :uid`);

/** Returns the patient with this id in the project. */
export async function findPatient(
  executor: Executor,
  projectUid: string,
  id: string,
): Promise<Patient | undefined> {
  return (await findInProject.run(executor, { projectUid, id }))[0];
}

/**
 * Like `findPatient`, and locks it until the transaction ends, so that edits, answers, and reviews of one
 * patient are sequential.
 */
export async function lockPatient(
  tx: Transaction,
  projectUid: string,
  id: string,
): Promise<Patient | undefined> {
  const [row] = await lockInProject.run(tx, { projectUid, id });
  // Read after locking, so that the row and its searches are as the previous transaction left them.
  return row === undefined ? undefined : (await findByUid.run(tx, row))[0];
}

/** Returns the patient of a workflow. */
export async function findPatientByUid(executor: Executor, uid: string): Promise<Patient | undefined> {
  return (await findByUid.run(executor, { uid }))[0];
}

/** Locks the patient of a workflow until the transaction ends. */
export async function lockPatientByUid(tx: Transaction, uid: string): Promise<Patient | undefined> {
  const [row] = await lockByUid.run(tx, { uid });
  return row === undefined ? undefined : (await findByUid.run(tx, row))[0];
}

interface ListParams extends PageParams {
  readonly projectUid: string;
}

const listBy = listsByStatus<ListParams>('p', <More extends object>(condition: string) =>
  named<Patient, ListParams & More>(
    `${patients} where p.project_uid = :projectUid ${condition} and ${pageOf('p')}`,
  ),
);

/** Lists a page of a project's patients, oldest first. */
export async function listPatients(
  executor: Executor,
  projectUid: string,
  filter: PatientFilter,
  page: Page,
): Promise<Patient[]> {
  return listBy(executor, { projectUid, ...pageParams(page) }, filter);
}

const inCompany = '(:companyUid::uuid is null or p.company_uid = :companyUid::uuid)';

interface Everywhere {
  readonly companyUid: string | null;
  readonly limit: number;
}

// By project, so that the index on project and id is used.
const withId = named<Patient, Everywhere & { id: string }>(`
  ${patients} where p.project_uid = any(array(select uid from project)) and p.id = :id and ${inCompany}
  order by p.created_at, p.uid limit :limit
`);
const bornOn = named<Patient, Everywhere & { dateOfBirth: string }>(`
  ${patients} where p.date_of_birth = :dateOfBirth and ${inCompany}
  order by p.created_at, p.uid limit :limit
`);

/** Lists the patients with this id in any project, oldest first; for operators. */
export async function listPatientsWithId(
  executor: Executor,
  id: string,
  { companyUid, limit }: { readonly companyUid: string | undefined; readonly limit: number },
): Promise<Patient[]> {
  return withId.run(executor, { id, companyUid: companyUid ?? null, limit });
}

/** Lists the patients born on a day in any project, oldest first; for operators. */
export async function listPatientsBornOn(
  executor: Executor,
  dateOfBirth: string,
  { companyUid, limit }: { readonly companyUid: string | undefined; readonly limit: number },
): Promise<Patient[]> {
  return bornOn.run(executor, { dateOfBirth, companyUid: companyUid ?? null, limit });
}

/** An authorization that waits for an operator's decision. */
export interface AwaitedReview {
  readonly companyId: string;
  readonly projectId: string;
  readonly patientUid: string;
  readonly patientId: string;
  readonly uploadedAt: Date;
  readonly version: number;
  /** The results of the document's analysis; `null` while it runs. */
  readonly verdictCounts: VerdictCounts | null;
  readonly suggestedStatus: AuthorizationStatus | null;
  /** The recognized kinds of the supporting documents; unknown and unread ones are omitted. */
  readonly supporting: readonly SupportingKind[];
}

const reviewQueue = named<AwaitedReview, Everywhere & { afterUid: string | null }>(`
  select c.id as "companyId", j.id as "projectId", p.uid as "patientUid", p.id as "patientId",
    p.authorization_uploaded_at as "uploadedAt", p.version,
    k.verdict_counts as "verdictCounts", k.suggested_status as "suggestedStatus",
    array(select s.kind from supporting_document s where s.patient_uid = p.uid and s.kind is not null
      order by s.number) as supporting
  from patient p
  join project j on j.uid = p.project_uid and j.status = 'Live'
  join company c on c.uid = p.company_uid
  left join authorization_document d on d.patient_uid = p.uid
  left join auth_check k on k.document_uid = d.uid and k.status <> 'discarded'
  where p.authorization_status = 'NeedsApproval' and p.authorization_etag is not null and ${inCompany}
    and (:afterUid::uuid is null or (p.authorization_uploaded_at, p.uid) >
      (select a.authorization_uploaded_at, a.uid from patient a where a.uid = :afterUid::uuid))
  order by p.authorization_uploaded_at, p.uid
  limit :limit
`);

/**
 * Lists the patients of live projects whose document waits for a decision, longest wait first.
 * @param page `afterUid` is the patient after whom it starts
 */
export async function listAwaitedReviews(
  executor: Executor,
  page: {
    readonly companyUid: string | undefined;
    readonly afterUid: string | undefined;
    readonly limit: number;
  },
): Promise<AwaitedReview[]> {
  const { companyUid, afterUid, limit } = page;
  return reviewQueue.run(executor, { companyUid: companyUid ?? null, afterUid: afterUid ?? null, limit });
}

/** The authorization on file: its bytes, and when they were written. */
export type AuthorizationOnFile = Pick<Patient, (typeof onFileNames)[number]>;

const onFileNames = ['uid', 'authorizationEtag', 'authorizationUploadedAt'] as const;

/** Returns the authorization of each of these patients, as last recorded. */
export async function listAuthorizations(
  executor: Executor,
  uids: readonly string[],
): Promise<AuthorizationOnFile[]> {
  return PatientModel.query(executor)
    .select(columnsOf(PatientModel, onFileNames))
    .whereIn('uid', [...uids]);
}

/** A document as the object store has it. */
interface StoredAuthorization {
  readonly uid: string;
  readonly etag: string;
  readonly uploadedAt: Date;
}

const adoptTimes = named<{ uid: string }, { stored: readonly StoredAuthorization[] }>(`
  update patient p set authorization_uploaded_at = s."uploadedAt"
  from jsonb_to_recordset(:stored::jsonb) as s(uid uuid, etag text, "uploadedAt" timestamptz)
  where p.uid = s.uid and p.authorization_etag = s.etag and p.authorization_uploaded_at <> s."uploadedAt"
  returning p.uid
`);

/**
 * Adopts the store's write times for documents on file, if the bytes are the same; nothing else of a patient
 * changes.
 * @returns how many had a different time
 */
export async function adoptAuthorizationTimes(
  executor: Executor,
  stored: readonly StoredAuthorization[],
): Promise<number> {
  return stored.length === 0 ? 0 : (await adoptTimes.run(executor, { stored })).length;
}

const termNames = ['status', 'purpose', 'authorizationMethod'] as const;

// The project's terms that decide about a new patient must not be older than the patient: a concurrent change
// of them is waited for, and none happens before the commit. In one statement, since registering is the most
// frequent change.
const insertRow = named<ByUid, PatientRow & ProjectTerms>(
  insert(PatientModel, {
    from: `project p where p.uid = :projectUid and p.status = :status and p.purpose = :purpose
      and p.authorization_method = :authorizationMethod for share of p`,
    onConflict: 'on conflict on constraint patient_project_id_key do nothing',
    returning: 'uid',
  }),
);

/**
 * Stores a new patient without its searches.
 * @param terms the project terms that it was decided by
 * @returns false if the id is taken in the project, or its terms have changed
 */
export async function insertPatient(
  tx: Transaction,
  patient: PatientRow,
  terms: ProjectTerms,
): Promise<boolean> {
  const params = { ...valuesOf(PatientModel, patient), ...pick(terms, termNames) };
  return (await insertRow.run(tx, params)).length > 0;
}

const updateRow = named<never, Pick<PatientRow, 'uid' | Patchable<typeof PatientModel.columns>>>(
  update(PatientModel),
);

/**
 * Stores a patient's current state without its searches; the caller holds its lock and increased its version.
 */
export async function updatePatient(tx: Transaction, patient: Patient): Promise<void> {
  await updateRow.run(tx, patchOf(PatientModel, patient));
}

interface SearchesToPut {
  readonly patientUid: string;
  readonly at: Date;
  readonly rows: readonly PatientSearch[];
}

// One statement for any number: the round trip is most of the cost of a small write.
const upsertSearches = named<never, SearchesToPut>(
  insertMany(PatientSearchModel, {
    given: { patientUid: ':patientUid::uuid', updatedAt: ':at::timestamptz' },
    onConflict: `on conflict on constraint patient_search_pkey do update set ${excluded(PatientSearchModel)}
      where patient_search.sequence <= excluded.sequence`,
  }),
);

/**
 * Stores searches of a patient. A write with a lower sequence than the row has is too late and changes
 * nothing.
 */
export async function putSearches(
  tx: Transaction,
  patientUid: string,
  searches: readonly PatientSearch[],
  at: Date,
): Promise<void> {
  if (searches.length > 0) await upsertSearches.run(tx, { patientUid, at, rows: searches });
}
