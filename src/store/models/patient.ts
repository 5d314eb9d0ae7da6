import type { Patient } from '../../domain/patients/patient';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A patient without its searches and supporting documents. */
export type PatientRow = Omit<Patient, 'searches' | 'supportingDocuments'>;

/** A patient of a project. */
export class PatientModel extends rows<PatientRow>() {
  static override tableName = 'patient';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    projectUid: fixed('uuid'),
    id: fixed('text'),
    firstName: 'text',
    lastNames: 'text[]',
    dateOfBirth: 'date',
    sex: 'text | null',
    zipCodes: 'text[]',
    city: 'text | null',
    state: 'text | null',
    mobile: 'text | null',
    email: 'text | null',
    reference: 'text | null',
    dateOfDeath: 'date | null',
    authorizationStatus: 'text',
    searchStatus: 'text',
    restedSearchStatus: 'text | null',
    authorizationEtag: 'text | null',
    authorizationUploadedAt: 'timestamptz | null',
    authorizationExpiresOn: 'date | null',
    authorizationExpiryBy: 'text | null',
    authorizationRevokedOn: 'date | null',
    authorizationReason: 'text | null',
    authorizationNoticeDays: 'integer | null',
    createdByUserUid: fixed('uuid | null'),
    identityVersion: 'integer',
    version: 'integer',
    createdAt: fixed('timestamptz'),
    updatedAt: 'timestamptz',
  } satisfies Columns<PatientRow>;
}
