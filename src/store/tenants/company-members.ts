// SQL text: members and projects, with their visibility. Objection: locks and rows by key.
import type { Permission } from '../../domain/access/permissions';
import type { Environment, ProjectScope } from '../../domain/projects/project';
import type { Executor, Transaction } from '../database';
import { ApiKeyModel, CompanyModel, MembershipProjectModel } from '../models/tenants';
import { WebhookEndpointModel } from '../models/webhook';
import { named } from '../named';

/** Locks the members of a company against other transactions that lock them, until this one ends. */
export async function lockMembersOf(tx: Transaction, companyUid: string): Promise<void> {
  await CompanyModel.query(tx).select('uid').findById(companyUid).forNoKeyUpdate();
}

/** A member of a company, as its managers see them. */
export interface CompanyMember {
  readonly membershipUid: string;
  readonly userUid: string;
  readonly email: string;
  readonly name: string;
  readonly isServiceAccount: boolean;
  readonly roleUid: string | null;
  readonly role: string | null;
  readonly permissions: readonly Permission[];
  readonly seesAllProjects: boolean;
  /** The projects of a member who doesn't see all of them, of both environments. */
  readonly projectUids: readonly string[];
  readonly createdAt: Date;
  readonly lastSignedInAt: Date | null;
}

const members = `
  select m.uid as "membershipUid", m.user_uid as "userUid", u.email, u.name,
    u.is_service_account as "isServiceAccount", m.role_uid as "roleUid", r.name as role,
    array(select permission from role_permission where role_uid = m.role_uid order by permission)
      as permissions,
    m.sees_all_projects as "seesAllProjects",
    array(select mp.project_uid from membership_project mp where mp.membership_uid = m.uid
      order by mp.project_uid) as "projectUids",
    m.created_at as "createdAt", u.last_signed_in_at as "lastSignedInAt"
  from membership m
  join app_user u on u.uid = m.user_uid and u.deleted_at is null
  left join role r on r.uid = m.role_uid
  where m.company_uid = :companyUid and m.ended_at is null`;

const list = named<CompanyMember, { companyUid: string; afterUid: string | null; limit: number }>(`${members}
  and (:afterUid::uuid is null or (lower(u.email), m.uid) > (
    select lower(bu.email), bm.uid from membership bm join app_user bu on bu.uid = bm.user_uid
    where bm.uid = :afterUid::uuid and bm.company_uid = :companyUid))
  order by lower(u.email), m.uid limit :limit`);

/** Lists the members of a company by address, after a given one. */
export async function listCompanyMembers(
  executor: Executor,
  page: { readonly companyUid: string; readonly afterUid: string | null; readonly limit: number },
): Promise<CompanyMember[]> {
  return list.run(executor, page);
}

const find = named<CompanyMember, { companyUid: string; membershipUid: string }>(
  `${members} and m.uid = :membershipUid`,
);

/** Returns a member of a company. */
export async function findCompanyMember(
  executor: Executor,
  companyUid: string,
  membershipUid: string,
): Promise<CompanyMember | undefined> {
  return (await find.run(executor, { companyUid, membershipUid }))[0];
}

const countOfManagers = named<{ count: number }, { companyUid: string; exceptRoleUid: string | null }>(`
  select count(*)::int as count from membership m
  join app_user u on u.uid = m.user_uid and u.deleted_at is null and not u.is_service_account
  join role_permission rp on rp.role_uid = m.role_uid and rp.permission = 'ManageMembers'
  where m.company_uid = :companyUid and m.ended_at is null
    and (:exceptRoleUid::uuid is null or m.role_uid <> :exceptRoleUid::uuid)
`);

/**
 * Counts the members of a company who manage members, without service accounts: they can't sign in.
 * @param exceptRoleUid a role whose members don't count
 */
export async function countManagers(
  executor: Executor,
  companyUid: string,
  exceptRoleUid: string | null = null,
): Promise<number> {
  return (await countOfManagers.run(executor, { companyUid, exceptRoleUid }))[0]?.count ?? 0;
}

/** Who has a role: how many members and service accounts, and the names of the first ones. */
export interface Holders {
  readonly count: number;
  readonly names: readonly string[];
}

const holders = named<Holders & { roleUid: string }, { companyUid: string; limit: number }>(`
  select m.role_uid as "roleUid", count(*)::int as count,
    (array_agg(u.name order by lower(u.name), m.uid))[1 : :limit::int] as names
  from membership m
  join app_user u on u.uid = m.user_uid and u.deleted_at is null
  where m.company_uid = :companyUid and m.ended_at is null and m.role_uid is not null
  group by m.role_uid
`);

/** Returns who has each role of a company that someone has, by role; the names of at most `limit`. */
export async function listHolders(
  executor: Executor,
  companyUid: string,
  limit: number,
): Promise<ReadonlyMap<string, Holders>> {
  const rows = await holders.run(executor, { companyUid, limit });
  return new Map(rows.map(({ roleUid, ...found }) => [roleUid, found]));
}

const serviceAccounts = named<{ name: string }, { companyUid: string }>(`
  select u.name from membership m
  join app_user u on u.uid = m.user_uid and u.deleted_at is null and u.is_service_account
  where m.company_uid = :companyUid and m.ended_at is null
`);

/** Lists the names of a company's service accounts. */
export async function listServiceAccountNames(executor: Executor, companyUid: string): Promise<string[]> {
  return (await serviceAccounts.run(executor, { companyUid })).map(({ name }) => name);
}

/** Replaces the projects of a member who doesn't see all of them. */
export async function replaceMemberProjects(
  tx: Transaction,
  membershipUid: string,
  projectUids: readonly string[],
): Promise<void> {
  await MembershipProjectModel.query(tx).where({ membership_uid: membershipUid }).delete();
  if (projectUids.length > 0)
    await MembershipProjectModel.query(tx).insert(
      projectUids.map(projectUid => ({ membershipUid, projectUid })),
    );
}

type Eyes = Omit<ProjectScope, 'environment'>;

const seen = named<{ uid: string }, Eyes & { uids: readonly string[] }>(`
  select p.uid from project p
  where p.company_uid = :companyUid and p.uid = any(:uids::uuid[])
    and (:seesAllProjects or exists (
      select from membership_project mp where mp.membership_uid = :membershipUid and mp.project_uid = p.uid))
`);

/** Returns which of these projects a member sees, of both environments. */
export async function pickSeenProjects(
  executor: Executor,
  { companyUid, membershipUid, seesAllProjects }: Eyes,
  uids: readonly string[],
): Promise<string[]> {
  const found = await seen.run(executor, { companyUid, membershipUid, seesAllProjects, uids });
  return found.map(({ uid }) => uid);
}

/** A project for selection. */
export interface PickableProject {
  readonly uid: string;
  readonly id: string;
  readonly name: string;
  readonly environment: Environment;
}

const pickable = named<PickableProject, Eyes & { limit: number }>(`
  select p.uid, p.id, p.name, p.environment from project p
  where p.company_uid = :companyUid and (:seesAllProjects or exists (
    select from membership_project mp where mp.membership_uid = :membershipUid and mp.project_uid = p.uid))
  order by p.environment, lower(p.name), p.uid limit :limit
`);

/** Lists the projects that a member sees, of both environments, by name. */
export async function listPickableProjects(
  executor: Executor,
  { companyUid, membershipUid, seesAllProjects }: Eyes,
  limit: number,
): Promise<PickableProject[]> {
  return pickable.run(executor, { companyUid, membershipUid, seesAllProjects, limit });
}

/**
 * Locks every endpoint of a member, e-mail notifications included, until the transaction ends. The order is
 * that in which queues are locked, and others may insert deliveries meanwhile.
 */
export async function lockOwnedEndpoints(tx: Transaction, membershipUid: string): Promise<string[]> {
  const owned = await WebhookEndpointModel.query(tx)
    .select('uid')
    .where({ owner_membership_uid: membershipUid })
    .whereNull('deleted_at')
    .orderBy('uid')
    .forNoKeyUpdate();
  return owned.map(({ uid }) => uid);
}

/** Revokes the keys of a member, in both environments. @returns how many */
export async function revokeKeysOf(tx: Transaction, membershipUid: string, at: Date): Promise<number> {
  return ApiKeyModel.query(tx)
    .where({ membership_uid: membershipUid })
    .whereNull('revoked_at')
    .patch({ revokedAt: at });
}
