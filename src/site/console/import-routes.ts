import { cutPage, parseCursor } from '../../api/schemas/page';
import { offersFaultyRows, type BulkImport } from '../../domain/bulk-imports/bulk-import';
import { faultyImportsSince } from '../../usecases/console/home';
import { listPlaceProjects } from '../../usecases/console/places';
import { listOwnDrafts } from '../../usecases/bulk-imports/draft-files';
import { importableKinds } from '../../usecases/bulk-imports/import-drafts';
import {
  listSeenImports,
  openFaultyRows,
  openImportResult,
  viewImport,
} from '../../usecases/bulk-imports/member-imports';
import { messageFor } from '../messages';
import { page, redirect, type Reply } from '../reply';
import { queried, uidIn } from '../visit';
import { renderImportPage } from './pages/import-page';
import { renderImportsPage } from './pages/imports-page';
import { auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

/** The number of imports per page. */
const pageSize = 50;
/** The number of rows per page. */
const rowsSize = 100;
/** How often a page reloads automatically while its import runs. */
export const againMs = 10_000;
/**
 * How long after the upload it does so: a page that is left open must not keep its session alive (CONSOLE-6).
 */
const againForMs = 15 * 60 * 1000;

function asked(text: string): string | undefined {
  return text === '' ? undefined : text;
}

async function showImports(visit: MemberVisit): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const projectId = queried(visit, 'project').trim();
  const wanted = { before: parseCursor(asked(queried(visit, 'before'))), limit: pageSize + 1 };
  const isFaulty = queried(visit, 'errors') === 'week';
  const filter = {
    projectId: asked(projectId),
    faultySince: isFaulty ? faultyImportsSince(parts.clock.now()) : undefined,
  };
  const found = await readFor(visit, 'bulkImport.list', reading => listSeenImports(reading, filter, wanted));
  const { nextCursor } = cutPage(
    found.map(({ row }) => row),
    pageSize,
  );
  const { projects } = await listPlaceProjects(parts.db, principal);
  const shown = {
    projectId,
    isFaulty,
    projects,
    mayImport: importableKinds(principal.permissions).length > 0,
    drafts: await listOwnDrafts(parts, principal),
    message: messageFor(visit, { discarded: 'Import discarded. Its file is erased.' }),
    imports: found.slice(0, pageSize),
  };
  return page(
    renderImportsPage(viewer, place, { ...shown, ...(nextCursor === null ? {} : { olderFrom: nextCursor }) }),
  );
}

/** Whether the page of an import reloads automatically. */
export function isRefreshed({ status, createdAt, uploadedAt }: BulkImport, at: Date): boolean {
  const isRunning = status === 'AwaitingUpload' || status === 'Processing';
  return isRunning && at.getTime() - (uploadedAt ?? createdAt).getTime() < againForMs;
}

/** Returns the row before the first one of the page; 0 if the query has no valid one. */
function afterRowIn(visit: MemberVisit): number {
  const text = queried(visit, 'after');
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

async function showImport(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const uid = uidIn(visit, 'import');
  const afterRow = afterRowIn(visit);
  const wanted = { afterRow, limit: rowsSize + 1 };
  const found = await readFor(visit, 'bulkImport.read', reading => viewImport(parts, reading, uid, wanted));
  const rows = found.rows.slice(0, rowsSize);
  const moreAfter = found.rows.length > rowsSize ? rows.at(-1)?.rowNumber : undefined;
  const shown = {
    ...found,
    rows,
    afterRow,
    ...(moreAfter === undefined ? {} : { moreAfter }),
    offersFaultyRows: offersFaultyRows(found.of, parts.clock.now()),
    ...(isRefreshed(found.of, parts.clock.now()) ? { againMs } : {}),
  };
  return page(renderImportPage(viewer, place, shown));
}

async function downloadResult(visit: MemberVisit): Promise<Reply> {
  const uid = uidIn(visit, 'import');
  return redirect(
    await readFor(visit, 'bulkImport.read', reading => openImportResult(visit.parts, reading, uid)),
  );
}

async function downloadFaultyRows(visit: MemberVisit): Promise<Reply> {
  const uid = uidIn(visit, 'import');
  return redirect(
    await readFor(visit, 'bulkImport.read', reading => openFaultyRows(visit.parts, reading, uid)),
  );
}

const one = '/imports/:import';

/** The pages of bulk imports, which are started in the console or through the API (BULK-1). */
export const importRoutes: readonly MemberRoute[] = [
  auditedLook('/imports', 'bulkImport.list', showImports),
  auditedLook(one, 'bulkImport.read', showImport),
  auditedLook(`${one}/result`, 'bulkImport.read', downloadResult),
  auditedLook(`${one}/faulty-rows`, 'bulkImport.read', downloadFaultyRows),
];
