// Objection: drafts by key and plain lists, not on a hot path.
import type { BulkColumn } from '../../domain/bulk-imports/bulk-import';
import type { DraftPatch, ImportDraft } from '../../domain/bulk-imports/import-draft';
import type { BulkImportKind } from '../../domain/bulk-imports/sheets';
import type { Environment } from '../../domain/projects/project';
import type { Executor, Transaction } from '../database';
import { BulkImportModel } from '../models/bulk-import';
import { ImportDraftModel } from '../models/import-draft';
import { ProjectModel } from '../models/project';
import { changesOf, valuesOf } from '../table';

/** Stores a new draft. */
export async function insertDraft(tx: Transaction, draft: ImportDraft): Promise<void> {
  await ImportDraftModel.query(tx).insert(valuesOf(ImportDraftModel, draft));
}

/** Returns the draft with this uid. */
export async function findDraft(executor: Executor, uid: string): Promise<ImportDraft | undefined> {
  return ImportDraftModel.query(executor).findById(uid);
}

/** Locks the draft with this uid until the transaction ends. */
export async function lockDraft(tx: Transaction, uid: string): Promise<ImportDraft | undefined> {
  return ImportDraftModel.query(tx).findById(uid).forUpdate();
}

/** Changes a draft whose lock the caller holds. */
export async function patchDraft(
  tx: Transaction,
  before: ImportDraft,
  patch: DraftPatch,
  at: Date,
): Promise<ImportDraft> {
  const after = { ...before, ...patch, updatedAt: at };
  await ImportDraftModel.query(tx).findById(before.uid).patch(changesOf(ImportDraftModel, after));
  return after;
}

/** Deletes a draft whose lock the caller holds. */
export async function deleteDraft(tx: Transaction, uid: string): Promise<void> {
  await ImportDraftModel.query(tx).deleteById(uid);
}

/** Counts a member's drafts in a project. Until the transaction ends, the number can fall but not rise. */
export async function countDrafts(
  tx: Transaction,
  { membershipUid, projectUid }: Pick<ImportDraft, 'membershipUid' | 'projectUid'>,
): Promise<number> {
  // Locked first, so that only one of two concurrent callers can take the last free slot.
  await ProjectModel.query(tx).select('uid').findById(projectUid).forNoKeyUpdate();
  return ImportDraftModel.query(tx)
    .where({ membership_uid: membershipUid, project_uid: projectUid })
    .resultSize();
}

/** Lists a member's drafts in all projects, newest first. */
export async function listDraftsOfMember(
  executor: Executor,
  membershipUid: string,
  limit: number,
): Promise<ImportDraft[]> {
  return ImportDraftModel.query(executor)
    .where({ membership_uid: membershipUid })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'uid', order: 'desc' },
    ])
    .limit(limit);
}

/** Lists the drafts whose last step was before an instant, oldest first. */
export async function listAbandonedDrafts(
  executor: Executor,
  before: Date,
  limit: number,
): Promise<ImportDraft[]> {
  return ImportDraftModel.query(executor).where('updated_at', '<', before).orderBy('updated_at').limit(limit);
}

/** The columns that were chosen for an import. */
export interface EarlierColumns {
  readonly columns: readonly BulkColumn[];
  readonly importedAt: Date;
}

/** What recognizes files of which each has the columns of the last one. */
export interface SameFiles {
  readonly companyUid: string;
  readonly environment: Environment;
  readonly kind: BulkImportKind;
  readonly headersHash: string;
}

/** Returns the columns of the last import of a file with these column names. A dry run isn't one. */
export async function findEarlierColumns(
  executor: Executor,
  { companyUid, environment, kind, headersHash }: SameFiles,
): Promise<EarlierColumns | undefined> {
  const ofCompany = ProjectModel.query(executor).select('uid');
  const found = await BulkImportModel.query(executor)
    .where({ company_uid: companyUid, headers_hash: headersHash, kind, is_dry_run: false })
    .whereIn('project_uid', ofCompany.where({ company_uid: companyUid, environment }))
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'uid', order: 'desc' },
    ])
    .first();
  if (found === undefined || found.mapping === null) return undefined;
  return { columns: found.mapping.columns, importedAt: found.createdAt };
}
