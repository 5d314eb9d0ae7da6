// Objection: imports by key and plain lists. SQL text: which imports a member sees, and the rows of a file,
// which come by the thousand.
import type {
  BulkImport,
  BulkImportPatch,
  BulkImportRow,
  BulkImportStatus,
} from '../../domain/bulk-imports/bulk-import';
import type { BulkImportKind } from '../../domain/bulk-imports/sheets';
import type { ProjectScope } from '../../domain/projects/project';
import type { Executor, Transaction } from '../database';
import { BulkImportModel, BulkImportRowModel, type StoredImportRow } from '../models/bulk-import';
import { ProjectModel } from '../models/project';
import { named } from '../named';
import {
  newestFirst,
  newestPageOf,
  newestPageParams,
  onPage,
  type NewestPage,
  type NewestPageParams,
  type Page,
} from '../page';
import { isVisible, scopeParams } from '../tenants/projects';
import { changesOf, columnsOf, insert, namesWithout, selectList, valuesOf } from '../table';

/** Stores a new import. */
export async function insertBulkImport(tx: Transaction, added: BulkImport): Promise<void> {
  await BulkImportModel.query(tx).insert(valuesOf(BulkImportModel, added));
}

interface SeenParams extends ProjectScope, NewestPageParams {
  readonly projectId: string | null;
  readonly kinds: readonly BulkImportKind[];
  readonly faultySince: Date | null;
}

// A dry run before an import in the console is a part of that import.
const isFaulty = (alias: string): string =>
  `((${alias}.failed_count > 0 or ${alias}.status = 'Failed') ` +
  `and not (${alias}.is_dry_run and ${alias}.draft_uid is not null))`;

// The newest ones of each project, which an index has in order; then the newest of these.
const seen = named<BulkImport, SeenParams>(`
  select ${selectList(BulkImportModel, 'i')} from bulk_import i where i.uid = any(array(
    select k.uid from project j cross join lateral (
      select q.uid, q.created_at from bulk_import q
      where q.project_uid = j.uid and q.kind = any(:kinds::text[])
        and (:faultySince::timestamptz is null
          or q.created_at >= :faultySince::timestamptz and ${isFaulty('q')})
        and ${newestPageOf('q')}
    ) k
    where ${isVisible('j')} and (:projectId::text is null or j.id = :projectId)
    order by k.created_at desc, k.uid desc limit :limit
  ))
  order by i.created_at desc, i.uid desc
`);

/**
 * Counts the unfinished imports of a project. Until the transaction ends, the number can fall but not rise.
 */
export async function countOpenImports(tx: Transaction, projectUid: string): Promise<number> {
  // Locked first, so that only one of two concurrent callers can take the last free slot.
  await ProjectModel.query(tx).select('uid').findById(projectUid).forNoKeyUpdate();
  return BulkImportModel.query(tx)
    .where({ project_uid: projectUid })
    .whereIn('status', ['AwaitingUpload', 'Processing'])
    .resultSize();
}

/** Lists the latest imports of a company, newest first. */
export async function listLatestImports(
  executor: Executor,
  companyUid: string,
  limit: number,
): Promise<BulkImport[]> {
  return BulkImportModel.query(executor).where({ company_uid: companyUid }).orderBy(newestFirst).limit(limit);
}

/** Lists imports that have waited for their file since before an instant, oldest first. */
export async function listOverdueImports(executor: Executor, before: Date, limit: number): Promise<string[]> {
  const overdue = await BulkImportModel.query(executor)
    .select('uid')
    .where({ status: 'AwaitingUpload' })
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit);
  return overdue.map(({ uid }) => uid);
}

/** Returns the import of a workflow. */
export async function findBulkImport(executor: Executor, uid: string): Promise<BulkImport | undefined> {
  return BulkImportModel.query(executor).findById(uid);
}

/** Locks the import of a workflow until the transaction ends. */
export async function lockBulkImport(tx: Transaction, uid: string): Promise<BulkImport | undefined> {
  return BulkImportModel.query(tx).findById(uid).forUpdate();
}

/** Returns the import with this id in the project. */
export async function findProjectImport(
  executor: Executor,
  projectUid: string,
  uid: string,
): Promise<BulkImport | undefined> {
  return BulkImportModel.query(executor).findById(uid).where({ project_uid: projectUid });
}

/** Lists a page of a project's imports of these kinds, oldest first. */
export async function listBulkImports(
  executor: Executor,
  projectUid: string,
  kinds: readonly BulkImportKind[],
  page: Page,
): Promise<BulkImport[]> {
  return BulkImportModel.query(executor)
    .where({ project_uid: projectUid })
    .whereIn('kind', [...kinds])
    .modify(onPage(page));
}

/** The filter for imports; `undefined` filters nothing. */
export interface SeenImportFilter {
  readonly projectId: string | undefined;
  readonly kinds: readonly BulkImportKind[];
  /** Only imports since then that failed or have failed rows. */
  readonly faultySince: Date | undefined;
}

/**
 * Lists a page of the imports of these kinds in the projects that a scope sees, or in one of them, newest
 * first.
 */
export async function listSeenImports(
  executor: Executor,
  scope: ProjectScope,
  { projectId, kinds, faultySince }: SeenImportFilter,
  page: NewestPage,
): Promise<BulkImport[]> {
  return seen.run(executor, {
    ...scopeParams(scope),
    projectId: projectId ?? null,
    kinds,
    faultySince: faultySince ?? null,
    ...newestPageParams(page),
  });
}

type FaultyParams = ProjectScope & { readonly kinds: readonly BulkImportKind[]; readonly since: Date };
const countFaulty = named<{ count: number }, FaultyParams>(`
  select count(*)::int as count from bulk_import i join project j on j.uid = i.project_uid
  where ${isVisible('j')} and i.kind = any(:kinds::text[]) and i.created_at >= :since and ${isFaulty('i')}
`);

/** Counts the imports since an instant that failed or have failed rows, in the projects that a scope sees. */
export async function countFaultyImports(
  executor: Executor,
  scope: ProjectScope,
  kinds: readonly BulkImportKind[],
  since: Date,
): Promise<number> {
  return (await countFaulty.run(executor, { ...scopeParams(scope), kinds, since }))[0]?.count ?? 0;
}

/** Returns the status of each of these imports; unknown ids are omitted. */
export async function listImportStatuses(
  executor: Executor,
  uids: readonly string[],
): Promise<ReadonlyArray<{ readonly uid: string; readonly status: BulkImportStatus }>> {
  return BulkImportModel.query(executor)
    .select('uid', 'status')
    .whereIn('uid', [...uids]);
}

/** Changes an import whose lock the caller holds. */
export async function patchBulkImport(
  tx: Transaction,
  before: BulkImport,
  patch: BulkImportPatch,
  at: Date,
): Promise<BulkImport> {
  const after = { ...before, ...patch, updatedAt: at };
  await BulkImportModel.query(tx).findById(before.uid).patch(changesOf(BulkImportModel, after));
  return after;
}

const recount = named<{ done: number }, { uid: string; at: Date }>(`
  update bulk_import i set created_count = r.created, updated_count = r.updated,
    unchanged_count = r.unchanged,
    failed_count = r.failed, warned_count = r.warned, updated_at = :at
  from (
    select count(*) filter (where outcome = 'created') as created, count(*) filter (where outcome = 'updated')
      as updated,
      count(*) filter (where outcome = 'unchanged') as unchanged, count(*) filter (where outcome = 'failed')
        as failed,
      count(*) filter (where warnings <> '[]') as warned
    from bulk_import_row where import_uid = :uid
  ) r
  where i.uid = :uid
  returning i.created_count + i.updated_count + i.unchanged_count + i.failed_count as done
`);

/** Counts the finished rows by outcome; a repeat gives the same result. @returns their number */
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
 * Records the result of a row. @returns false if another attempt recorded it meanwhile, or the import was
 * ended: ending waits for rows in progress, and afterward no row is recorded
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

function rowsAfter(executor: Executor, importUid: string, afterRow: number, limit: number) {
  return BulkImportRowModel.query(executor)
    .where({ import_uid: importUid })
    .where('row_number', '>', afterRow)
    .orderBy('row_number')
    .limit(limit);
}

/** Lists the rows after one, in order. */
export async function listBulkImportRows(
  executor: Executor,
  importUid: string,
  afterRow: number,
  limit: number,
): Promise<BulkImportRow[]> {
  return rowsAfter(executor, importUid, afterRow, limit).select(columnsOf(BulkImportRowModel, rowNames));
}

/** A row with remarks, without its patient. */
export type RemarkedRow = Pick<BulkImportRow, (typeof remarkedNames)[number]>;

const remarkedNames = ['rowNumber', 'outcome', 'errors', 'warnings'] as const;

/** Lists the rows after one that have errors or warnings, in order. */
export async function listRemarkedRows(
  executor: Executor,
  importUid: string,
  afterRow: number,
  limit: number,
): Promise<RemarkedRow[]> {
  return rowsAfter(executor, importUid, afterRow, limit)
    .select(columnsOf(BulkImportRowModel, remarkedNames))
    .whereRaw("(errors <> '[]' or warnings <> '[]')");
}

/** A row that failed, and why. */
export type FailedRow = Pick<BulkImportRow, 'rowNumber' | 'errors'>;

/** Lists the rows after one that failed, in order. */
export async function listFailedRows(
  executor: Executor,
  importUid: string,
  afterRow: number,
  limit: number,
): Promise<FailedRow[]> {
  return rowsAfter(executor, importUid, afterRow, limit)
    .select(columnsOf(BulkImportRowModel, ['rowNumber', 'errors']))
    .where({ outcome: 'failed' });
}

const doneIn = named<{ rowNumber: number }, { importUid: string; rowNumbers: readonly number[] }>(`
  select row_number as "rowNumber" from bulk_import_row
  where import_uid = :importUid and row_number = any(:rowNumbers::int[])
`);

/** Returns which of these rows are finished. */
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

/** Returns the first row of each of these patients that is finished and didn't fail. */
export async function listFirstAppliedRows(
  executor: Executor,
  importUid: string,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await firstAppliedOf.run(executor, { importUid, patientIds });
  return new Map(rows.map(({ patientId, rowNumber }) => [patientId, rowNumber]));
}
