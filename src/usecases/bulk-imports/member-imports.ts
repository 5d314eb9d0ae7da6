/** The bulk imports of all projects that a member sees, and the e-mail when one ends. */
import { assertPermission, projectScopeOf } from '../../access/authorize';
import { offersFaultyRows, type BulkImport } from '../../domain/bulk-imports/bulk-import';
import { bulkImportKinds } from '../../domain/bulk-imports/sheets';
import { notFound } from '../../domain/problem';
import type { Project } from '../../domain/projects/project';
import { bulkImportKey } from '../../files/key-layout';
import type { Log } from '../../platform/log';
import {
  findBulkImport,
  listRemarkedRows,
  listSeenImports as listSeen,
  type RemarkedRow,
  type SeenImportFilter,
} from '../../store/bulk-imports/bulk-imports';
import type { NewestPage } from '../../store/page';
import { findVisibleProjectByUid } from '../../store/tenants/projects';
import type { FileParts } from '../change';
import { inProjects, lookedAt, type InProject, type ProjectReading, type Reading } from '../reading';
import { offerBulkResult, permissionOf, readBulkImport } from './bulk-imports';
import { pathIn } from '../../domain/console/paths';
import { importSubject, importText } from '../../mail/import-text';
import { MailNotSetError, type Mailer } from '../../mail/mailer';
import { findImportNotice, markImportEmailed } from '../../store/bulk-imports/import-notices';
import type { Executor } from '../../store/database';
import type { Clock } from '../../platform/clock';

/**
 * Returns a page of the imports that a member sees, newest first; those of record requests only for members
 * who may see these (CONSOLE-43).
 * @throws Problem 403 without `ViewPatients`, 404 for a project that they don't see
 */
export async function listSeenImports(
  reading: Reading,
  { projectId, faultySince }: Pick<SeenImportFilter, 'projectId' | 'faultySince'>,
  page: NewestPage,
): Promise<Array<InProject<BulkImport>>> {
  const { db, principal, saw } = reading;
  assertPermission(principal, 'ViewPatients');
  saw(await lookedAt(reading, projectId));
  const kinds = bulkImportKinds.filter(kind => principal.permissions.has(permissionOf[kind]));
  return inProjects(
    db,
    await listSeen(db, projectScopeOf(principal), { projectId, kinds, faultySince }, page),
  );
}

/**
 * @throws Problem 403 without `ViewPatients`, 404 for an import into a project that the member doesn't see
 */
async function placeOf(reading: Reading, uid: string): Promise<ProjectReading> {
  const { db, principal } = reading;
  assertPermission(principal, 'ViewPatients');
  const found = await findBulkImport(db, uid);
  const scope = projectScopeOf(principal);
  const project = found && (await findVisibleProjectByUid(db, scope, found.projectUid));
  if (project === undefined) throw notFound('the member sees no such bulk import');
  return { ...reading, project };
}

/** An import with what its page shows. */
export interface ViewedImport {
  readonly of: BulkImport;
  readonly project: Project;
  /** Rows with errors or warnings, in order. */
  readonly rows: readonly RemarkedRow[];
}

type ReadParts = FileParts & { readonly log: Log };

/**
 * Returns an import as a member may see it: its progress and the problems of its rows, never their content
 * (CONSOLE-44).
 * @param page the position and number of rows
 * @throws Problem 403, 404
 */
export async function viewImport(
  parts: ReadParts,
  reading: Reading,
  uid: string,
  { afterRow, limit }: { readonly afterRow: number; readonly limit: number },
): Promise<ViewedImport> {
  const inProject = await placeOf(reading, uid);
  const of = await readBulkImport(parts, inProject, uid);
  const rows = await listRemarkedRows(reading.db, uid, afterRow, limit);
  return { of, project: inProject.project, rows };
}

/**
 * Creates a URL for downloading the rows that failed, to correct and upload them again.
 * @throws Problem as {@link viewImport}; 404 if there are none, or they failed more than a week ago
 */
export async function openFaultyRows(parts: ReadParts, reading: Reading, uid: string): Promise<string> {
  const of = await readBulkImport(parts, await placeOf(reading, uid), uid);
  if (!offersFaultyRows(of, reading.now)) throw notFound('the import has no rows to correct');
  const key = bulkImportKey(of, 'faulty');
  return parts.files.presignDownload(key, 'rows-to-fix.csv', reading.now, 'text/csv; charset=utf-8').url;
}

/**
 * Creates a URL for downloading the result. @throws Problem as {@link viewImport}; 404 while there is none
 */
export async function openImportResult(parts: ReadParts, reading: Reading, uid: string): Promise<string> {
  const of = await readBulkImport(parts, await placeOf(reading, uid), uid);
  const result = offerBulkResult(parts.files, of, reading.now);
  if (result === undefined) throw notFound('the import has no result yet');
  return result.url;
}

/** The dependencies of telling who ran an import. */
export interface ImportNoticeParts {
  readonly db: Executor;
  readonly clock: Clock;
  readonly mailer: Mailer;
  /** The base of the console's addresses (`PUBLIC_URL`). */
  readonly publicUrl: string;
}

/**
 * E-mails the member who ran an import that it has ended, if they requested it and are still a member
 * (BULK-15). A repeat sends nothing; if a process dies before recording it, the e-mail is sent twice with one
 * message id.
 * @throws if the e-mail couldn't be sent
 */
export async function tellImporter(
  { db, clock, mailer, publicUrl }: ImportNoticeParts,
  { importUid }: { readonly importUid: string },
): Promise<void> {
  const notice = await findImportNotice(db, importUid);
  if (notice === undefined) return;
  const url = new URL(pathIn(notice, 'imports', importUid), publicUrl).href;
  const facts = { ...notice, isSandbox: notice.environment === 'sandbox', url };
  const to = { name: notice.userName, address: notice.userEmail };
  try {
    await mailer.send({ uid: importUid, to, subject: importSubject(facts), text: importText(facts) });
  } catch (error) {
    // Where e-mail isn't set up, retrying would never end.
    if (!(error instanceof MailNotSetError)) throw error;
  }
  await markImportEmailed(db, importUid, clock.now());
}
