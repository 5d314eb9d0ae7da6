import type { BulkColumn, BulkFailure, BulkImport } from '../../../domain/bulk-imports/bulk-import';
import type { BulkImportKind } from '../../../domain/bulk-imports/sheets';
import { explainFailure } from '../../../domain/bulk-imports/match-header';
import type { PresignedUrl } from '../../../files/object-store';
import type { Project } from '../../../domain/projects/project';

function presentFailure(
  kind: BulkImportKind,
  reason: BulkFailure,
  row: number | null,
  columns: readonly BulkColumn[],
) {
  const { message, fields } = explainFailure(kind, reason, columns);
  return { reason, message, fields: [...fields], row };
}

/** Returns a bulk import as the API shows it. */
export function presentBulkImport(of: BulkImport, project: Project) {
  const { createdCount, updatedCount, unchangedCount, failedCount } = of;
  return {
    id: of.uid,
    projectId: project.id,
    companyId: project.companyId,
    kind: of.kind,
    dryRun: of.isDryRun,
    status: of.status,
    failure: of.failure === null ? null : presentFailure(of.kind, of.failure, of.failureRow, of.columns),
    columns: [...of.columns],
    rows: {
      total: of.rowCount,
      done: createdCount + updatedCount + unchangedCount + failedCount,
      created: createdCount,
      updated: updatedCount,
      unchanged: unchangedCount,
      failed: failedCount,
      withWarnings: of.warnedCount,
    },
    createdAt: of.createdAt.toISOString(),
    uploadedAt: of.uploadedAt?.toISOString() ?? null,
    finishedAt: of.finishedAt?.toISOString() ?? null,
  };
}

/** Returns a bulk import with the URLs of its files. */
export function presentBulkImportWithFiles(
  of: BulkImport,
  project: Project,
  files: { readonly upload: PresignedUrl | undefined; readonly result: PresignedUrl | undefined },
) {
  const { upload, result } = files;
  return {
    bulkImport: presentBulkImport(of, project),
    upload:
      upload === undefined
        ? null
        : { uploadUrl: upload.url, uploadHeaders: {}, expiresIn: upload.expiresInSeconds },
    result: result === undefined ? null : { downloadUrl: result.url, expiresIn: result.expiresInSeconds },
  };
}
