import type { KeyPrincipal } from '../../access/principal';
import { type BulkImport, openImportsMax } from '../../domain/bulk-imports/bulk-import';
import { Problem } from '../../domain/problem';
import { countOpenImports, insertBulkImport } from '../../store/bulk-imports';
import type { Project } from '../../domain/projects/project';
import type { Change } from '../change';
import { assertProjectOpen } from '../patients/register-patient';

/**
 * Makes room for a file of patients; it is worked off once it is uploaded.
 * @throws Problem `project.closed`, `bulkImport.tooManyOpen`
 */
export async function createBulkImport(
  change: Change,
  principal: KeyPrincipal,
  project: Project,
  form: { readonly isDryRun: boolean },
): Promise<BulkImport> {
  assertProjectOpen(project);
  if ((await countOpenImports(change.tx, project.uid)) >= openImportsMax)
    throw new Problem('bulkImport.tooManyOpen');
  const made: BulkImport = {
    uid: change.newUid(),
    companyUid: project.companyUid,
    projectUid: project.uid,
    keyUid: principal.keyUid,
    isDryRun: form.isDryRun,
    status: 'AwaitingUpload',
    failure: null,
    failureRow: null,
    columns: [],
    rowCount: null,
    createdCount: 0,
    updatedCount: 0,
    unchangedCount: 0,
    failedCount: 0,
    warnedCount: 0,
    hasResult: false,
    uploadedAt: null,
    finishedAt: null,
    createdAt: change.now,
    updatedAt: change.now,
  };
  await insertBulkImport(change.tx, made);
  await change.audit('bulkImport.create', resourceOf(made));
  return made;
}

/** A bulk import as the audit trail points at it. */
export function resourceOf({ uid, companyUid }: BulkImport) {
  return { kind: 'bulkImport', uid, companyUid };
}
