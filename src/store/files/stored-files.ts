import type { Executor, Transaction } from '../database';
import { StoredFileModel, type FileArea, type FileEntry, type StoredFile } from '../models/stored-file';
import { named } from '../named';
import { insert, namesWithout, patchOf, pick, selectList, update } from '../table';

export type { FileArea, FileEntry, StoredFile } from '../models/stored-file';

const names = namesWithout(StoredFileModel, ['nameKey']);
const insertRow = named<never, FileEntry>(insert(StoredFileModel, { only: names }));

/**
 * Puts a file on record. The caller holds the lock of its record request, and has taken a free name.
 * @throws what PostgreSQL throws for a name that is taken in its area
 */
export async function insertFile(tx: Transaction, file: FileEntry): Promise<void> {
  await insertRow.run(tx, pick(file, names));
}

const updateRow = named<never, ReturnType<typeof changeable>>(update(StoredFileModel));
const changeable = (file: FileEntry) => patchOf(StoredFileModel, { ...file, nameKey: undefined });

/** Stores a file as it is now; the caller holds the lock of its record request. */
export async function updateFile(tx: Transaction, file: FileEntry): Promise<void> {
  await updateRow.run(tx, changeable(file));
}

const deleteRow = named<never, { uid: string }>('delete from stored_file where uid = :uid');

/** Takes a file off the record; its object is removed by `object-removals.ts`. */
export async function deleteFileRow(tx: Transaction, uid: string): Promise<void> {
  await deleteRow.run(tx, { uid });
}

/** An area of a record request's files. */
export interface FilePlace {
  readonly recordRequestUid: string;
  readonly area: FileArea;
}

const columns = selectList(StoredFileModel, 'f', names);
const entries = `select ${columns} from stored_file f
  where f.record_request_uid = :recordRequestUid and f.area = :area`;
// By code points, whatever the database's own order is: so a listing is the same in every deployment.
const listStored = named<StoredFile, FilePlace>(
  `${entries} and f.etag is not null order by f.file_name collate "C"`,
);

/** The files of an area whose bytes are there, by name. */
export async function listStoredFiles(
  executor: Executor,
  recordRequestUid: string,
  area: FileArea,
): Promise<StoredFile[]> {
  return listStored.run(executor, { recordRequestUid, area });
}

const listAwaited = named<FileEntry, FilePlace & { since: Date; limit: number }>(
  `${entries} and f.offered_at >= :since and (f.etag is null or f.last_modified_at < f.offered_at)
  order by f.offered_at desc, f.uid limit :limit`,
);

/** The files of an area whose upload was offered since then and not noticed yet, the latest first. */
export async function listAwaitedFiles(
  executor: Executor,
  { recordRequestUid, area }: FilePlace,
  since: Date,
  limit: number,
): Promise<FileEntry[]> {
  return listAwaited.run(executor, { recordRequestUid, area, since, limit });
}

const byName = named<FileEntry, FilePlace & { fileName: string }>(
  `${entries} and f.name_key = file_name_key(:fileName)`,
);

/** The file of this display name; names that differ in case or Unicode form only are one (FILE-3). */
export async function findFile(
  executor: Executor,
  { recordRequestUid, area }: FilePlace,
  fileName: string,
): Promise<FileEntry | undefined> {
  return (await byName.run(executor, { recordRequestUid, area, fileName }))[0];
}

const byStorageKey = named<FileEntry, FilePlace & { storageKey: string }>(
  `${entries} and f.storage_key = :storageKey`,
);

/** The file of an area whose object lies at this key. */
export async function findFileByStorageKey(
  executor: Executor,
  { recordRequestUid, area }: FilePlace,
  storageKey: string,
): Promise<FileEntry | undefined> {
  return (await byStorageKey.run(executor, { recordRequestUid, area, storageKey }))[0];
}

const byUid = named<FileEntry, { uid: string }>(`select ${columns} from stored_file f where f.uid = :uid`);

/** The file of this uid, of whichever request. */
export async function findFileByUid(executor: Executor, uid: string): Promise<FileEntry | undefined> {
  return (await byUid.run(executor, { uid }))[0];
}

const byUids = named<FileEntry, { uids: readonly string[] }>(
  `select ${columns} from stored_file f where f.uid = any(:uids::uuid[])`,
);

/** The files of these uids, of whichever requests, in any order. */
export async function listFilesByUid(executor: Executor, uids: readonly string[]): Promise<FileEntry[]> {
  return byUids.run(executor, { uids });
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

/** Which of these names files of an area have; the caller holds the lock of the record request. */
export async function findTakenNames(
  tx: Transaction,
  { recordRequestUid, area }: FilePlace,
  candidates: readonly string[],
  exceptUid: string | undefined,
): Promise<ReadonlySet<string>> {
  const params = { recordRequestUid, area, candidates, exceptUid: exceptUid ?? null };
  return new Set((await taken.run(tx, params)).map(({ name }) => name));
}

/** How many files an area has, and with which return its latest came. */
interface AreaFacts {
  readonly files: number;
  readonly latestReturn: number;
}

const facts = named<AreaFacts, FilePlace>(`
  select count(*)::integer as files, coalesce(max(f.return_number), 0) as "latestReturn" from stored_file f
  where f.record_request_uid = :recordRequestUid and f.area = :area`);

/** What an area holds; 0 and 0 where it is empty. */
export async function readAreaFacts(
  executor: Executor,
  { recordRequestUid, area }: FilePlace,
): Promise<AreaFacts> {
  const [found] = await facts.run(executor, { recordRequestUid, area });
  if (found === undefined) throw new Error('a count answered no row');
  return found;
}

const unusedOffers = named<{ readonly uid: string }, { before: Date; limit: number }>(
  'select uid from stored_file where etag is null and offered_at < :before order by offered_at limit :limit',
);

/** Offers from before then whose bytes have not been noticed, the oldest first. */
export async function listUnusedOffers(executor: Executor, before: Date, limit: number): Promise<string[]> {
  return (await unusedOffers.run(executor, { before, limit })).map(({ uid }) => uid);
}
