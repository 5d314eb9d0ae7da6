import type { AuthorizationMethod, ProjectPurpose, ProjectStatus } from '../../domain/projects/project';
import { BaseModel } from './base';

/** A project of a company. */
export class ProjectModel extends BaseModel {
  static override tableName = 'project';
  static override idColumn = 'uid';
  declare uid: string;
  declare companyUid: string;
  declare id: string;
  declare name: string;
  declare status: ProjectStatus;
  declare purpose: ProjectPurpose;
  declare authorizationMethod: AuthorizationMethod;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
