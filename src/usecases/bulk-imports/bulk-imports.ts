import { assertPermission } from '../../access/authorize';
import type { Permission } from '../../domain/access/permissions';
import { bulkImportKinds, type BulkImportKind } from '../../domain/bulk-imports/sheets';
import type { Page } from '../../store/page';
import { isOver, openImport, openImportsMax, type BulkImport } from '../../domain/bulk-imports/bulk-import';
import { Problem, notFound } from '../../domain/problem';
import { assertOpen } from '../../domain/projects/project';
import { bulkImportKey } from '../../files/key-layout';
import type { ObjectStore, PresignedUrl } from '../../files/object-store';
import type { Log } from '../../platform/log';
import {
  countOpenImports,
  findBulkImport,
  findProjectImport,
  insertBulkImport,
  listBulkImports as listStored,
  listLatestImports,
} from '../../store/bulk-imports/bulk-imports';
import type { Executor } from '../../store/database';
import { resource, type ByKey, type ProjectChange, type FileParts } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../operators';
import type { ProjectReading } from '../reading';
import { noticeBulkUpload } from './notice-bulk-upload';

/**
 * Creates an import that waits for its file; the file is imported once it is uploaded.
 * @throws Problem `project.closed`, `bulkImport.tooManyOpen`
 */
export async function createBulkImport(
  change: ProjectChange & ByKey,
  { kind, isDryRun }: Pick<BulkImport, 'kind' | 'isDryRun'>,
): Promise<BulkImport> {
  const { project, principal, now: createdAt } = change;
  assertOpen(project);
  if ((await countOpenImports(change.tx, project.uid)) >= openImportsMax)
    throw new Problem('bulkImport.tooManyOpen');
  const { companyUid, uid: projectUid } = project;
  const { keyUid } = principal;
  const made = openImport({
    uid: change.newUid(),
    companyUid,
    projectUid,
    keyUid,
    kind,
    isDryRun,
    createdAt,
  });
  await insertBulkImport(change.tx, made);
  await change.audit(resource('bulkImport', made));
  return made;
}

/** What a member must be permitted to see an import: what its rows are about. */
export const permissionOf = {
  patients: 'ViewPatients',
  recordRequests: 'ViewRecordRequests',
} as const satisfies Record<BulkImportKind, Permission>;

/** A bulk import as it is on record. @throws Problem 404 when the project has it not, `permission.missing` */
export async function getBulkImport(
  { db, project, principal, saw }: ProjectReading,
  uid: string,
): Promise<BulkImport> {
  const found = await findProjectImport(db, project.uid, uid);
  if (found === undefined) throw notFound('the project has no such bulk import');
  assertPermission(principal, permissionOf[found.kind]);
  saw(resource('bulkImport', found));
  return found;
}

/**
 * A bulk import for a caller. While no file is known, the read looks for one in the object store, so that an
 * upload is found even when its notification was lost.
 * @throws Problem 404
 */
export async function readBulkImport(
  parts: FileParts & { readonly log: Log },
  reading: ProjectReading,
  uid: string,
): Promise<BulkImport> {
  const found = await getBulkImport(reading, uid);
  const isNoticed = await noticeBulkUpload(parts, uid).catch((error: unknown) => {
    parts.log.warn('An upload could not be looked for; the sweep will.', { error });
    return false;
  });
  return isNoticed ? getBulkImport(reading, uid) : found;
}

/** The bulk imports of a project that the member may see, oldest first, from a position on. */
export async function listBulkImports(
  { db, project, principal, saw }: ProjectReading,
  page: Page,
): Promise<BulkImport[]> {
  saw(resource('project', project));
  const kinds = bulkImportKinds.filter(kind => principal.permissions.has(permissionOf[kind]));
  return listStored(db, project.uid, kinds, page);
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

/** The latest bulk imports of a company, newest first. @throws OperatorError when there is no such company */
export async function inspectImports(
  executor: Executor,
  companyId: string,
  limit: number,
): Promise<BulkImport[]> {
  const company = await getCompany(executor, companyId);
  return listLatestImports(executor, company.uid, limit);
}

/** @throws OperatorError for an import that the company has not, or that is done */
export async function getOpenImport(
  executor: Executor,
  companyId: string,
  importUid: string,
): Promise<BulkImport> {
  const company = await getCompany(executor, companyId);
  const found = await findBulkImport(executor, importUid);
  if (found?.companyUid !== company.uid)
    throw new OperatorError('The company has no bulk import with this id; `bulk-import list` shows them.');
  if (isOver(found))
    throw new OperatorError('The bulk import is over already; `bulk-import list` tells how it ended.');
  return found;
}
