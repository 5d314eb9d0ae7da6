import {
  submit,
  type NewRecordRequest,
  type RecordRequest,
} from '../../../src/domain/record-requests/record-request';

/** Returns a record request that was just submitted, with the fields that a test names. */
export function aRecordRequest(fields: Partial<NewRecordRequest> = {}): RecordRequest {
  return submit({
    uid: 'request',
    requestNumber: 'RR-482-177-3056',
    companyUid: 'company',
    projectUid: 'project',
    patientUid: 'patient',
    patientId: 'case-1',
    siteUid: 'site',
    kind: 'billing',
    submittedSiteName: 'Harbor General Hospital',
    startDateOfService: null,
    endDateOfService: null,
    reference: null,
    dueDate: null,
    isRush: false,
    needsCertification: false,
    likelyDuplicateOfUid: null,
    createdByUserUid: null,
    createdAt: new Date(0),
    ...fields,
  });
}
