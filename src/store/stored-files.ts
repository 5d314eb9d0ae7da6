import type { Executor, Transaction } from './database';
import { named } from './named';

/** The areas of a record request's files. */
export type FileArea = 'deliverables' | 'documents' | 'attachments';

/** Who or what placed a file (DESIGN §4). */
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

const columns = `uid, company_uid as "companyUid", record_request_uid as "recordRequestUid", area,
  storage_key as "storageKey", file_name as "fileName", folder, content_type as "contentType", size_bytes as "sizeBytes",
  etag, uploaded_by as "uploadedBy", last_modified_at as "lastModifiedAt", created_at as "createdAt"`;

const upsert = named(`
  insert into stored_file (uid, company_uid, record_request_uid, area, storage_key, file_name, folder, content_type,
    size_bytes, etag, uploaded_by, last_modified_at, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?)
  on conflict on constraint stored_file_storage_key_key do update
    set size_bytes = excluded.size_bytes, etag = excluded.etag, last_modified_at = excluded.last_modified_at
`);

/** Notes a file that was stored; the same key again is the same file with other bytes. */
export async function putStoredFile(tx: Transaction, file: StoredFile): Promise<void> {
  await upsert.run(tx, [
    file.uid,
    file.companyUid,
    file.recordRequestUid,
    file.area,
    file.storageKey,
    file.fileName,
    file.folder,
    file.contentType,
    file.sizeBytes,
    file.etag,
    JSON.stringify(file.uploadedBy),
    file.lastModifiedAt,
    file.createdAt,
  ]);
}

const list = named<StoredFile>(`
  select ${columns} from stored_file where record_request_uid = ? and area = ? order by file_name
`);

/** The files of an area, by name. */
export async function listStoredFiles(
  executor: Executor,
  recordRequestUid: string,
  area: FileArea,
): Promise<StoredFile[]> {
  return list.run(executor, [recordRequestUid, area]);
}

const byName = named<StoredFile>(`
  select ${columns} from stored_file where record_request_uid = ? and area = ? and file_name = ?
`);

/** The file of this display name. */
export async function findStoredFile(
  executor: Executor,
  recordRequestUid: string,
  area: FileArea,
  fileName: string,
): Promise<StoredFile | undefined> {
  return (await byName.run(executor, [recordRequestUid, area, fileName]))[0];
}
