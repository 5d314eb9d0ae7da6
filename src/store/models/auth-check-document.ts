import type { CheckedDocument, Submission } from '../../domain/auth-checks/submission';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A document outside any patient. */
export class AuthCheckDocumentModel extends rows<CheckedDocument>() {
  static override tableName = 'auth_check_document';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    environment: fixed('text'),
    userUid: fixed('uuid'),
    fileName: fixed('text'),
    etag: 'text | null',
    uploadedAt: 'timestamptz | null',
    createdAt: fixed('timestamptz'),
  } satisfies Columns<CheckedDocument>;
}

/** An upload of such a document with the patient stated for it. */
export class AuthCheckSubmissionModel extends rows<Submission>() {
  static override tableName = 'auth_check_submission';
  static override idColumn = ['document_uid', 'number'];
  static override readonly columns = {
    documentUid: fixed('uuid'),
    number: fixed('integer'),
    etag: 'text | null',
    uploadedAt: 'timestamptz | null',
    firstName: 'text | null',
    lastName: 'text | null',
    dateOfBirth: 'date | null',
    referenceId: 'text | null',
    statedAt: 'timestamptz',
  } satisfies Columns<Submission>;
}
