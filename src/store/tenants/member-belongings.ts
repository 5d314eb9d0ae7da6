// SQL text: what ends when a member is removed is counted in one statement, and reassigned in one.
import type { Executor, Transaction } from '../database';
import { openStatuses } from '../../domain/record-requests/record-request';
import { named } from '../named';
import { mayWorkOn } from '../record-requests/assignments';
import { inStatuses } from '../record-requests/request-turns';

/** The member who looks, and whose record requests count: those in the projects that they see. */
export interface Onlooker {
  readonly companyUid: string;
  readonly membershipUid: string;
  readonly seesAllProjects: boolean;
}

/** What a member has that ends with their membership, or that others take over. */
export interface Belongings {
  readonly keys: number;
  readonly endpoints: number;
  /** Imports that are being processed. */
  readonly imports: number;
  /** Imports that they prepare. */
  readonly drafts: number;
  /** Invitations that they sent, whose link works. */
  readonly invitations: number;
  /** Reminders that they set for themselves. */
  readonly reminders: number;
  /** Open record requests that are assigned to them, in projects that the onlooker sees. */
  readonly requests: number;
}

// The projects of both environments.
const seenProject = `(j.company_uid = :companyUid and (:seesAllProjects::boolean or exists (
      select from membership_project op where op.membership_uid = :onlookerUid::uuid
        and op.project_uid = j.uid)))`;
const assignedSql = `record_request r join project j on j.uid = r.project_uid
      where r.project_uid = any(array(select j.uid from project j where ${seenProject}))
        and r.assignee_membership_uid = :memberUid::uuid and r.status ${inStatuses(openStatuses)}`;

interface Params {
  readonly companyUid: string;
  readonly onlookerUid: string;
  readonly seesAllProjects: boolean;
  readonly memberUid: string;
}

function paramsOf({ companyUid, membershipUid, seesAllProjects }: Onlooker, memberUid: string): Params {
  return { companyUid, onlookerUid: membershipUid, seesAllProjects, memberUid };
}

const count = named<Belongings, Params & { now: Date }>(`
  select
    (select count(*)::int from api_key k where k.membership_uid = m.uid and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > :now)) as keys,
    (select count(*)::int from webhook_endpoint e where e.owner_membership_uid = m.uid
      and e.deleted_at is null and e.channel = 'webhook') as endpoints,
    (select count(*)::int from bulk_import b where b.company_uid = m.company_uid
      and b.membership_uid = m.uid and b.status in ('AwaitingUpload', 'Processing')
      and not b.is_dry_run) as imports,
    (select count(*)::int from import_draft d where d.membership_uid = m.uid) as drafts,
    (select count(*)::int from request_reminder b where b.membership_uid = m.uid) as reminders,
    (select count(*)::int from invitation i where i.company_uid = m.company_uid
      and i.invited_by_user_uid = m.user_uid and i.accepted_at is null and i.taken_back_at is null
      and i.expires_at > :now) as invitations,
    (select count(*)::int from ${assignedSql}) as requests
  from membership m where m.uid = :memberUid::uuid and m.company_uid = :companyUid`);

/** Counts what a member has, as an onlooker may know it. */
export async function countBelongings(
  executor: Executor,
  onlooker: Onlooker,
  memberUid: string,
  now: Date,
): Promise<Belongings> {
  const [found] = await count.run(executor, { ...paramsOf(onlooker, memberUid), now });
  if (found === undefined) throw new Error('the company has no such membership');
  return found;
}

/** A member who can take over record requests. */
export interface Successor {
  readonly membershipUid: string;
  readonly name: string;
  readonly email: string;
}

type SuccessorParams = Params & { readonly uid: string | null; readonly limit: number };
const successors = named<Successor, SuccessorParams>(`
  select m.uid as "membershipUid", u.name, u.email
  from membership m join app_user u on u.uid = m.user_uid
  where m.company_uid = :companyUid and m.uid <> :memberUid::uuid
    and (:uid::uuid is null or m.uid = :uid::uuid)
    and exists (select from project j where ${seenProject} and ${mayWorkOn('j.uid')})
  order by lower(u.name), m.uid limit :limit`);

/** Lists who can take over record requests in the projects that an onlooker sees, by name. */
export async function listSuccessors(
  executor: Executor,
  onlooker: Onlooker,
  memberUid: string,
  limit: number,
): Promise<Successor[]> {
  return successors.run(executor, { ...paramsOf(onlooker, memberUid), uid: null, limit });
}

/** Returns a member as {@link listSuccessors} lists them. */
export async function findSuccessor(
  executor: Executor,
  onlooker: Onlooker,
  memberUid: string,
  uid: string,
): Promise<Successor | undefined> {
  const params = { ...paramsOf(onlooker, memberUid), uid, limit: 1 };
  return (await successors.run(executor, params))[0];
}

const reassign = named<{ reassigned: number }, Params & { uid: string }>(`
  with own as (
    select r.uid from ${assignedSql}
      and exists (select from membership m join app_user u on u.uid = m.user_uid
        where m.uid = :uid::uuid and m.company_uid = j.company_uid and ${mayWorkOn('j.uid')})
    order by r.uid for no key update of r
  ), given as (
    update record_request set assignee_membership_uid = :uid::uuid where uid in (select uid from own)
    returning uid
  )
  select count(*)::int as reassigned from given`);

/**
 * Assigns a member's open record requests to another one, in the projects that both this one and an onlooker
 * see.
 * @returns how many
 */
export async function reassignRequests(
  tx: Transaction,
  onlooker: Onlooker,
  memberUid: string,
  uid: string,
): Promise<number> {
  const [done] = await reassign.run(tx, { ...paramsOf(onlooker, memberUid), uid });
  return done?.reassigned ?? 0;
}
