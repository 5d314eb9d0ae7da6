import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** The areas of a record request's files. */
export type FileArea = 'deliverables' | 'documents' | 'attachments';

/** Who or what placed a file. */
export interface Uploader {
  readonly kind: 'user' | 'facility' | 'partner' | 'service';
  readonly id: string;
  readonly name: string;
}

/** A file of a record request, as the list shows it; the bytes are in the object store. */
export interface StoredFile {
  readonly uid: string;
  readonly companyUid: string;
  readonly recordRequestUid: string;
  readonly area: FileArea;
  readonly storageKey: string;
  readonly fileName: string;
  readonly folder: string | null;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly etag: string;
  readonly uploadedBy: Uploader | null;
  readonly lastModifiedAt: Date;
  readonly createdAt: Date;
}

/** A file of a record request. What an upload of other bytes under the same key replaces is not fixed. */
export class StoredFileModel extends rows<StoredFile>() {
  static override tableName = 'stored_file';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    recordRequestUid: fixed('uuid'),
    area: fixed('text'),
    storageKey: fixed('text'),
    fileName: fixed('text'),
    folder: fixed('text | null'),
    contentType: fixed('text'),
    sizeBytes: 'bigint',
    etag: 'text',
    uploadedBy: fixed('jsonb | null'),
    lastModifiedAt: 'timestamptz',
    createdAt: fixed('timestamptz'),
  } satisfies Columns<StoredFile>;
}
