import type { AuthorizationStatus } from '../../domain/authorizations/authorization-status';
import type { SearchStatus } from '../../domain/searches/search';
import { BaseModel } from './base';

/** A patient of a project. */
export class PatientModel extends BaseModel {
  static override tableName = 'patient';
  static override idColumn = 'uid';
  declare uid: string;
  declare companyUid: string;
  declare projectUid: string;
  declare id: string;
  declare firstName: string;
  declare lastNames: readonly string[];
  declare dateOfBirth: string;
  declare sex: string | null;
  declare zipCodes: readonly string[];
  declare city: string | null;
  declare state: string | null;
  declare mobile: string | null;
  declare email: string | null;
  declare dateOfDeath: string | null;
  declare authorizationStatus: AuthorizationStatus;
  declare searchStatus: SearchStatus;
  declare authorizationEtag: string | null;
  declare authorizationUploadedAt: Date | null;
  declare createdByUserUid: string | null;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
