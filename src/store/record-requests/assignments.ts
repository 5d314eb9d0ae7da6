// SQL text: who may work on a record request decides what lists show.
import type { ProjectScope } from '../../domain/projects/project';
import type { Executor, Transaction } from '../database';
import { named } from '../named';
import { isVisible, scopeParams } from '../tenants/projects';

/**
 * The condition for a member `m` with the user `u` who may work on the record requests of a project: a person
 * who still is a member, sees the project, and may see record requests.
 */
export const mayWorkOn = (projectUid: string): string => `(m.ended_at is null and u.deleted_at is null
    and not u.is_service_account
    and (m.sees_all_projects or exists (select from membership_project mp
      where mp.membership_uid = m.uid and mp.project_uid = ${projectUid}))
    and exists (select from role_permission rp
      where rp.role_uid = m.role_uid and rp.permission = 'ViewRecordRequests'))`;

/** The members who may work on the record requests of a project `j`. */
const workersOfProject = `membership m join app_user u on u.uid = m.user_uid
    where m.company_uid = j.company_uid and ${mayWorkOn('j.uid')}`;

/** The condition that a request `r` of a project `j` is assigned to a member who still sees it. */
export const isAssignedTo = (uid: string): string => `r.assignee_membership_uid = ${uid}
    and exists (select from ${workersOfProject} and m.uid = ${uid})`;

/** The condition that a request `r` of a project `j` is assigned to no one who still sees it. */
export const isUnassigned = `(r.assignee_membership_uid is null
    or r.assignee_membership_uid <> all(array(select m.uid from ${workersOfProject})))`;

const assigneeOf = `from membership m join app_user u on u.uid = m.user_uid
      where m.uid = r.assignee_membership_uid`;

/** Joins the member `g` to whom the record request `r` is assigned. */
export const assigneeJoin = `left join lateral (
      select u.name, not ${mayWorkOn('r.project_uid')} as is_former ${assigneeOf}) g on true`;

/** A member to whom a record request is assigned. */
export interface Assignee {
  readonly membershipUid: string;
  readonly name: string;
  /** Whether they can't see the request anymore, so that the assignment doesn't count. */
  readonly isFormer: boolean;
}

const find = named<Assignee, { recordRequestUid: string }>(`
  select m.uid as "membershipUid", u.name, not ${mayWorkOn('r.project_uid')} as "isFormer"
  from record_request r join membership m on m.uid = r.assignee_membership_uid
    join app_user u on u.uid = m.user_uid
  where r.uid = :recordRequestUid`);

/** Returns to whom a record request is assigned. */
export async function findAssignee(
  executor: Executor,
  recordRequestUid: string,
): Promise<Assignee | undefined> {
  return (await find.run(executor, { recordRequestUid }))[0];
}

const set = named<never, { recordRequestUid: string; membershipUid: string | null }>(`
  update record_request set assignee_membership_uid = :membershipUid::uuid where uid = :recordRequestUid`);

const release = named<never, { membershipUid: string }>(`
  update record_request set assignee_membership_uid = null where uid in (
    select uid from record_request where assignee_membership_uid = :membershipUid::uuid
    order by uid for no key update)`);

/** Assigns the record requests of a member to no one. */
export async function releaseAssignments(tx: Transaction, membershipUid: string): Promise<void> {
  await release.run(tx, { membershipUid });
}

/** Assigns a locked record request to a member, or to no one. Its version stays. */
export async function setAssignee(
  tx: Transaction,
  recordRequestUid: string,
  membershipUid: string | null,
): Promise<void> {
  await set.run(tx, { recordRequestUid, membershipUid });
}

/** A member to choose. */
export interface ChoosableMember {
  readonly membershipUid: string;
  readonly userUid: string;
  readonly name: string;
  readonly email: string;
}

const memberColumns = 'm.uid as "membershipUid", u.uid as "userUid", u.name, u.email';
const members = 'membership m join app_user u on u.uid = m.user_uid';

const listWorkers = named<ChoosableMember, ProjectScope & { projectUid: string | null; limit: number }>(`
  select ${memberColumns} from ${members}
  where m.company_uid = :companyUid and exists (select from project j where ${isVisible('j')}
    and (:projectUid::uuid is null or j.uid = :projectUid::uuid) and ${mayWorkOn('j.uid')})
  order by lower(u.name), m.uid limit :limit`);

/**
 * Lists the members who may work on record requests that a scope sees, by name.
 * @param projectUid of the requests; `undefined` for any project that the scope sees
 */
export async function listAssignableMembers(
  executor: Executor,
  scope: ProjectScope,
  projectUid: string | undefined,
  limit: number,
): Promise<ChoosableMember[]> {
  return listWorkers.run(executor, { ...scopeParams(scope), projectUid: projectUid ?? null, limit });
}

const findWorker = named<ChoosableMember, ProjectScope & { projectUid: string | null; uid: string }>(`
  select ${memberColumns} from ${members}
  where m.company_uid = :companyUid and m.uid = :uid and exists (select from project j
    where ${isVisible('j')} and (:projectUid::uuid is null or j.uid = :projectUid::uuid)
      and ${mayWorkOn('j.uid')})`);

/** Returns a member as {@link listAssignableMembers} lists them. */
export async function findAssignableMember(
  executor: Executor,
  scope: ProjectScope,
  projectUid: string | undefined,
  membershipUid: string,
): Promise<ChoosableMember | undefined> {
  const params = { ...scopeParams(scope), projectUid: projectUid ?? null, uid: membershipUid };
  return (await findWorker.run(executor, params))[0];
}

const listRequesters = named<ChoosableMember, ProjectScope & { limit: number }>(`
  select ${memberColumns} from ${members}
  where m.company_uid = :companyUid and exists (select from record_request r
    where r.created_by_user_uid = m.user_uid
      and r.project_uid = any(array(select j.uid from project j where ${isVisible('j')})))
  order by lower(u.name), m.uid limit :limit`);

/** Lists who created record requests that a scope sees, by name: members, former ones, service accounts. */
export async function listSeenRequesters(
  executor: Executor,
  scope: ProjectScope,
  limit: number,
): Promise<ChoosableMember[]> {
  return listRequesters.run(executor, { ...scopeParams(scope), limit });
}
