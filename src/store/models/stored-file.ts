import type { Actor } from '../../domain/actor';
import { fixed, generated, type Columns } from '../columns';
import { rows } from './base';

/** The areas of a record request's files. */
export type FileArea = 'deliverables' | 'documents' | 'attachments' | 'combined';

/**
 * A file of a record request, or the place of a document whose bytes have not come yet; the bytes are in the
 * object store.
 */
export interface FileEntry {
  readonly uid: string;
  readonly companyUid: string;
  readonly recordRequestUid: string;
  readonly area: FileArea;
  /** Where the object lies: for as long as the file exists, whatever it is called. */
  readonly storageKey: string;
  readonly fileName: string;
  /** The folder that is the file's own; which return it came with is said beside it. */
  readonly folder: string | null;
  /** Which return of the site a deliverable came with, from 1. */
  readonly returnNumber: number;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Null until the bytes are there. */
  readonly etag: string | null;
  readonly uploadedBy: Actor | null;
  /** Who last got a URL to upload the bytes, and when; null where nobody did. */
  readonly offeredTo: Actor | null;
  readonly offeredAt: Date | null;
  readonly lastModifiedAt: Date;
  readonly createdAt: Date;
}

/** A file whose bytes are there. */
export type StoredFile = FileEntry & { readonly etag: string };

/** What PostgreSQL holds beside: what names are compared by, which it makes itself. */
type StoredFileRow = FileEntry & { readonly nameKey: string };

/** A file of a record request. What an upload or a rename replaces is not fixed. */
export class StoredFileModel extends rows<StoredFileRow>() {
  static override tableName = 'stored_file';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    recordRequestUid: fixed('uuid'),
    area: fixed('text'),
    storageKey: fixed('text'),
    fileName: 'text',
    nameKey: generated('text'),
    folder: fixed('text | null'),
    returnNumber: fixed('integer'),
    contentType: fixed('text'),
    sizeBytes: 'bigint',
    etag: 'text | null',
    uploadedBy: 'jsonb | null',
    offeredTo: 'jsonb | null',
    offeredAt: 'timestamptz | null',
    lastModifiedAt: 'timestamptz',
    createdAt: fixed('timestamptz'),
  } satisfies Columns<StoredFileRow>;
}
