// Objection: rows by key and plain lists, not on a hot path. SQL text: inserts whose `returning` shows
// whether the company or the person is new.
import type { Permission } from '../../domain/access/permissions';
import type { AuthorizationMethod, CompanyFeature, Environment } from '../../domain/projects/project';
import type { Executor } from '../database';
import { fetched } from '../models/base';
import {
  CompanyFeatureModel,
  CompanyModel,
  MembershipModel,
  RoleModel,
  RolePermissionModel,
  SandboxMethodModel,
  UserModel,
  type Company,
  type Membership,
  type MembershipRow,
  type User,
  type UserRow,
} from '../models/tenants';
import { named } from '../named';
import { insert, valuesOf } from '../table';

export type { Company, Membership, User } from '../models/tenants';

// Objection doesn't distinguish an ignored insert.
const insertCompanyRow = named<{ uid: string }, Company>(
  insert(CompanyModel, {
    onConflict: 'on conflict on constraint company_id_key do nothing',
    returning: 'uid',
  }),
);

/** Stores a new company. @returns false if the id is taken */
export async function insertCompany(executor: Executor, company: Company): Promise<boolean> {
  return (await insertCompanyRow.run(executor, valuesOf(CompanyModel, company))).length > 0;
}

/** Sets a company's time zone. */
export async function updateTimeZone(executor: Executor, uid: string, timeZone: string): Promise<void> {
  await CompanyModel.query(executor).findById(uid).patch({ timeZone });
}

/** Sets a company's postal address, line by line. */
export async function updateAddress(
  executor: Executor,
  uid: string,
  addressLines: readonly string[],
): Promise<void> {
  await CompanyModel.query(executor).findById(uid).patch({ addressLines });
}

/** Sets whether a company's members sign in only at the identity provider. */
export async function updateRequiredSignOn(
  executor: Executor,
  uid: string,
  requiresSignOn: boolean,
): Promise<void> {
  await CompanyModel.query(executor).findById(uid).patch({ requiresSignOn });
}

/** Sets up to which amount a company's fees are approved at once; `null` for none. */
export async function updateFeeLimit(
  executor: Executor,
  uid: string,
  feeLimitCents: number | null,
): Promise<void> {
  await CompanyModel.query(executor).findById(uid).patch({ feeLimitCents });
}

/** Returns the company with this id. */
export async function findCompany(executor: Executor, id: string): Promise<Company | undefined> {
  return CompanyModel.query(executor).findOne({ id });
}

/** Returns the company that a row refers to. */
export async function getCompanyByUid(executor: Executor, uid: string): Promise<Company> {
  const company = await CompanyModel.query(executor).findById(uid);
  if (company === undefined) throw new Error('a row points at a company that is not there');
  return company;
}

/** Returns the name of the company that a row refers to. */
export async function getCompanyName(executor: Executor, uid: string): Promise<string> {
  return (await getCompanyByUid(executor, uid)).name;
}

/** Returns the time zone of the company that a row refers to. */
export async function getCompanyTimeZone(executor: Executor, uid: string): Promise<string> {
  return (await getCompanyByUid(executor, uid)).timeZone;
}

/** Returns the customers' id of the company that a row refers to. */
export async function getCompanyId(executor: Executor, uid: string): Promise<string> {
  return (await getCompanyByUid(executor, uid)).id;
}

/** Lists every company, by id. */
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

/** Returns when each feature of a company was approved; unapproved ones are absent. */
export async function listFeatureApprovals(
  executor: Executor,
  companyUid: string,
): Promise<ReadonlyMap<CompanyFeature, Date>> {
  const approved = await CompanyFeatureModel.query(executor).where({ company_uid: companyUid });
  return new Map(approved.map(({ feature, approvedAt }) => [feature, approvedAt]));
}

/** Approves an authorization method for a company's sandbox only, or withdraws it from there. */
export async function setSandboxMethod(
  executor: Executor,
  companyUid: string,
  method: AuthorizationMethod,
  approvedAt: Date | null,
): Promise<void> {
  if (approvedAt === null) {
    await SandboxMethodModel.query(executor).where({ company_uid: companyUid, method }).delete();
    return;
  }
  await SandboxMethodModel.query(executor)
    .insert({ companyUid, method, approvedAt })
    .onConflict(['company_uid', 'method'])
    .ignore();
}

/** When each authorization method was approved for a company's sandbox only. */
export async function listSandboxApprovals(
  executor: Executor,
  companyUid: string,
): Promise<ReadonlyMap<AuthorizationMethod, Date>> {
  const approved = await SandboxMethodModel.query(executor).where({ company_uid: companyUid });
  return new Map(approved.map(({ method, approvedAt }) => [method, approvedAt]));
}

/**
 * Returns the features that count for a company in an environment: those approved for the company, and in the
 * sandbox those of the sandbox as well.
 */
export async function listCompanyFeatures(
  executor: Executor,
  companyUid: string,
  environment: Environment,
): Promise<CompanyFeature[]> {
  const approved = [...(await listFeatureApprovals(executor, companyUid)).keys()];
  if (environment === 'production') return approved;
  const ofSandbox = (await listSandboxApprovals(executor, companyUid)).keys();
  return [...new Set<CompanyFeature>([...approved, ...ofSandbox])];
}

/** Returns the person with this e-mail address, ignoring case. Service accounts have none. */
export async function findUserByEmail(executor: Executor, email: string): Promise<User | undefined> {
  return UserModel.query(executor)
    .whereRaw('lower(email) = lower(:email)', { email })
    .where({ is_service_account: false })
    .whereNull('deleted_at')
    .first();
}

const insertUserRow = named<{ uid: string }, User & Pick<UserRow, 'isServiceAccount'>>(
  insert(UserModel, {
    only: ['uid', 'email', 'name', 'isServiceAccount', 'createdAt'],
    onConflict: 'on conflict (lower(email)) where deleted_at is null do nothing',
    returning: 'uid',
  }),
);

/** Stores a new person. @returns false if someone has their e-mail address, ignoring case */
export async function insertUser(executor: Executor, user: User): Promise<boolean> {
  return (await insertUserRow.run(executor, { ...user, isServiceAccount: false })).length > 0;
}

/** Stores a new service account. Its address is a placeholder in a domain that can't exist (RFC 2606). */
export async function insertServiceAccount(executor: Executor, account: Omit<User, 'email'>): Promise<void> {
  const email = `${account.uid}@service-accounts.invalid`;
  await UserModel.query(executor).insert({ ...account, email, isServiceAccount: true });
}

/** Marks a person as deleted; their keys stop working right away. */
export async function markUserDeleted(executor: Executor, userUid: string, at: Date): Promise<void> {
  await UserModel.query(executor).findById(userUid).patch({ deletedAt: at });
}

/** A member as the admin command lists them. */
export interface Member {
  readonly membershipUid: string;
  readonly userUid: string;
  readonly email: string;
  readonly name: string;
  readonly isServiceAccount: boolean;
  readonly role: string | null;
  readonly seesAllProjects: boolean;
  /** The ids of the projects that were granted individually. */
  readonly projectIds: readonly string[];
}

/** Lists the members of a company. */
export async function listMembers(executor: Executor, companyUid: string): Promise<Member[]> {
  const members = await MembershipModel.query(executor)
    .joinRelated('user')
    .where('membership.company_uid', companyUid)
    .whereNull('membership.ended_at')
    .whereNull('user.deleted_at')
    .withGraphFetched('[user, role, projects]')
    .modifyGraph('projects', projects => void projects.orderBy('project.id'))
    .orderByRaw('lower("user".email)');
  return members.map(member => {
    const { uid: membershipUid, userUid, seesAllProjects } = member;
    const { email, name, isServiceAccount } = fetched(member.user);
    const role = fetched(member.role)?.name ?? null;
    const projectIds = fetched(member.projects).map(({ id }) => id);
    return { membershipUid, userUid, email, name, isServiceAccount, role, seesAllProjects, projectIds };
  });
}

/** Returns the permissions of a member's role; none without a role. */
export async function listPermissions(
  executor: Executor,
  membershipUid: string,
): Promise<ReadonlySet<Permission>> {
  const member = MembershipModel.query().select('role_uid').findById(membershipUid);
  const ofRole = await RolePermissionModel.query(executor).whereIn('role_uid', member);
  return new Set(ofRole.map(({ permission }) => permission));
}

/** Returns the membership of a person in a company, even an ended one. */
export async function findMembership(
  executor: Executor,
  companyUid: string,
  userUid: string,
): Promise<MembershipRow | undefined> {
  return MembershipModel.query(executor).findOne({ company_uid: companyUid, user_uid: userUid });
}

/** Stores a new membership. */
export async function insertMembership(executor: Executor, membership: Membership): Promise<void> {
  await MembershipModel.query(executor).insert(membership);
}

/** Changes a member's role or visibility, or ends or restarts a membership. */
export async function patchMembership(
  executor: Executor,
  membershipUid: string,
  patch: Partial<Pick<MembershipModel, 'roleUid' | 'seesAllProjects' | 'endedAt'>>,
): Promise<void> {
  await MembershipModel.query(executor).findById(membershipUid).patch(patch);
}

/** A role with its permissions. */
export interface Role {
  readonly uid: string;
  readonly name: string;
  readonly isBuiltIn: boolean;
  readonly permissions: readonly Permission[];
}

/**
 * Lists the roles that a company can assign: its own and the built-in ones. A company's own role hides a
 * built-in one with the same name.
 */
export async function listRoles(executor: Executor, companyUid: string): Promise<Role[]> {
  const roles = await RoleModel.query(executor)
    .whereNull('company_uid')
    .orWhere({ company_uid: companyUid })
    .withGraphFetched('permissions')
    .modifyGraph('permissions', permissions => void permissions.orderBy('permission'))
    .orderByRaw('company_uid nulls first, name');
  return roles.map(role => ({
    uid: role.uid,
    name: role.name,
    isBuiltIn: role.companyUid === null,
    permissions: fetched(role.permissions).map(({ permission }) => permission),
  }));
}

/** Renames a role of a company. */
export async function renameRole(executor: Executor, roleUid: string, name: string): Promise<void> {
  await RoleModel.query(executor).findById(roleUid).patch({ name });
}

/** Stores a company's own role, or replaces its permissions. */
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
