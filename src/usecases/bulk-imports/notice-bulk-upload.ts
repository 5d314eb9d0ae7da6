import { bulkLimits } from '../../domain/bulk-imports/bulk-import';
import { attributesOf, workflows } from '../../domain/workflows';
import { bulkImportKey } from '../../files/key-layout';
import type { ObjectFacts, ObjectStore } from '../../files/object-store';
import { findBulkImport, lockBulkImport, patchBulkImport } from '../../store/bulk-imports';
import { getProjectByUid } from '../../store/projects';
import { runChange, type Actor, type Change, type ChangeParts } from '../change';
import { resourceOf } from './create-bulk-import';

const actor: Actor = { principal: { kind: 'service', part: 'upload notice' }, requestId: null };

async function begin(change: Change, uid: string, facts: ObjectFacts): Promise<void> {
  const found = await lockBulkImport(change.tx, uid);
  if (found?.status !== 'AwaitingUpload') return;
  const isTooLarge = facts.sizeBytes > bulkLimits.fileBytes;
  const project = await getProjectByUid(change.tx, found.projectUid);
  await patchBulkImport(
    change.tx,
    found,
    isTooLarge
      ? { status: 'Failed', failure: 'tooLarge', uploadedAt: change.now, finishedAt: change.now }
      : { status: 'Processing', uploadedAt: change.now },
    change.now,
  );
  await change.audit('bulkImport.upload', resourceOf(found));
  if (isTooLarge) return;
  await change.start(
    workflows.bulkImport,
    { importUid: uid },
    attributesOf(project, { status: 'Processing' }),
  );
}

/**
 * Looks whether the file of a bulk import has come, and begins to work it off if so; once, however often it is told.
 * @returns whether this look was the one
 */
export async function noticeBulkUpload(
  parts: ChangeParts & { readonly files: ObjectStore },
  uid: string,
): Promise<boolean> {
  const found = await findBulkImport(parts.db, uid);
  if (found?.status !== 'AwaitingUpload') return false;
  const key = bulkImportKey(found, 'upload');
  const facts = await parts.files.head(key);
  if (facts === undefined) return false;
  await runChange(parts, actor, change => begin(change, uid, facts));
  if (facts.sizeBytes > bulkLimits.fileBytes) await parts.files.remove(key);
  return true;
}
