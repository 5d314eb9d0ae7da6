import type { CompanyFeature } from '../domain/projects/project';
import type { Permission } from '../domain/access/permissions';
import type { Executor } from './database';
import {
  CompanyFeatureModel,
  CompanyModel,
  MembershipModel,
  RoleModel,
  RolePermissionModel,
  UserModel,
} from './models/tenants';
import { named } from './named';

/** A company. */
export type Company = Pick<CompanyModel, 'uid' | 'id' | 'name' | 'createdAt'>;
/** A person. */
export type User = Pick<UserModel, 'uid' | 'email' | 'name' | 'createdAt'>;
/** A person's place in a company. */
export type Membership = Pick<
  MembershipModel,
  'uid' | 'companyUid' | 'userUid' | 'roleUid' | 'seesAllProjects' | 'createdAt'
>;

const insertCompanyRow = named<{ uid: string }>(`
  insert into company (uid, id, name, created_at) values (?, ?, ?, ?)
  on conflict on constraint company_id_key do nothing returning uid
`);

/** Stores a new company. @returns false when the id is taken */
export async function insertCompany(executor: Executor, company: Company): Promise<boolean> {
  const rows = await insertCompanyRow.run(executor, [
    company.uid,
    company.id,
    company.name,
    company.createdAt,
  ]);
  return rows.length > 0;
}

/** The company with this id. */
export async function findCompany(executor: Executor, id: string): Promise<Company | undefined> {
  return CompanyModel.query(executor).findOne({ id });
}

const nameOf = named<{ name: string }>('select name from company where uid = ?');

/** The name of the company that a row points at. */
export async function getCompanyName(executor: Executor, uid: string): Promise<string> {
  const [company] = await nameOf.run(executor, [uid]);
  if (company === undefined) throw new Error('a row points at a company that is not there');
  return company.name;
}

/** Every company, by id. */
export async function listCompanies(executor: Executor): Promise<Company[]> {
  return CompanyModel.query(executor).orderBy('id');
}

/** Approves or withdraws a feature. */
export async function setCompanyFeature(
  executor: Executor,
  companyUid: string,
  feature: CompanyFeature,
  approvedAt: Date | null,
): Promise<void> {
  if (approvedAt === null) {
    await CompanyFeatureModel.query(executor).where({ company_uid: companyUid, feature }).delete();
    return;
  }
  await CompanyFeatureModel.query(executor)
    .insert({ companyUid, feature, approvedAt })
    .onConflict(['company_uid', 'feature'])
    .ignore();
}

const approvals = named<{ feature: CompanyFeature; approvedAt: Date }>(`
  select feature, approved_at as "approvedAt" from company_feature where company_uid = ?
`);

/** When each feature of a company was approved; a feature that is not approved is absent. */
export async function listFeatureApprovals(
  executor: Executor,
  companyUid: string,
): Promise<ReadonlyMap<CompanyFeature, Date>> {
  const rows = await approvals.run(executor, [companyUid]);
  return new Map(rows.map(({ feature, approvedAt }) => [feature, approvedAt]));
}

const userByEmail = named<User>(`
  select uid, email, name, created_at as "createdAt" from app_user where lower(email) = lower(?) and deleted_at is null
`);

/** The person with this e-mail address, by case-insensitive match. */
export async function findUserByEmail(executor: Executor, email: string): Promise<User | undefined> {
  return (await userByEmail.run(executor, [email]))[0];
}
/** Stores a new person. */
export async function insertUser(executor: Executor, user: User): Promise<void> {
  await UserModel.query(executor).insert(user);
}

/** Marks a person as gone; their keys stop working at once. */
export async function markUserDeleted(executor: Executor, userUid: string, at: Date): Promise<void> {
  await UserModel.query(executor).findById(userUid).patch({ deletedAt: at });
}

/** A member as the admin command lists them. */
export interface Member {
  readonly membershipUid: string;
  readonly userUid: string;
  readonly email: string;
  readonly name: string;
  readonly role: string | null;
  readonly seesAllProjects: boolean;
  /** The ids of the projects that were granted one by one. */
  readonly projectIds: readonly string[];
}

const members = named<Member>(`
  select m.uid as "membershipUid", u.uid as "userUid", u.email, u.name, r.name as role,
    m.sees_all_projects as "seesAllProjects",
    array(select p.id from membership_project mp join project p on p.uid = mp.project_uid
      where mp.membership_uid = m.uid order by p.id) as "projectIds"
  from membership m
  join app_user u on u.uid = m.user_uid and u.deleted_at is null
  left join role r on r.uid = m.role_uid
  where m.company_uid = ?
  order by lower(u.email)
`);

/** The members of a company. */
export async function listMembers(executor: Executor, companyUid: string): Promise<Member[]> {
  return members.run(executor, [companyUid]);
}

/** The membership of a person in a company. */
export async function findMembership(
  executor: Executor,
  companyUid: string,
  userUid: string,
): Promise<Membership | undefined> {
  return MembershipModel.query(executor).findOne({ company_uid: companyUid, user_uid: userUid });
}

/** Stores a new membership. */
export async function insertMembership(executor: Executor, membership: Membership): Promise<void> {
  await MembershipModel.query(executor).insert(membership);
}

/** Changes a member's role or view. */
export async function patchMembership(
  executor: Executor,
  membershipUid: string,
  patch: Partial<Pick<MembershipModel, 'roleUid' | 'seesAllProjects'>>,
): Promise<void> {
  await MembershipModel.query(executor).findById(membershipUid).patch(patch);
}

/** A role with what it permits. */
export interface Role {
  readonly uid: string;
  readonly name: string;
  readonly isBuiltIn: boolean;
  readonly permissions: readonly Permission[];
}

const roles = named<Role>(`
  select r.uid, r.name, r.company_uid is null as "isBuiltIn",
    array(select permission from role_permission where role_uid = r.uid order by permission) as permissions
  from role r
  where r.company_uid is null or r.company_uid = ?
  order by r.company_uid nulls first, r.name
`);

/** The roles a company can give: its own and the built-in ones. A company's own role hides a built-in one of its name. */
export async function listRoles(executor: Executor, companyUid: string): Promise<Role[]> {
  return roles.run(executor, [companyUid]);
}

/** Stores a company's own role, or replaces what it permits. */
export async function upsertRole(
  executor: Executor,
  role: {
    readonly uid: string;
    readonly companyUid: string;
    readonly name: string;
    readonly createdAt: Date;
  },
  permissions: readonly Permission[],
): Promise<void> {
  const existing = await RoleModel.query(executor).findOne({ company_uid: role.companyUid, name: role.name });
  const roleUid = existing?.uid ?? role.uid;
  if (existing === undefined) await RoleModel.query(executor).insert(role);
  await RolePermissionModel.query(executor).where({ role_uid: roleUid }).delete();
  if (permissions.length > 0) {
    await RolePermissionModel.query(executor).insert(
      permissions.map(permission => ({ roleUid, permission })),
    );
  }
}
