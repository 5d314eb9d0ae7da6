// Objection: rows by key and plain lists. SQL text: the lists of all companies, whose conditions the work
// queue shares.
import type { AuthorizationStatus } from '../../domain/authorizations/authorization-status';
import type { AuthorizationMethod, ProjectPurpose, ProjectStatus } from '../../domain/projects/project';
import {
  openStatuses,
  operatorsStatuses,
  outreach,
  type RecordRequest,
  type RecordRequestStatus,
} from '../../domain/record-requests/record-request';
import type { Executor, Transaction } from '../database';
import { RecordRequestModel } from '../models/record-request';
import { named } from '../named';
import { newestFirst, nilUid, onPage, type Page } from '../page';
import { documentPurposes, maySendSql } from '../patients/authorizations';
import { changesOf, columnsOf, namesWithout, valuesOf } from '../table';
import { companyDay, inStatuses } from './request-turns';

const shownColumns = columnsOf(
  RecordRequestModel,
  namesWithout(RecordRequestModel, ['namedSiteUid', 'assigneeMembershipUid']),
);

// The patient's id is a subquery instead of a join, so that a lock only takes the request.
function requests(executor: Executor) {
  return RecordRequestModel.query(executor).select(
    shownColumns,
    RecordRequestModel.relatedQuery('patient').select('id').as('patient_id'),
  );
}

const draw = named<{ requestNumber: string }>('select new_request_number() as "requestNumber"');

/** Returns a number that no record request has. */
export async function drawRequestNumber(tx: Transaction): Promise<string> {
  const [drawn] = await draw.run(tx, {});
  if (drawn === undefined) throw new Error('drawing a request number returned no row');
  return drawn.requestNumber;
}

/**
 * Stores a new record request.
 * @param namedSiteUid the originally named site, if the request's replaces it
 */
export async function insertRecordRequest(
  tx: Transaction,
  request: RecordRequest,
  namedSiteUid: string | null,
): Promise<void> {
  await RecordRequestModel.query(tx).insert(
    valuesOf(RecordRequestModel, { ...request, namedSiteUid, assigneeMembershipUid: null }),
  );
}

/** Returns the record request of the path `…/patients/{patientId}/record-requests/{uid}` in a project. */
export async function findRecordRequest(
  executor: Executor,
  projectUid: string,
  patientId: string,
  uid: string,
): Promise<RecordRequest | undefined> {
  return requests(executor)
    .findById(uid)
    .where({ project_uid: projectUid })
    .whereExists(RecordRequestModel.relatedQuery('patient').where({ id: patientId }))
    .castTo<RecordRequest | undefined>();
}

/** Returns the uid of the record request with a number. */
export async function findUidByNumber(
  executor: Executor,
  requestNumber: string,
): Promise<string | undefined> {
  const found = await RecordRequestModel.query(executor)
    .select('uid')
    .findOne({ request_number: requestNumber });
  return found?.uid;
}

/** Lists a page of a patient's record requests, oldest first. */
export async function listRecordRequests(
  executor: Executor,
  patientUid: string,
  page: Page,
): Promise<RecordRequest[]> {
  return requests(executor).where({ patient_uid: patientUid }).modify(onPage(page)).castTo<RecordRequest[]>();
}

/** Returns the uid of a patient's latest request; `undefined` without one. */
export async function findNewestRequestUid(
  executor: Executor,
  patientUid: string,
): Promise<string | undefined> {
  const newest = await RecordRequestModel.query(executor)
    .select('uid')
    .where({ patient_uid: patientUid })
    .orderBy(newestFirst)
    .limit(1)
    .first();
  return newest?.uid;
}

/** Lists what was requested from a site about a patient, oldest first. */
export async function listAskedOfSite(
  executor: Executor,
  patientUid: string,
  siteUid: string,
): Promise<RecordRequest[]> {
  return requests(executor)
    .where({ patient_uid: patientUid, site_uid: siteUid })
    .orderBy(['created_at', 'uid'])
    .castTo<RecordRequest[]>();
}

/** Not sent yet, or denied. */
const heldStatuses: RecordRequestStatus[] = ['Submitted', 'AuthDenied'];

// Requests are locked so that rows referring to one, such as a likely duplicate, can still be inserted: the
// inserting transaction holds the patient, whom the holder of a request may need to refer to.
function lockHeld(tx: Transaction, of: { readonly patient_uid: string } | { readonly project_uid: string }) {
  return requests(tx)
    .where(of)
    .whereIn('status', heldStatuses)
    .orderBy(['created_at', 'uid'])
    .forNoKeyUpdate()
    .castTo<RecordRequest[]>();
}

/**
 * Locks a patient's record requests that an authorization may block until the transaction ends, oldest first.
 */
export async function lockHeldOfPatient(tx: Transaction, patientUid: string): Promise<RecordRequest[]> {
  return lockHeld(tx, { patient_uid: patientUid });
}

/** Locks a patient's open record requests until the transaction ends, oldest first. */
export async function lockOpenOfPatient(tx: Transaction, patientUid: string): Promise<RecordRequest[]> {
  return requests(tx)
    .where({ patient_uid: patientUid })
    .whereIn('status', [...openStatuses])
    .orderBy(['created_at', 'uid'])
    .forNoKeyUpdate()
    .castTo<RecordRequest[]>();
}

/**
 * Locks a project's record requests that an authorization may block until the transaction ends, oldest first.
 */
export async function lockHeldOfProject(tx: Transaction, projectUid: string): Promise<RecordRequest[]> {
  return lockHeld(tx, { project_uid: projectUid });
}

/** A record request in a list of all companies. */
export interface ListedRecordRequest {
  readonly uid: string;
  readonly companyId: string;
  readonly projectId: string;
  readonly projectStatus: ProjectStatus;
  readonly patientUid: string;
  readonly kind: RecordRequest['kind'];
  readonly status: RecordRequestStatus;
  readonly channel: string | null;
  readonly channelFault: RecordRequest['channelFault'];
  readonly isHeldByCorrection: boolean;
  readonly submittedSiteName: string;
  readonly authorizationStatus: AuthorizationStatus;
  readonly authorizationExpiresOn: string | null;
  readonly authorizationRevokedOn: string | null;
  /** Of its company. */
  readonly timeZone: string;
  readonly purpose: ProjectPurpose;
  readonly authorizationMethod: AuthorizationMethod;
  readonly likelyDuplicateOfUid: string | null;
  readonly createdAt: Date;
  /** Of its latest packet that is ready or was sent; `null` without one. */
  readonly sendBy: string | null;
  readonly answerBy: string | null;
}

interface ListParams {
  readonly companyUid: string | null;
  readonly status: RecordRequestStatus | null;
  readonly afterUid: string | null;
  readonly limit: number;
}

/** Joins the dates of a request `r`'s latest packet that is ready or was sent, as `k`. */
export const latestPacketJoin = `left join lateral (
      select k.send_by, k.answer_by from request_packet k
      where k.record_request_uid = r.uid and k.prepared_at is not null
        and (r.status <> 'Submitted' or k.sequence = r.sequence)
      order by k.sequence desc limit 1
    ) k on true`;

function listOfAll<Params extends object>(condition: string) {
  return named<ListedRecordRequest, ListParams & Params>(`
    select r.uid, c.id as "companyId", j.id as "projectId", j.status as "projectStatus",
      r.patient_uid as "patientUid", r.kind, r.status, r.channel,
      r.channel_fault as "channelFault",
      r.is_held_by_correction as "isHeldByCorrection", r.submitted_site_name
        as "submittedSiteName",
      p.authorization_status as "authorizationStatus",
      p.authorization_expires_on as "authorizationExpiresOn",
      p.authorization_revoked_on as "authorizationRevokedOn", c.time_zone as "timeZone", j.purpose,
      j.authorization_method as "authorizationMethod",
      r.likely_duplicate_of_uid as "likelyDuplicateOfUid",
      r.created_at as "createdAt", k.send_by as "sendBy", k.answer_by as "answerBy"
    from record_request r
    join project j on j.uid = r.project_uid
    join company c on c.uid = r.company_uid
    join patient p on p.uid = r.patient_uid
    ${latestPacketJoin}
    where (:companyUid::uuid is null or r.company_uid = :companyUid::uuid)
      and (:status::text is null or r.status = :status::text)
      and (:afterUid::uuid is null or (r.created_at, r.uid) >
        (select a.created_at, a.uid from record_request a where a.uid = :afterUid::uuid))
      ${condition}
    order by r.created_at, r.uid
    limit :limit
  `);
}

const anyRequest = listOfAll('');

/**
 * The condition for what `standingOf` says about requests that wait for operators, on `r`, `j`, `c`, `p`, and
 * `k`; a test compares the two. The statuses are constants, so that the index of the open ones is used.
 */
export const waitsForOperatorSql = `r.status ${inStatuses(openStatuses)}
  and (r.status ${inStatuses(operatorsStatuses)}
    or j.status <> 'Sandbox' and r.status = 'Processing'
      and (r.channel is null or r.channel_fault is not null or r.is_held_by_correction
        or r.channel = '${outreach}' and (k.answer_by is null or k.answer_by < ${companyDay}))
    or j.status <> 'Sandbox' and r.status = 'Submitted' and not r.is_held_by_correction and ${maySendSql})`;
const waitingForOperator = listOfAll<{
  documentPurposes: readonly ProjectPurpose[];
  now: Date;
  isToSend: boolean;
}>(`
  and ${waitsForOperatorSql}
  and (not :isToSend::boolean or (j.status = 'Live' and r.status = 'Submitted' and k.send_by is not null))
`);

/** The filter for a list of all companies; `undefined` filters nothing. */
export interface RecordRequestFilter {
  readonly companyUid: string | undefined;
  readonly status: RecordRequestStatus | undefined;
  /** Only those that wait for operators. */
  readonly isForOperator: boolean;
  /** Of those, only the ones whose packet is ready to be sent. */
  readonly isToSend: boolean;
  readonly now: Date;
  /** The request after which the list starts. */
  readonly afterUid: string | undefined;
  readonly limit: number;
}

/** Lists record requests of all companies, oldest first; for operators. */
export async function listAllRecordRequests(
  executor: Executor,
  { companyUid, status, isForOperator, isToSend, now, afterUid, limit }: RecordRequestFilter,
): Promise<ListedRecordRequest[]> {
  const params = {
    companyUid: companyUid ?? null,
    status: status ?? null,
    afterUid: afterUid ?? null,
    limit,
  };
  return isForOperator || isToSend
    ? waitingForOperator.run(executor, { ...params, documentPurposes, now, isToSend })
    : anyRequest.run(executor, params);
}

/** A record request with a follow-up date, and the time zone that it follows. */
export type FollowUp = Pick<RecordRequest, 'uid' | 'status' | 'followUpDate' | 'followUpToldOn'> & {
  readonly timeZone: string;
};

/** Lists the open record requests of all companies with a follow-up date, by uid. */
export async function listFollowUps(
  executor: Executor,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<FollowUp[]> {
  return RecordRequestModel.query(executor)
    .select(
      columnsOf(RecordRequestModel, ['uid', 'status', 'followUpDate', 'followUpToldOn']),
      RecordRequestModel.relatedQuery('company').select('time_zone').as('time_zone'),
    )
    .whereNotNull('follow_up_date')
    .whereIn('status', [...openStatuses])
    .where('uid', '>', after ?? nilUid)
    .orderBy('uid')
    .limit(limit)
    .castTo<FollowUp[]>();
}

/** Returns the record request of a workflow. */
export async function findRecordRequestByUid(
  executor: Executor,
  uid: string,
): Promise<RecordRequest | undefined> {
  return requests(executor).findById(uid).castTo<RecordRequest | undefined>();
}

/** Locks the record request of a workflow until the transaction ends. */
export async function lockRecordRequestByUid(
  tx: Transaction,
  uid: string,
): Promise<RecordRequest | undefined> {
  return requests(tx).findById(uid).forNoKeyUpdate().castTo<RecordRequest | undefined>();
}

/** Stores a record request's current state; the caller holds its lock and increased its version. */
export async function updateRecordRequest(tx: Transaction, request: RecordRequest): Promise<void> {
  await RecordRequestModel.query(tx).findById(request.uid).patch(changesOf(RecordRequestModel, request));
}

/**
 * Records whether a request's channel can be asked; the caller holds its lock. Customers see none of it, so
 * the version stays.
 */
export async function updateChannelFault(
  tx: Transaction,
  { uid, channelFault }: Pick<RecordRequest, 'uid' | 'channelFault'>,
): Promise<void> {
  await RecordRequestModel.query(tx).findById(uid).patch({ channelFault });
}
