import type {
  BulkImport,
  BulkImportPatch,
  BulkImportRow,
  BulkImportStatus,
} from '../../domain/bulk-imports/bulk-import';
import type { BulkImportKind } from '../../domain/bulk-imports/sheets';
import type { ProjectScope } from '../../domain/projects/project';
import type { Patchable } from '../columns';
import type { Executor, Transaction } from '../database';
import { BulkImportModel, BulkImportRowModel, type StoredImportRow } from '../models/bulk-import';
import { named } from '../named';
import {
  newestPageOf,
  newestPageParams,
  pageOf,
  pageParams,
  type NewestPage,
  type NewestPageParams,
  type Page,
  type PageParams,
} from '../page';
import { isVisible, scopeParams } from '../tenants/projects';
import { insert, namesWithout, patchOf, selectList, update, valuesOf } from '../table';

const imports = `select ${selectList(BulkImportModel, 'i')} from bulk_import i`;

const insertImport = named<never, BulkImport>(insert(BulkImportModel));

/** Stores a new import. */
export async function insertBulkImport(tx: Transaction, added: BulkImport): Promise<void> {
  await insertImport.run(tx, valuesOf(BulkImportModel, added));
}

interface ByUid {
  readonly uid: string;
}

const byUid = named<BulkImport, ByUid>(`${imports} where i.uid = :uid`);
const lockByUid = named<BulkImport, ByUid>(`${imports} where i.uid = :uid for update`);
const inProject = named<BulkImport, { projectUid: string; uid: string }>(
  `${imports} where i.project_uid = :projectUid and i.uid = :uid`,
);
const listInProject = named<
  BulkImport,
  PageParams & { projectUid: string; kinds: readonly BulkImportKind[] }
>(`${imports} where i.project_uid = :projectUid and i.kind = any(:kinds::text[]) and ${pageOf('i')}`);
interface SeenParams extends ProjectScope, NewestPageParams {
  readonly projectId: string | null;
  readonly kinds: readonly BulkImportKind[];
}

// Of each project its newest ones, which an index has in order; then the newest of these.
const seen = named<BulkImport, SeenParams>(`
  ${imports} where i.uid = any(array(
    select k.uid from project j cross join lateral (
      select q.uid, q.created_at from bulk_import q
      where q.project_uid = j.uid and q.kind = any(:kinds::text[]) and ${newestPageOf('q')}
    ) k
    where ${isVisible('j')} and (:projectId::text is null or j.id = :projectId)
    order by k.created_at desc, k.uid desc limit :limit
  ))
  order by i.created_at desc, i.uid desc
`);
const statuses = named<{ uid: string; status: BulkImportStatus }, { uids: readonly string[] }>(
  'select uid, status from bulk_import where uid = any(:uids::uuid[])',
);

// The project's row is locked first, so that of two callers at once only one can take the last free place.
const lockProjectOf = named<ByUid, { projectUid: string }>(
  'select uid from project where uid = :projectUid for no key update',
);
const countOpen = named<{ count: number }, { projectUid: string }>(`
  select count(*)::int as count from bulk_import
  where project_uid = :projectUid and status in ('AwaitingUpload', 'Processing')
`);

/**
 * How many imports of a project are not done. Until the transaction ends, the number can fall but not rise.
 */
export async function countOpenImports(tx: Transaction, projectUid: string): Promise<number> {
  await lockProjectOf.run(tx, { projectUid });
  return (await countOpen.run(tx, { projectUid }))[0]?.count ?? 0;
}

const latest = named<BulkImport, { companyUid: string; limit: number }>(
  `${imports} where i.company_uid = :companyUid order by i.created_at desc, i.uid desc limit :limit`,
);

/** The latest imports of a company, newest first. */
export async function listLatestImports(
  executor: Executor,
  companyUid: string,
  limit: number,
): Promise<BulkImport[]> {
  return latest.run(executor, { companyUid, limit });
}

const overdue = named<ByUid, { before: Date; limit: number }>(`
  select uid from bulk_import where status = 'AwaitingUpload' and created_at < :before order by created_at limit :limit
`);

/** Imports that have waited for their file since before a moment, oldest first. */
export async function listOverdueImports(executor: Executor, before: Date, limit: number): Promise<string[]> {
  return (await overdue.run(executor, { before, limit })).map(({ uid }) => uid);
}

/** The import of a workflow. */
export async function findBulkImport(executor: Executor, uid: string): Promise<BulkImport | undefined> {
  return (await byUid.run(executor, { uid }))[0];
}

/** The import of a workflow, locked until the transaction ends. */
export async function lockBulkImport(tx: Transaction, uid: string): Promise<BulkImport | undefined> {
  return (await lockByUid.run(tx, { uid }))[0];
}

/** The import with this id in the project. */
export async function findProjectImport(
  executor: Executor,
  projectUid: string,
  uid: string,
): Promise<BulkImport | undefined> {
  return (await inProject.run(executor, { projectUid, uid }))[0];
}

/** A page of a project's imports of these kinds, oldest first. */
export async function listBulkImports(
  executor: Executor,
  projectUid: string,
  kinds: readonly BulkImportKind[],
  page: Page,
): Promise<BulkImport[]> {
  return listInProject.run(executor, { projectUid, kinds, ...pageParams(page) });
}

/** A page of the imports of these kinds in the projects that a scope sees, or in the one of an id; the newest first. */
export async function listSeenImports(
  executor: Executor,
  scope: ProjectScope,
  { projectId, kinds }: { readonly projectId: string | undefined; readonly kinds: readonly BulkImportKind[] },
  page: NewestPage,
): Promise<BulkImport[]> {
  const params = { ...scopeParams(scope), projectId: projectId ?? null, kinds, ...newestPageParams(page) };
  return seen.run(executor, params);
}

/** The status of each of these imports; ids of no import are left out. */
export async function listImportStatuses(
  executor: Executor,
  uids: readonly string[],
): Promise<ReadonlyArray<{ readonly uid: string; readonly status: BulkImportStatus }>> {
  return uids.length === 0 ? [] : statuses.run(executor, { uids });
}

type Changing = Patchable<typeof BulkImportModel.columns>;

const updateImport = named<never, Pick<BulkImport, 'uid' | Changing>>(update(BulkImportModel));

/** Changes an import whose lock the caller holds. */
export async function patchBulkImport(
  tx: Transaction,
  before: BulkImport,
  patch: BulkImportPatch,
  at: Date,
): Promise<BulkImport> {
  const after = { ...before, ...patch, updatedAt: at };
  await updateImport.run(tx, patchOf(BulkImportModel, after));
  return after;
}

const recount = named<{ done: number }, { uid: string; at: Date }>(`
  update bulk_import i set created_count = r.created, updated_count = r.updated, unchanged_count = r.unchanged,
    failed_count = r.failed, warned_count = r.warned, updated_at = :at
  from (
    select count(*) filter (where outcome = 'created') as created, count(*) filter (where outcome = 'updated') as updated,
      count(*) filter (where outcome = 'unchanged') as unchanged, count(*) filter (where outcome = 'failed') as failed,
      count(*) filter (where warnings <> '[]') as warned
    from bulk_import_row where import_uid = :uid
  ) r
  where i.uid = :uid
  returning i.created_count + i.updated_count + i.unchanged_count + i.failed_count as done
`);

/** Counts the rows that are done by outcome; a repeat counts the same. @returns how many there are */
export async function recountBulkImport(executor: Executor, uid: string, at: Date): Promise<number> {
  return (await recount.run(executor, { uid, at }))[0]?.done ?? 0;
}

const insertRow = named<{ rowNumber: number }, StoredImportRow>(
  insert(BulkImportRowModel, {
    from: `bulk_import where uid = :importUid and status = 'Processing' for share`,
    onConflict: 'on conflict on constraint bulk_import_row_pkey do nothing',
    returning: 'row_number as "rowNumber"',
  }),
);

/**
 * Notes what became of a row. @returns false when somebody else has done it meanwhile, or the import was
 * ended: ending an import waits for the rows that are under way, and no row is noted after it
 */
export async function insertBulkImportRow(
  tx: Transaction,
  importUid: string,
  row: BulkImportRow,
): Promise<boolean> {
  const inserted = await insertRow.run(tx, valuesOf(BulkImportRowModel, { importUid, ...row }));
  return inserted.length > 0;
}

const rowNames = namesWithout(BulkImportRowModel, ['importUid']);
const rowsAfter = named<BulkImportRow, { importUid: string; afterRow: number; limit: number }>(`
  select ${selectList(BulkImportRowModel, 'r', rowNames)} from bulk_import_row r
  where r.import_uid = :importUid and r.row_number > :afterRow order by r.row_number limit :limit
`);

/** The rows after one, in order. */
export async function listBulkImportRows(
  executor: Executor,
  importUid: string,
  afterRow: number,
  limit: number,
): Promise<BulkImportRow[]> {
  return rowsAfter.run(executor, { importUid, afterRow, limit });
}

/** A row with something to tell of, without whose it is. */
export type RemarkedRow = Pick<BulkImportRow, 'rowNumber' | 'outcome' | 'errors' | 'warnings'>;

const remarked = named<RemarkedRow, { importUid: string; afterRow: number; limit: number }>(`
  select ${selectList(BulkImportRowModel, 'r', ['rowNumber', 'outcome', 'errors', 'warnings'])} from bulk_import_row r
  where r.import_uid = :importUid and r.row_number > :afterRow and (r.errors <> '[]' or r.warnings <> '[]')
  order by r.row_number limit :limit
`);

/** The rows after one that have errors or warnings, in order. */
export async function listRemarkedRows(
  executor: Executor,
  importUid: string,
  afterRow: number,
  limit: number,
): Promise<RemarkedRow[]> {
  return remarked.run(executor, { importUid, afterRow, limit });
}

const doneIn = named<{ rowNumber: number }, { importUid: string; rowNumbers: readonly number[] }>(`
  select row_number as "rowNumber" from bulk_import_row
  where import_uid = :importUid and row_number = any(:rowNumbers::int[])
`);

/** Which of these rows are done. */
export async function listDoneRows(
  executor: Executor,
  importUid: string,
  rowNumbers: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await doneIn.run(executor, { importUid, rowNumbers });
  return new Set(rows.map(({ rowNumber }) => rowNumber));
}

const firstAppliedOf = named<
  { patientId: string; rowNumber: number },
  { importUid: string; patientIds: readonly string[] }
>(`
  select patient_id as "patientId", min(row_number) as "rowNumber" from bulk_import_row
  where import_uid = :importUid and patient_id = any(:patientIds::text[]) and outcome <> 'failed'
  group by patient_id
`);

/** In which row each of these patients stands first, for those who stand in one that is done and did not fail. */
export async function listFirstAppliedRows(
  executor: Executor,
  importUid: string,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await firstAppliedOf.run(executor, { importUid, patientIds });
  return new Map(rows.map(({ patientId, rowNumber }) => [patientId, rowNumber]));
}
