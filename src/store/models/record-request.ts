import type { RecordRequestKind, RecordRequestStatus } from '../../domain/record-requests/record-request';
import { BaseModel } from './base';

/** A record request. */
export class RecordRequestModel extends BaseModel {
  static override tableName = 'record_request';
  static override idColumn = 'uid';
  declare uid: string;
  declare companyUid: string;
  declare projectUid: string;
  declare patientUid: string;
  declare siteUid: string;
  declare kind: RecordRequestKind;
  declare status: RecordRequestStatus;
  declare submittedSiteName: string;
  declare startDateOfService: string | null;
  declare endDateOfService: string | null;
  declare followUpDate: string | null;
  declare lastContactDate: string | null;
  declare completionDate: string | null;
  declare sequence: number;
  declare createdByUserUid: string | null;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
