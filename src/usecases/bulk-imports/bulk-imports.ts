import { assertPermission } from '../../access/authorize';
import type { Permission } from '../../domain/access/permissions';
import {
  isOver,
  openImport,
  openImportsMax,
  takeUpload,
  type BulkImport,
} from '../../domain/bulk-imports/bulk-import';
import { bulkImportKinds, type BulkImportKind } from '../../domain/bulk-imports/sheets';
import { notFound, Problem } from '../../domain/problem';
import { assertOpen } from '../../domain/projects/project';
import { attributesOf, workflows } from '../../domain/workflows';
import { bulkImportKey } from '../../files/key-layout';
import type { ObjectFacts, ObjectStore, PresignedUrl } from '../../files/object-store';
import type { Log } from '../../platform/log';
import {
  countOpenImports,
  findBulkImport,
  findProjectImport,
  insertBulkImport,
  listLatestImports,
  listBulkImports as listStored,
  lockBulkImport,
  patchBulkImport,
} from '../../store/bulk-imports/bulk-imports';
import type { Executor } from '../../store/database';
import type { Page } from '../../store/page';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, runOwnChange, type Change, type FileParts, type ProjectChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../operators';
import type { ProjectReading } from '../reading';

/**
 * Creates an import that waits for its file and runs once it is uploaded.
 * @throws Problem `project.closed`, `bulkImport.tooManyOpen`
 */
export async function createBulkImport(
  change: ProjectChange,
  { kind, isDryRun }: Pick<BulkImport, 'kind' | 'isDryRun'>,
): Promise<BulkImport> {
  const { project, principal, now: createdAt } = change;
  assertOpen(project);
  if ((await countOpenImports(change.tx, project.uid)) >= openImportsMax)
    throw new Problem('bulkImport.tooManyOpen');
  const { companyUid, uid: projectUid } = project;
  const { membershipUid } = principal;
  const keyUid = principal.kind === 'key' ? principal.keyUid : null;
  const made = openImport({
    uid: change.newUid(),
    companyUid,
    projectUid,
    membershipUid,
    keyUid,
    kind,
    isDryRun,
    createdAt,
  });
  await insertBulkImport(change.tx, made);
  await change.audit(resource('bulkImport', made), 'bulkImport.create', { kind, isDryRun });
  return made;
}

/** The permission needed to view an import, by the kind of its rows. */
export const permissionOf = {
  patients: 'ViewPatients',
  recordRequests: 'ViewRecordRequests',
} as const satisfies Record<BulkImportKind, Permission>;

/** Returns a stored bulk import. @throws Problem 404 if the project doesn't have it, `permission.missing` */
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
 * Returns a bulk import for a caller. While no file is known, it also checks the object store, so that an
 * upload is found even if its notification was lost.
 * @throws Problem 404
 */
export async function readBulkImport(
  parts: FileParts & { readonly log: Log },
  reading: ProjectReading,
  uid: string,
): Promise<BulkImport> {
  const found = await getBulkImport(reading, uid);
  const isNoticed = await noticeBulkUpload(parts, uid).catch((error: unknown) => {
    parts.log.warn('Could not check for an upload; the sweep will.', { error });
    return false;
  });
  return isNoticed ? getBulkImport(reading, uid) : found;
}

/** Lists the bulk imports of a project that the member may see, oldest first, from a position on. */
export async function listBulkImports(
  { db, project, principal, saw }: ProjectReading,
  page: Page,
): Promise<BulkImport[]> {
  saw(resource('project', project));
  const kinds = bulkImportKinds.filter(kind => principal.permissions.has(permissionOf[kind]));
  return listStored(db, project.uid, kinds, page);
}

/** Creates a URL for uploading the file while it is pending. */
export function offerBulkUpload(files: ObjectStore, of: BulkImport, at: Date): PresignedUrl | undefined {
  return of.status === 'AwaitingUpload' ? files.presignUpload(bulkImportKey(of, 'upload'), at) : undefined;
}

/** Creates a URL for downloading the result once there is one. */
export function offerBulkResult(files: ObjectStore, of: BulkImport, at: Date): PresignedUrl | undefined {
  const name = 'bulk-import-result.csv';
  return of.hasResult
    ? files.presignDownload(bulkImportKey(of, 'result'), name, at, 'text/csv; charset=utf-8')
    : undefined;
}

/**
 * Lists the latest bulk imports of a company, newest first. @throws OperatorError if there is no such company
 */
export async function inspectImports(
  executor: Executor,
  companyId: string,
  limit: number,
): Promise<BulkImport[]> {
  const company = await getCompany(executor, companyId);
  return listLatestImports(executor, company.uid, limit);
}

/** @throws OperatorError if the company doesn't have the import, or it is finished */
export async function getOpenImport(
  executor: Executor,
  companyId: string,
  importUid: string,
): Promise<BulkImport> {
  const company = await getCompany(executor, companyId);
  const found = await findBulkImport(executor, importUid);
  if (found?.companyUid !== company.uid)
    throw new OperatorError(
      'The company has no bulk import with this ID. Run `bulk-import list` to see its imports.',
    );
  if (isOver(found))
    throw new OperatorError('This bulk import has already ended. Run `bulk-import list` to see its result.');
  return found;
}

/** @returns whether to keep the file: its import starts now, or was started before */
async function begin(change: Change, importUid: string, { sizeBytes }: ObjectFacts): Promise<boolean> {
  const found = await lockBulkImport(change.tx, importUid);
  if (found?.status !== 'AwaitingUpload') {
    change.unaudited('the upload was already noted');
    return true;
  }
  const project = await getProjectByUid(change.tx, found.projectUid);
  const { status } = await patchBulkImport(change.tx, found, takeUpload(sizeBytes, change.now), change.now);
  await change.audit(resource('bulkImport', found), 'bulkImport.upload', {
    status: { from: found.status, to: status },
    sizeBytes,
  });
  if (status !== 'Processing') return false;
  await change.start(workflows.bulkImport, { importUid }, attributesOf(project, { status }));
  return true;
}

/**
 * Checks for the file of a bulk import and starts the import once, however often it is called.
 * @returns whether this call started it
 */
export async function noticeBulkUpload(parts: FileParts, uid: string): Promise<boolean> {
  const found = await findBulkImport(parts.db, uid);
  if (found?.status !== 'AwaitingUpload') return false;
  const key = bulkImportKey(found, 'upload');
  const facts = await parts.files.head(key);
  if (facts === undefined) return false;
  const isKept = await runOwnChange(parts, 'upload notice', 'bulkImport.upload', change =>
    begin(change, uid, facts),
  );
  if (!isKept) await parts.files.remove(key);
  return true;
}
