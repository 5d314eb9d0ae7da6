import type { Executor, Transaction } from './database';
import { StoredFileModel, type FileArea, type StoredFile } from './models/stored-file';
import { named } from './named';
import { excluded, insert, selectList, valuesOf } from './table';

export type { FileArea, StoredFile } from './models/stored-file';

const upsert = named<never, StoredFile>(
  insert(StoredFileModel, {
    onConflict: `on conflict on constraint stored_file_storage_key_key do update set ${excluded(StoredFileModel)}`,
  }),
);

/** Notes a file that was stored; the same key again is the same file with other bytes. */
export async function putStoredFile(tx: Transaction, file: StoredFile): Promise<void> {
  await upsert.run(tx, valuesOf(StoredFileModel, file));
}

interface PlaceOfFiles {
  readonly recordRequestUid: string;
  readonly area: FileArea;
}

const files = `select ${selectList(StoredFileModel, 'f')} from stored_file f
  where f.record_request_uid = :recordRequestUid and f.area = :area`;
const list = named<StoredFile, PlaceOfFiles>(`${files} order by f.file_name`);

/** The files of an area, by name. */
export async function listStoredFiles(
  executor: Executor,
  recordRequestUid: string,
  area: FileArea,
): Promise<StoredFile[]> {
  return list.run(executor, { recordRequestUid, area });
}

const byName = named<StoredFile, PlaceOfFiles & { fileName: string }>(`${files} and f.file_name = :fileName`);

/** The file of this display name. */
export async function findStoredFile(
  executor: Executor,
  recordRequestUid: string,
  area: FileArea,
  fileName: string,
): Promise<StoredFile | undefined> {
  return (await byName.run(executor, { recordRequestUid, area, fileName }))[0];
}
