import type {
  BulkImport,
  BulkImportPatch,
  BulkImportRow,
  BulkImportStatus,
} from '../domain/bulk-imports/bulk-import';
import type { Executor, Transaction } from './database';
import { named } from './named';
import { beforeAll, type PagePosition } from './projects';

const columns = `
  uid, company_uid as "companyUid", project_uid as "projectUid", key_uid as "keyUid", is_dry_run as "isDryRun", status,
  failure, failure_row as "failureRow", columns, row_count as "rowCount", created_count as "createdCount",
  updated_count as "updatedCount", unchanged_count as "unchangedCount", failed_count as "failedCount",
  warned_count as "warnedCount", has_result as "hasResult", uploaded_at as "uploadedAt", finished_at as "finishedAt",
  created_at as "createdAt", updated_at as "updatedAt"`;

const insert = named(`
  insert into bulk_import (uid, company_uid, project_uid, key_uid, is_dry_run, status, created_at, updated_at)
  values (?, ?, ?, ?, ?, ?, ?, ?)
`);

/** Stores a new import. */
export async function insertBulkImport(tx: Transaction, added: BulkImport): Promise<void> {
  const { uid, companyUid, projectUid, keyUid, isDryRun, status, createdAt, updatedAt } = added;
  await insert.run(tx, [uid, companyUid, projectUid, keyUid, isDryRun, status, createdAt, updatedAt]);
}

const byUid = named<BulkImport>(`select ${columns} from bulk_import where uid = ?`);
const lockByUid = named<BulkImport>(`select ${columns} from bulk_import where uid = ? for update`);
const inProject = named<BulkImport>(`select ${columns} from bulk_import where project_uid = ? and uid = ?`);
const listInProject = named<BulkImport>(`
  select ${columns} from bulk_import where project_uid = ? and (created_at, uid) > (?::timestamptz, ?::uuid)
  order by created_at, uid limit ?
`);
const statuses = named<{ uid: string; status: BulkImportStatus }>(`
  select uid, status from bulk_import where uid = any(?::uuid[])
`);

// The project's row is locked first, so that two who count at once do not both find room.
const lockProjectOf = named<{ uid: string }>('select uid from project where uid = ? for no key update');
const countOpen = named<{ count: number }>(`
  select count(*)::int as count from bulk_import
  where project_uid = ? and status in ('AwaitingUpload', 'Processing')
`);

/** How many imports of a project are not done; it stays so until the transaction ends, but for those that end. */
export async function countOpenImports(tx: Transaction, projectUid: string): Promise<number> {
  await lockProjectOf.run(tx, [projectUid]);
  return (await countOpen.run(tx, [projectUid]))[0]?.count ?? 0;
}

const latest = named<BulkImport>(`
  select ${columns} from bulk_import where company_uid = ? order by created_at desc, uid desc limit ?
`);

/** The latest imports of a company, newest first. */
export async function listLatestImports(
  executor: Executor,
  companyUid: string,
  limit: number,
): Promise<BulkImport[]> {
  return latest.run(executor, [companyUid, limit]);
}

const overdue = named<{ uid: string }>(`
  select uid from bulk_import where status = 'AwaitingUpload' and created_at < ? order by created_at limit ?
`);

/** Imports that have waited for their file since before a moment, oldest first. */
export async function listOverdueImports(executor: Executor, before: Date, limit: number): Promise<string[]> {
  return (await overdue.run(executor, [before, limit])).map(({ uid }) => uid);
}

/** The import of a workflow. */
export async function findBulkImport(executor: Executor, uid: string): Promise<BulkImport | undefined> {
  return (await byUid.run(executor, [uid]))[0];
}

/** The import of a workflow, locked until the transaction ends. */
export async function lockBulkImport(tx: Transaction, uid: string): Promise<BulkImport | undefined> {
  return (await lockByUid.run(tx, [uid]))[0];
}

/** The import with this id in the project. */
export async function findProjectImport(
  executor: Executor,
  projectUid: string,
  uid: string,
): Promise<BulkImport | undefined> {
  return (await inProject.run(executor, [projectUid, uid]))[0];
}

/** A page of a project's imports, oldest first. */
export async function listBulkImports(
  executor: Executor,
  projectUid: string,
  page: { readonly after: PagePosition | undefined; readonly limit: number },
): Promise<BulkImport[]> {
  const after = page.after ?? beforeAll;
  return listInProject.run(executor, [projectUid, after.createdAt, after.uid, page.limit]);
}

/** Where these imports stand; what is none is left out. */
export async function listImportStatuses(
  executor: Executor,
  uids: readonly string[],
): Promise<ReadonlyArray<{ readonly uid: string; readonly status: BulkImportStatus }>> {
  return uids.length === 0 ? [] : statuses.run(executor, [[...uids]]);
}

const update = named(`
  update bulk_import set status = ?, failure = ?, failure_row = ?, columns = ?::jsonb, row_count = ?,
    has_result = ?, uploaded_at = ?, finished_at = ?, updated_at = ?
  where uid = ?
`);

/** Changes an import whose lock the caller holds. */
export async function patchBulkImport(
  tx: Transaction,
  before: BulkImport,
  patch: BulkImportPatch,
  at: Date,
): Promise<BulkImport> {
  const after = { ...before, ...patch, updatedAt: at };
  await update.run(tx, [
    after.status,
    after.failure,
    after.failureRow,
    JSON.stringify(after.columns),
    after.rowCount,
    after.hasResult,
    after.uploadedAt,
    after.finishedAt,
    at,
    before.uid,
  ]);
  return after;
}

const recount = named<{ done: number }>(`
  update bulk_import i set created_count = r.created, updated_count = r.updated, unchanged_count = r.unchanged,
    failed_count = r.failed, warned_count = r.warned, updated_at = ?
  from (
    select count(*) filter (where outcome = 'created') as created, count(*) filter (where outcome = 'updated') as updated,
      count(*) filter (where outcome = 'unchanged') as unchanged, count(*) filter (where outcome = 'failed') as failed,
      count(*) filter (where warnings <> '[]') as warned
    from bulk_import_row where import_uid = ?
  ) r
  where i.uid = ?
  returning i.created_count + i.updated_count + i.unchanged_count + i.failed_count as done
`);

/** Counts the rows that are done by outcome; a repeat counts the same. @returns how many there are */
export async function recountBulkImport(executor: Executor, uid: string, at: Date): Promise<number> {
  return (await recount.run(executor, [at, uid, uid]))[0]?.done ?? 0;
}

const insertRow = named<{ rowNumber: number }>(`
  insert into bulk_import_row (import_uid, row_number, patient_id, outcome, errors, warnings)
  select uid, ?::int, ?, ?, ?::jsonb, ?::jsonb from bulk_import where uid = ? and status = 'Processing' for share
  on conflict on constraint bulk_import_row_pkey do nothing
  returning row_number as "rowNumber"
`);

/**
 * Notes what became of a row. @returns false when somebody else has done it meanwhile, or the import was ended: whoever
 * ends it waits for the rows that are under way, and after it there are no more
 */
export async function insertBulkImportRow(
  tx: Transaction,
  importUid: string,
  row: BulkImportRow,
): Promise<boolean> {
  const { rowNumber, patientId, outcome, errors, warnings } = row;
  const remarks = [JSON.stringify(errors), JSON.stringify(warnings)];
  const inserted = await insertRow.run(tx, [rowNumber, patientId, outcome, ...remarks, importUid]);
  return inserted.length > 0;
}

const rowsAfter = named<BulkImportRow>(`
  select row_number as "rowNumber", patient_id as "patientId", outcome, errors, warnings
  from bulk_import_row where import_uid = ? and row_number > ? order by row_number limit ?
`);

/** The rows after one, in order. */
export async function listBulkImportRows(
  executor: Executor,
  importUid: string,
  afterRow: number,
  limit: number,
): Promise<BulkImportRow[]> {
  return rowsAfter.run(executor, [importUid, afterRow, limit]);
}

const doneIn = named<{ rowNumber: number }>(`
  select row_number as "rowNumber" from bulk_import_row
  where import_uid = ? and row_number = any(?::int[])
`);

/** Which of these rows are done. */
export async function listDoneRows(
  executor: Executor,
  importUid: string,
  rowNumbers: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await doneIn.run(executor, [importUid, [...rowNumbers]]);
  return new Set(rows.map(({ rowNumber }) => rowNumber));
}

const firstAppliedOf = named<{ patientId: string; rowNumber: number }>(`
  select patient_id as "patientId", min(row_number) as "rowNumber" from bulk_import_row
  where import_uid = ? and patient_id = any(?::text[]) and outcome <> 'failed'
  group by patient_id
`);

/** In which row each of these patients stands first, for those who stand in one that is done and did not fail. */
export async function listFirstAppliedRows(
  executor: Executor,
  importUid: string,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await firstAppliedOf.run(executor, [importUid, [...patientIds]]);
  return new Map(rows.map(({ patientId, rowNumber }) => [patientId, rowNumber]));
}
