import type { CompanyFeature, Environment } from '../../domain/projects/project';
import type { Permission } from '../../domain/access/permissions';
import { BaseModel } from './base';

/** A customer. */
export class CompanyModel extends BaseModel {
  static override tableName = 'company';
  static override idColumn = 'uid';
  declare uid: string;
  declare id: string;
  declare name: string;
  declare createdAt: Date;
}

/** A feature that the provider approved for a company. */
export class CompanyFeatureModel extends BaseModel {
  static override tableName = 'company_feature';
  static override idColumn = ['company_uid', 'feature'];
  declare companyUid: string;
  declare feature: CompanyFeature;
  declare approvedAt: Date;
}

/** A person. */
export class UserModel extends BaseModel {
  static override tableName = 'app_user';
  static override idColumn = 'uid';
  declare uid: string;
  declare email: string;
  declare name: string;
  declare createdAt: Date;
  declare deletedAt: Date | null;
}

/** A role: of every company (`companyUid` null) or of one. */
export class RoleModel extends BaseModel {
  static override tableName = 'role';
  static override idColumn = 'uid';
  declare uid: string;
  declare companyUid: string | null;
  declare name: string;
  declare createdAt: Date;
}

/** A permission that a role holds. */
export class RolePermissionModel extends BaseModel {
  static override tableName = 'role_permission';
  static override idColumn = ['role_uid', 'permission'];
  declare roleUid: string;
  declare permission: Permission;
}

/** A person's place in a company. */
export class MembershipModel extends BaseModel {
  static override tableName = 'membership';
  static override idColumn = 'uid';
  declare uid: string;
  declare companyUid: string;
  declare userUid: string;
  declare roleUid: string | null;
  declare seesAllProjects: boolean;
  declare createdAt: Date;
}

/** A credential, kept as its fingerprint. */
export class ApiKeyModel extends BaseModel {
  static override tableName = 'api_key';
  static override idColumn = 'uid';
  declare uid: string;
  declare membershipUid: string;
  declare environment: Environment;
  declare fingerprint: Buffer;
  declare lastFour: string;
  declare createdAt: Date;
  declare revokedAt: Date | null;
  declare lastUsedAt: Date | null;
}
