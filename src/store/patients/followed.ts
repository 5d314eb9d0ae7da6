// SQL text: which records a user follows, as a condition of lists.
import type { Executor } from '../database';
import { plannedEachTime } from '../named';

// `exists` lets PostgreSQL choose between one look-up for each row and one hash of all choices.
const chose = (recordUid: string, isTracked: boolean): string =>
  `exists (select from tracking t where t.user_uid = :followerUid::uuid and t.record_uid = ${recordUid}
      and t.is_tracked = ${isTracked})`;

// The nearest level decides, and at each level the choice goes before who created it (HOOK-8, DECISION-62).
function decidedFrom(recordUid: string, isCreated: string, above: string): string {
  return `(not ${chose(recordUid, false)}
    and (${isCreated} or ${chose(recordUid, true)} or ${above}))`;
}

const amongCandidates = (uid: string): string =>
  `(:candidateUids::uuid[] is null or ${uid} = any(:candidateUids::uuid[]))`;
const projectSql = chose('j.uid', true);

/** Whether the user `:followerUid` follows the patient `p` of a project `j`, as `trackingOf` decides. */
export const followsPatientSql = `(${amongCandidates('p.uid')} and ${decidedFrom(
  'p.uid',
  'p.created_by_user_uid is not distinct from :followerUid::uuid',
  projectSql,
)})`;

/** Whether the user `:followerUid` follows the record request `r` of a project `j`. */
export const followsRequestSql = `(${amongCandidates('r.uid')} and ${decidedFrom(
  'r.uid',
  'r.created_by_user_uid is not distinct from :followerUid::uuid',
  decidedFrom(
    'r.patient_uid',
    `exists (select from patient o where o.uid = r.patient_uid
      and o.created_by_user_uid = :followerUid::uuid)`,
    projectSql,
  ),
)})`;

/** The most records that a list looks up by uid. Of more, it finds the first ones quickly in its order. */
const candidatesMax = 5_000;

interface CandidateParams {
  readonly followerUid: string;
  readonly companyUid: string;
  readonly limit: number;
}

const chosenOf = (kind: 'patient' | 'recordRequest'): string =>
  `select t.record_uid as uid from tracking t where t.user_uid = :followerUid::uuid
      and t.company_uid = :companyUid::uuid and t.record_kind = '${kind}' and t.is_tracked`;
const ownPatients = `select p.uid from patient p where p.created_by_user_uid = :followerUid::uuid
      and p.company_uid = :companyUid::uuid`;

/** Returns the statement that lists candidates, `null` for a user who follows a project. */
const candidates = (sql: string) =>
  plannedEachTime<{ uids: readonly string[] | null }, CandidateParams>(`
    select case when not exists (select from tracking t where t.user_uid = :followerUid::uuid
        and t.company_uid = :companyUid::uuid and t.record_kind = 'project' and t.is_tracked)
      then array(select uid from (${sql}) f limit :limit::int) end as uids`);

// Without removing repeated uids, so that reading stops at the limit.
const ofKind = {
  patient: candidates(`${chosenOf('patient')} union all ${ownPatients}`),
  recordRequest: candidates(`${chosenOf('recordRequest')}
    union all select r.uid from record_request r where r.created_by_user_uid = :followerUid::uuid
      and r.company_uid = :companyUid::uuid
    union all select r.uid from (${chosenOf('patient')}) o join record_request r on r.patient_uid = o.uid
    union all select r.uid from (${ownPatients}) o join record_request r on r.patient_uid = o.uid`),
};

/** What the conditions bind. */
export interface FollowParams {
  readonly followerUid: string;
  /** The uids among which the followed ones are; `null` for all. */
  readonly candidateUids: readonly string[] | null;
}

/** Returns what a list of followed records binds. */
export async function followParams(
  executor: Executor,
  kind: keyof typeof ofKind,
  { followerUid, companyUid }: Pick<CandidateParams, 'followerUid' | 'companyUid'>,
): Promise<FollowParams> {
  const [found] = await ofKind[kind].run(executor, { followerUid, companyUid, limit: candidatesMax + 1 });
  const uids = found?.uids ?? null;
  return { followerUid, candidateUids: uids !== null && uids.length <= candidatesMax ? uids : null };
}
