import { notFound } from '../../domain/problem';
import { bulkImportKey } from '../../files/key-layout';
import type { ObjectStore, PresignedUrl } from '../../files/object-store';
import type { Log } from '../../platform/log';
import type { Executor } from '../../store/database';
import { findProjectImport, listBulkImports as listStored } from '../../store/bulk-imports';
import type { BulkImport } from '../../domain/bulk-imports/bulk-import';
import type { PagePosition } from '../../store/page';
import type { Project } from '../../domain/projects/project';
import type { ChangeParts } from '../change';
import { noticeBulkUpload } from './notice-bulk-upload';

/**
 * A bulk import for a caller. While no file is known, the read looks for one: an upload whose notification was lost shows
 * with the next read.
 * @throws Problem 404
 */
export async function readBulkImport(
  parts: ChangeParts & { readonly files: ObjectStore; readonly log: Log },
  project: Project,
  uid: string,
): Promise<BulkImport> {
  const found = await findProjectImport(parts.db, project.uid, uid);
  if (found === undefined) throw notFound('the project has no such bulk import');
  const isNoticed = await noticeBulkUpload(parts, uid).catch((error: unknown) => {
    parts.log.warn('An upload could not be looked for; the sweep will.', { error });
    return false;
  });
  return (isNoticed ? await findProjectImport(parts.db, project.uid, uid) : undefined) ?? found;
}

/** The bulk imports of a project, oldest first, from a position on. */
export async function listBulkImports(
  executor: Executor,
  project: Project,
  page: { readonly after: PagePosition | undefined; readonly limit: number },
): Promise<BulkImport[]> {
  return listStored(executor, project.uid, page);
}

/** A fresh URL to which the file can be uploaded, while it is waited for. */
export function offerBulkUpload(files: ObjectStore, of: BulkImport, at: Date): PresignedUrl | undefined {
  return of.status === 'AwaitingUpload' ? files.presignUpload(bulkImportKey(of, 'upload'), at) : undefined;
}

/** A fresh URL from which the result downloads, once there is one. */
export function offerBulkResult(files: ObjectStore, of: BulkImport, at: Date): PresignedUrl | undefined {
  const name = 'bulk-import-result.csv';
  return of.hasResult ? files.presignDownload(bulkImportKey(of, 'result'), name, at) : undefined;
}
