import type { Actor } from '../../domain/actor';
import { fixed, generated, type Columns } from '../columns';
import { rows } from './base';

/**
 * The areas of a record request's files. A returned file is in `arrivals` until it is read, in `held` while
 * it names another person, and only then a deliverable. A facility's invoice belongs to a fee.
 */
export type FileArea =
  'deliverables' | 'documents' | 'attachments' | 'combined' | 'arrivals' | 'held' | 'invoices';

/**
 * A file of a record request, or the place of a document whose upload is pending; the bytes are in the object
 * store.
 */
export interface FileEntry {
  readonly uid: string;
  readonly companyUid: string;
  readonly recordRequestUid: string;
  readonly area: FileArea;
  /** The key of the object, unchanged for the file's lifetime, whatever its name. */
  readonly storageKey: string;
  readonly fileName: string;
  /** The file's own folder; its return number is separate. */
  readonly folder: string | null;
  /** The return that a deliverable came with, from 1. */
  readonly returnNumber: number;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** `null` if they weren't counted. */
  readonly pages: number | null;
  /** `null` until the bytes arrive. */
  readonly etag: string | null;
  readonly uploadedBy: Actor | null;
  /** Who last got an upload URL, and when; `null` if nobody did. */
  readonly offeredTo: Actor | null;
  readonly offeredAt: Date | null;
  readonly lastModifiedAt: Date;
  readonly createdAt: Date;
}

/** A file whose bytes are stored. */
export type StoredFile = FileEntry & { readonly etag: string };

/** Adds the name for comparisons, which PostgreSQL generates. */
type StoredFileRow = FileEntry & { readonly nameKey: string };

/** A file of a record request. What an upload or a rename replaces isn't fixed. */
export class StoredFileModel extends rows<StoredFileRow>() {
  static override tableName = 'stored_file';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    recordRequestUid: fixed('uuid'),
    area: 'text',
    storageKey: fixed('text'),
    fileName: 'text',
    nameKey: generated('text'),
    folder: fixed('text | null'),
    returnNumber: fixed('integer'),
    contentType: 'text',
    sizeBytes: 'bigint',
    pages: 'integer | null',
    etag: 'text | null',
    uploadedBy: 'jsonb | null',
    offeredTo: 'jsonb | null',
    offeredAt: 'timestamptz | null',
    lastModifiedAt: 'timestamptz',
    createdAt: fixed('timestamptz'),
  } satisfies Columns<StoredFileRow>;
}
