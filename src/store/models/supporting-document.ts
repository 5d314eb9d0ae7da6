import type { SupportingDocument } from '../../domain/supporting-documents/supporting-document';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A supporting document of a patient's authorization. */
export class SupportingDocumentModel extends rows<SupportingDocument>() {
  static override tableName = 'supporting_document';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    patientUid: fixed('uuid'),
    number: fixed('integer'),
    etag: 'text',
    uploadedAt: 'timestamptz',
    run: 'integer',
    status: 'text',
    kind: 'text | null',
    refusal: 'text | null',
    reading: 'jsonb | null',
    readAt: 'timestamptz | null',
    createdAt: fixed('timestamptz'),
  } satisfies Columns<SupportingDocument>;
}
