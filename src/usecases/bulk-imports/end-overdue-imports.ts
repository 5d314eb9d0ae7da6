import { uploadWithinHours } from '../../domain/bulk-imports/bulk-import';
import type { ObjectStore } from '../../files/object-store';
import { listOverdueImports } from '../../store/bulk-imports';
import type { Actor, ChangeParts } from '../change';
import { endImport } from './finish-import';
import { noticeBulkUpload } from './notice-bulk-upload';

const actor: Actor = { principal: { kind: 'service', part: 'housekeeping' }, requestId: null };
const atOnce = 100;

/**
 * Ends the imports whose file never came, each after a last look for it. What is put at an upload URL of one that has ended
 * is never read, and removed by the sweep. Harmless when several processes do it at once.
 */
export async function endOverdueImports(parts: ChangeParts & { readonly files: ObjectStore }): Promise<void> {
  const before = new Date(parts.clock.now().getTime() - uploadWithinHours * 60 * 60 * 1000);
  for (const uid of await listOverdueImports(parts.db, before, atOnce)) {
    const isThere = await noticeBulkUpload(parts, uid);
    if (!isThere) await endImport(parts, actor, uid, 'neverUploaded');
  }
}
