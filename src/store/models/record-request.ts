import type { RelationMappings } from 'objection';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { fixed, type Columns } from '../columns';
import { belongsTo, rows } from './base';
import { PatientModel } from './patient';
import { CompanyModel } from './tenants';

/** A record request without what belongs to its patient. */
export interface RecordRequestRow extends Omit<RecordRequest, 'patientId'> {
  /** The originally named site, if another one has replaced it. */
  readonly namedSiteUid: string | null;
  /** Who works on it. Not part of the API. */
  readonly assigneeMembershipUid: string | null;
}

/** A record request. */
export class RecordRequestModel extends rows<RecordRequestRow>() {
  static override tableName = 'record_request';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    requestNumber: fixed('text'),
    companyUid: fixed('uuid'),
    projectUid: fixed('uuid'),
    patientUid: fixed('uuid'),
    siteUid: fixed('uuid'),
    namedSiteUid: fixed('uuid | null'),
    kind: fixed('text'),
    status: 'text',
    submittedSiteName: fixed('text'),
    channel: 'text | null',
    channelFault: 'text | null',
    isHeldByCorrection: 'boolean',
    startDateOfService: fixed('date | null'),
    endDateOfService: fixed('date | null'),
    reference: 'text | null',
    dueDate: 'date | null',
    isRush: fixed('boolean'),
    needsCertification: fixed('boolean'),
    followUpDate: 'date | null',
    followUpSetAt: 'timestamptz | null',
    followUpToldOn: 'date | null',
    lastContactDate: 'date | null',
    completionDate: 'date | null',
    sequence: 'bigint',
    likelyDuplicateOfUid: fixed('uuid | null'),
    createdByUserUid: fixed('uuid | null'),
    assigneeMembershipUid: fixed('uuid | null'),
    version: 'integer',
    createdAt: fixed('timestamptz'),
    updatedAt: 'timestamptz',
  } satisfies Columns<RecordRequestRow>;
  static override relationMappings = (): RelationMappings => ({
    company: belongsTo(CompanyModel, 'record_request.company_uid'),
    patient: belongsTo(PatientModel, 'record_request.patient_uid'),
  });
  declare readonly company?: CompanyModel;
  declare readonly patient?: PatientModel;
}
