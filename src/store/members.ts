import type { Permission } from '../domain/access/permissions';
import type { Executor } from './database';
import { named } from './named';

/** A member of a company, as the database has them now. */
export interface ActiveMember {
  readonly membershipUid: string;
  readonly seesAllProjects: boolean;
  readonly userName: string;
  readonly roleUid: string | null;
  readonly permissions: readonly Permission[];
}

const find = named<ActiveMember, { companyUid: string; userUid: string }>(`
  select m.uid as "membershipUid", m.sees_all_projects as "seesAllProjects", u.name as "userName", m.role_uid as "roleUid",
    array(select permission from role_permission where role_uid = m.role_uid) as permissions
  from membership m join app_user u on u.uid = m.user_uid and u.deleted_at is null
  where m.company_uid = :companyUid and m.user_uid = :userUid`);

/** The member of a company that this user is; `undefined` once the user is deleted, or a member no more. */
export async function findActiveMember(
  executor: Executor,
  companyUid: string,
  userUid: string,
): Promise<ActiveMember | undefined> {
  return (await find.run(executor, { companyUid, userUid }))[0];
}
