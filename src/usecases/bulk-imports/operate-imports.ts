import type { ObjectStore } from '../../files/object-store';
import { findBulkImport, listLatestImports } from '../../store/bulk-imports';
import type { BulkImport } from '../../domain/bulk-imports/bulk-import';
import type { Executor } from '../../store/database';
import type { Actor, ChangeParts } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../tenants/find-company';
import { endImport } from './finish-import';

/** The latest bulk imports of a company, newest first. */
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
  if (found.status === 'Completed' || (found.status === 'Failed' && found.failure !== 'endedByProvider'))
    throw new OperatorError('The bulk import is over already; `bulk-import list` tells how it ended.');
  return found;
}

/**
 * Ends an import by hand. One that was ended by hand before is brought to its end once more, should the first time
 * have been cut off.
 * @throws OperatorError as `getOpenImport`
 */
export async function endImportByHand(
  parts: ChangeParts & { readonly files: ObjectStore },
  operator: Actor,
  form: { readonly companyId: string; readonly importUid: string },
): Promise<void> {
  const { uid } = await getOpenImport(parts.db, form.companyId, form.importUid);
  const ended = await endImport(parts, operator, uid, 'endedByProvider');
  if (ended?.failure !== 'endedByProvider')
    throw new OperatorError('The bulk import has come to its own end meanwhile.');
}
