// Objection: files by key and plain lists. SQL text: checking many names at once.
import { compareFileNames } from '../../domain/record-requests/file-name';
import type { Executor, Transaction } from '../database';
import { StoredFileModel, type FileArea, type FileEntry, type StoredFile } from '../models/stored-file';
import { named } from '../named';
import { changesOf, columnsOf, namesWithout, pick } from '../table';

export type { FileArea, FileEntry, StoredFile } from '../models/stored-file';

const names = namesWithout(StoredFileModel, ['nameKey']);

function files(executor: Executor) {
  return StoredFileModel.query(executor).select(columnsOf(StoredFileModel, names));
}

/**
 * Stores a new file. The caller holds the lock of its record request, and chose a free name.
 * @throws what PostgreSQL throws for a name that is taken in its area
 */
export async function insertFile(tx: Transaction, file: FileEntry): Promise<void> {
  await StoredFileModel.query(tx).insert(pick(file, names));
}

/** Stores a file's current state; the caller holds the lock of its record request. */
export async function updateFile(tx: Transaction, file: FileEntry): Promise<void> {
  await StoredFileModel.query(tx).findById(file.uid).patch(changesOf(StoredFileModel, file));
}

/** Deletes a file's record; its object is removed by `object-removals.ts`. */
export async function deleteFileRow(tx: Transaction, uid: string): Promise<void> {
  await StoredFileModel.query(tx).deleteById(uid);
}

/** An area of a record request's files. */
export interface FilePlace {
  readonly recordRequestUid: string;
  readonly area: FileArea;
}

function filesOf(executor: Executor, { recordRequestUid, area }: FilePlace) {
  return files(executor).where({ record_request_uid: recordRequestUid, area });
}

/** Lists the stored files of an area, by name. */
export async function listStoredFiles(
  executor: Executor,
  recordRequestUid: string,
  area: FileArea,
): Promise<StoredFile[]> {
  const stored = await filesOf(executor, { recordRequestUid, area })
    .whereNotNull('etag')
    .castTo<StoredFile[]>();
  return stored.toSorted((a, b) => compareFileNames(a.fileName, b.fileName));
}

/**
 * Lists the files of an area whose upload was offered since an instant and is still pending, latest first.
 */
export async function listAwaitedFiles(
  executor: Executor,
  place: FilePlace,
  since: Date,
  limit: number,
): Promise<FileEntry[]> {
  return filesOf(executor, place)
    .where('offered_at', '>=', since)
    .whereRaw('(etag is null or last_modified_at < offered_at)')
    .orderBy([{ column: 'offered_at', order: 'desc' }, 'uid'])
    .limit(limit);
}

/**
 * Returns the file with this display name; names that differ only in case or Unicode form are the same
 * (FILE-3).
 */
export async function findFile(
  executor: Executor,
  place: FilePlace,
  fileName: string,
): Promise<FileEntry | undefined> {
  return filesOf(executor, place).whereRaw('name_key = file_name_key(:fileName)', { fileName }).first();
}

/** Returns the file of an area with this object key. */
export async function findFileByStorageKey(
  executor: Executor,
  place: FilePlace,
  storageKey: string,
): Promise<FileEntry | undefined> {
  return filesOf(executor, place).findOne({ storage_key: storageKey });
}

/** Returns whether a file of the record request, in any area, has one of these object keys. */
export async function hasStorageKey(
  executor: Executor,
  recordRequestUid: string,
  storageKeys: readonly string[],
): Promise<boolean> {
  const found = await files(executor)
    .where({ record_request_uid: recordRequestUid })
    .whereIn('storage_key', [...storageKeys])
    .first();
  return found !== undefined;
}

/** Returns the file with this uid, of any request. */
export async function findFileByUid(executor: Executor, uid: string): Promise<FileEntry | undefined> {
  return files(executor).findById(uid);
}

/** Returns the files with these uids, of any requests, in any order. */
export async function listFilesByUid(executor: Executor, uids: readonly string[]): Promise<FileEntry[]> {
  return files(executor).whereIn('uid', [...uids]);
}

const taken = named<
  { readonly name: string },
  FilePlace & { candidates: readonly string[]; exceptUid: string | null }
>(`
  select c.name from unnest(:candidates::text[]) as c(name)
  where exists (
    select from stored_file f
    where f.record_request_uid = :recordRequestUid and f.area = :area and f.name_key = file_name_key(c.name)
      and f.uid is distinct from :exceptUid::uuid
  )`);

/** Returns which of these names are taken in an area; the caller holds the lock of the record request. */
export async function findTakenNames(
  tx: Transaction,
  { recordRequestUid, area }: FilePlace,
  candidates: readonly string[],
  exceptUid: string | undefined,
): Promise<ReadonlySet<string>> {
  const params = { recordRequestUid, area, candidates, exceptUid: exceptUid ?? null };
  return new Set((await taken.run(tx, params)).map(({ name }) => name));
}

/** The number of files in an area, and the return number of the latest. */
interface AreaFacts {
  readonly files: number;
  readonly latestReturn: number;
}

/** Returns the facts of an area; 0 and 0 if it is empty. */
export async function readAreaFacts(
  executor: Executor,
  { recordRequestUid, area }: FilePlace,
): Promise<AreaFacts> {
  const [facts] = await StoredFileModel.query(executor)
    .where({ record_request_uid: recordRequestUid, area })
    .count('* as files')
    .max('return_number as latest_return')
    .castTo<Array<{ readonly files: number; readonly latestReturn: number | null }>>();
  return { files: facts?.files ?? 0, latestReturn: facts?.latestReturn ?? 0 };
}

/** The areas of what facilities returned. */
const returnedAreas: readonly FileArea[] = ['deliverables', 'arrivals', 'held'];

/** Returns the number of a request's latest return, and of its returned files, released or not. */
export async function readReturnFacts(executor: Executor, recordRequestUid: string): Promise<AreaFacts> {
  const facts: AreaFacts[] = [];
  for (const area of returnedAreas) facts.push(await readAreaFacts(executor, { recordRequestUid, area }));
  return {
    files: facts.reduce((sum, { files: count }) => sum + count, 0),
    latestReturn: Math.max(...facts.map(({ latestReturn }) => latestReturn)),
  };
}

/** Returns the returned files with this display name, released or not. */
export async function findReturned(
  executor: Executor,
  recordRequestUid: string,
  fileName: string,
): Promise<FileEntry[]> {
  return files(executor)
    .where({ record_request_uid: recordRequestUid })
    .whereIn('area', [...returnedAreas])
    .whereRaw('name_key = file_name_key(:fileName)', { fileName });
}

/** Lists offers from before an instant whose bytes haven't arrived, oldest first. */
export async function listUnusedOffers(executor: Executor, before: Date, limit: number): Promise<string[]> {
  const unused = await StoredFileModel.query(executor)
    .select('uid')
    .whereNull('etag')
    .where('offered_at', '<', before)
    .orderBy('offered_at')
    .limit(limit);
  return unused.map(({ uid }) => uid);
}
