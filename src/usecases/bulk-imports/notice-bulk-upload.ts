import { takeUpload } from '../../domain/bulk-imports/bulk-import';
import { attributesOf, workflows } from '../../domain/workflows';
import { bulkImportKey } from '../../files/key-layout';
import type { ObjectFacts } from '../../files/object-store';
import { findBulkImport, lockBulkImport, patchBulkImport } from '../../store/bulk-imports/bulk-imports';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, runOwnChange, type Change, type FileParts } from '../change';

/** @returns whether the file is to be kept: it is imported now, or was noticed before */
async function begin(change: Change, importUid: string, { sizeBytes }: ObjectFacts): Promise<boolean> {
  const found = await lockBulkImport(change.tx, importUid);
  if (found?.status !== 'AwaitingUpload') {
    change.unaudited('the file was noticed already');
    return true;
  }
  const project = await getProjectByUid(change.tx, found.projectUid);
  const { status } = await patchBulkImport(change.tx, found, takeUpload(sizeBytes, change.now), change.now);
  await change.audit(resource('bulkImport', found));
  if (status !== 'Processing') return false;
  await change.start(workflows.bulkImport, { importUid }, attributesOf(project, { status }));
  return true;
}

/**
 * Looks whether the file of a bulk import has come, and starts the import if so: once, however often it is
 * called.
 * @returns whether this look was the one
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
