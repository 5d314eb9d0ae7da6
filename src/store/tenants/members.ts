// SQL text: one statement decides who a member is and what they may do, on every page.
import type { Permission } from '../../domain/access/permissions';
import type { Executor } from '../database';
import { named } from '../named';

/** A member of a company, as currently in the database. */
export interface ActiveMember {
  readonly membershipUid: string;
  readonly seesAllProjects: boolean;
  readonly userName: string;
  readonly roleUid: string | null;
  readonly permissions: readonly Permission[];
}

const find = named<ActiveMember, { companyUid: string; userUid: string }>(`
  select m.uid as "membershipUid", m.sees_all_projects as "seesAllProjects", u.name as "userName", m.role_uid
    as "roleUid",
    array(select permission from role_permission where role_uid = m.role_uid) as permissions
  from membership m join app_user u on u.uid = m.user_uid and u.deleted_at is null
  where m.company_uid = :companyUid and m.user_uid = :userUid and m.ended_at is null`);

/** Returns a user's membership in a company; `undefined` if the user is deleted or no longer a member. */
export async function findActiveMember(
  executor: Executor,
  companyUid: string,
  userUid: string,
): Promise<ActiveMember | undefined> {
  return (await find.run(executor, { companyUid, userUid }))[0];
}

/** A member with the company that they act for. */
export interface MemberOfCompany extends ActiveMember {
  readonly companyUid: string;
  readonly companyId: string;
  readonly companyName: string;
  readonly timeZone: string;
}

const findByCompanyId = named<MemberOfCompany, { companyId: string; userUid: string }>(`
  select c.uid as "companyUid", c.id as "companyId", c.name as "companyName",
    c.time_zone as "timeZone",
    m.uid as "membershipUid", m.sees_all_projects as "seesAllProjects", u.name as "userName", m.role_uid
      as "roleUid",
    array(select permission from role_permission where role_uid = m.role_uid) as permissions
  from company c join membership m on m.company_uid = c.uid join app_user u on u.uid = m.user_uid
    and u.deleted_at is null
  where c.id = :companyId and m.user_uid = :userUid and m.ended_at is null`);

/** Returns a user's membership in the company with this id; `undefined` also for an unknown company. */
export async function findMemberOfCompany(
  executor: Executor,
  companyId: string,
  userUid: string,
): Promise<MemberOfCompany | undefined> {
  return (await findByCompanyId.run(executor, { companyId, userUid }))[0];
}

/** A member with their user and their company. */
export interface MemberByMembership extends ActiveMember {
  readonly companyUid: string;
  readonly companyId: string;
  readonly userUid: string;
}

const findByMembership = named<MemberByMembership, { membershipUid: string }>(`
  select c.uid as "companyUid", c.id as "companyId", u.uid as "userUid",
    m.uid as "membershipUid", m.sees_all_projects as "seesAllProjects", u.name as "userName", m.role_uid
      as "roleUid",
    array(select permission from role_permission where role_uid = m.role_uid) as permissions
  from membership m join company c on c.uid = m.company_uid join app_user u on u.uid = m.user_uid
    and u.deleted_at is null
  where m.uid = :membershipUid and m.ended_at is null`);

/** Returns the member with this membership; `undefined` if the user is deleted or no longer a member. */
export async function findMemberByMembership(
  executor: Executor,
  membershipUid: string,
): Promise<MemberByMembership | undefined> {
  return (await findByMembership.run(executor, { membershipUid }))[0];
}

/** A company that a person is a member of. */
export interface CompanyOfUser {
  readonly uid: string;
  readonly id: string;
  readonly name: string;
}

const ofUser = named<CompanyOfUser, { userUid: string }>(`
  select c.uid, c.id, c.name from membership m join company c on c.uid = m.company_uid
  where m.user_uid = :userUid and m.ended_at is null order by lower(c.name), c.id`);

/** Lists the companies that a person is a member of, by name. */
export async function listCompaniesOfUser(executor: Executor, userUid: string): Promise<CompanyOfUser[]> {
  return ofUser.run(executor, { userUid });
}
