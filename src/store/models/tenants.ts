import { Model, type RelationMappings } from 'objection';
import type { Permission } from '../../domain/access/permissions';
import type { AuthorizationMethod, CompanyFeature, Environment } from '../../domain/projects/project';
import { fixed, type Columns } from '../columns';
import { belongsTo, rows } from './base';
import { ProjectModel } from './project';

/** A company. */
export interface Company {
  readonly uid: string;
  readonly id: string;
  readonly name: string;
  /** IANA name; follow-ups follow its days. */
  readonly timeZone: string;
  /** Its postal address, line by line; empty if it isn't known. */
  readonly addressLines: readonly string[];
  /** Whether its members sign in only at the identity provider. */
  readonly requiresSignOn: boolean;
  /** Fees up to this amount are approved at once; `null` if a member decides on each. */
  readonly feeLimitCents: number | null;
  readonly createdAt: Date;
}

export class CompanyModel extends rows<Company>() {
  static override tableName = 'company';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    id: fixed('text'),
    name: 'text',
    timeZone: 'text',
    addressLines: 'text[]',
    requiresSignOn: 'boolean',
    feeLimitCents: 'integer | null',
    createdAt: fixed('timestamptz'),
  } satisfies Columns<Company>;
}

/** A feature of a company. */
export interface CompanyFeatureRow {
  readonly companyUid: string;
  readonly feature: CompanyFeature;
  readonly approvedAt: Date;
}

/** A feature that the provider approved for a company. */
export class CompanyFeatureModel extends rows<CompanyFeatureRow>() {
  static override tableName = 'company_feature';
  static override idColumn = ['company_uid', 'feature'];
  static override readonly columns = {
    companyUid: fixed('uuid'),
    feature: fixed('text'),
    approvedAt: fixed('timestamptz'),
  } satisfies Columns<CompanyFeatureRow>;
}

/** An authorization method of a company's sandbox. */
export interface SandboxMethodRow {
  readonly companyUid: string;
  readonly method: AuthorizationMethod;
  readonly approvedAt: Date;
}

/** An authorization method that a company can use in its sandbox only. */
export class SandboxMethodModel extends rows<SandboxMethodRow>() {
  static override tableName = 'company_sandbox_method';
  static override idColumn = ['company_uid', 'method'];
  static override readonly columns = {
    companyUid: fixed('uuid'),
    method: fixed('text'),
    approvedAt: fixed('timestamptz'),
  } satisfies Columns<SandboxMethodRow>;
}

/** A person. */
export interface User {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** A person or a service account, who may be deleted. */
export interface UserRow extends User {
  /** Whether it's a service account: it owns keys, can't sign in, and gets no e-mail. */
  readonly isServiceAccount: boolean;
  readonly deletedAt: Date | null;
  /** Their last sign-in to the console. */
  readonly lastSignedInAt: Date | null;
  /** When they signed in to the console first. */
  readonly firstSignedInAt: Date | null;
}

/** A person or a service account. */
export class UserModel extends rows<UserRow>() {
  static override tableName = 'app_user';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    email: 'text',
    name: 'text',
    isServiceAccount: fixed('boolean'),
    createdAt: fixed('timestamptz'),
    deletedAt: 'timestamptz | null',
    lastSignedInAt: 'timestamptz | null',
    firstSignedInAt: 'timestamptz | null',
  } satisfies Columns<UserRow>;
}

/** A permission of a role. */
export interface RolePermissionRow {
  readonly roleUid: string;
  readonly permission: Permission;
}

/** A permission that a role holds. */
export class RolePermissionModel extends rows<RolePermissionRow>() {
  static override tableName = 'role_permission';
  static override idColumn = ['role_uid', 'permission'];
  static override readonly columns = {
    roleUid: fixed('uuid'),
    permission: fixed('text'),
  } satisfies Columns<RolePermissionRow>;
}

/** A role without its permissions. */
export interface RoleRow {
  readonly uid: string;
  /** `null` for a role of every company. */
  readonly companyUid: string | null;
  readonly name: string;
  readonly createdAt: Date;
}

/** A role of every company, or of one. */
export class RoleModel extends rows<RoleRow>() {
  static override tableName = 'role';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid | null'),
    name: 'text',
    createdAt: fixed('timestamptz'),
  } satisfies Columns<RoleRow>;
  static override relationMappings = (): RelationMappings => ({
    permissions: {
      relation: Model.HasManyRelation,
      modelClass: RolePermissionModel,
      join: { from: 'role.uid', to: 'role_permission.role_uid' },
    },
  });
  declare readonly permissions?: readonly RolePermissionModel[];
}

/** A project that a member has access to. */
export interface MembershipProjectRow {
  readonly membershipUid: string;
  readonly projectUid: string;
}

/** A project visible to a member who doesn't see all of them. */
export class MembershipProjectModel extends rows<MembershipProjectRow>() {
  static override tableName = 'membership_project';
  static override idColumn = ['membership_uid', 'project_uid'];
  static override readonly columns = {
    membershipUid: fixed('uuid'),
    projectUid: fixed('uuid'),
  } satisfies Columns<MembershipProjectRow>;
}

/** A person's membership in a company. */
export interface Membership {
  readonly uid: string;
  readonly companyUid: string;
  readonly userUid: string;
  readonly roleUid: string | null;
  readonly seesAllProjects: boolean;
  readonly createdAt: Date;
}

/** A person's membership in a company, which may have ended. */
export interface MembershipRow extends Membership {
  readonly endedAt: Date | null;
}

export class MembershipModel extends rows<MembershipRow>() {
  static override tableName = 'membership';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    userUid: fixed('uuid'),
    roleUid: 'uuid | null',
    seesAllProjects: 'boolean',
    createdAt: fixed('timestamptz'),
    endedAt: 'timestamptz | null',
  } satisfies Columns<MembershipRow>;
  static override relationMappings = (): RelationMappings => ({
    user: belongsTo(UserModel, 'membership.user_uid'),
    role: belongsTo(RoleModel, 'membership.role_uid'),
    projects: {
      relation: Model.ManyToManyRelation,
      modelClass: ProjectModel,
      join: {
        from: 'membership.uid',
        through: {
          modelClass: MembershipProjectModel,
          from: 'membership_project.membership_uid',
          to: 'membership_project.project_uid',
        },
        to: 'project.uid',
      },
    },
  });
  declare readonly user?: UserModel;
  declare readonly role?: RoleModel | null;
  declare readonly projects?: readonly ProjectModel[];
}

/** A key's row. */
export interface ApiKeyRow {
  readonly uid: string;
  readonly membershipUid: string;
  readonly environment: Environment;
  readonly name: string;
  /** Whether it's the member's default key, which has no expiry and is replaced without an overlap. */
  readonly isDefault: boolean;
  readonly fingerprint: Buffer;
  readonly lastFour: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** The key that was created when this one was rotated. */
  readonly replacedByUid: string | null;
}

/** A credential, stored as its fingerprint. */
export class ApiKeyModel extends rows<ApiKeyRow>() {
  static override tableName = 'api_key';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    membershipUid: fixed('uuid'),
    environment: fixed('text'),
    name: fixed('text'),
    isDefault: fixed('boolean'),
    fingerprint: fixed('bytea'),
    lastFour: fixed('text'),
    createdAt: fixed('timestamptz'),
    expiresAt: 'timestamptz | null',
    revokedAt: 'timestamptz | null',
    lastUsedAt: 'timestamptz | null',
    replacedByUid: 'uuid | null',
  } satisfies Columns<ApiKeyRow>;
  static override relationMappings = (): RelationMappings => ({
    membership: belongsTo(MembershipModel, 'api_key.membership_uid'),
  });
  declare readonly membership?: MembershipModel;
}
