import { builtInRoles, permissions, type Permission } from '../../domain/access/permissions';
import { upsertRole } from '../../store/tenants';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from './find-company';

function isPermission(name: string): name is Permission {
  return permissions.some(permission => permission === name);
}

/**
 * Makes a company's own role, or replaces what it permits.
 * @throws OperatorError for an unknown permission or the name of a built-in role
 */
export async function defineRole(
  change: Change,
  form: { readonly companyId: string; readonly name: string; readonly permissions: readonly string[] },
): Promise<void> {
  if (form.name in builtInRoles)
    throw new OperatorError('That is the name of a built-in role; choose another one.');
  const unknown = form.permissions.filter(name => !isPermission(name));
  if (unknown.length > 0) {
    throw new OperatorError(`Unknown permissions: ${unknown.join(', ')}. Known: ${permissions.join(', ')}.`);
  }
  const company = await getCompany(change.tx, form.companyId);
  const uid = change.newUid();
  const role = { uid, companyUid: company.uid, name: form.name, createdAt: change.now };
  await upsertRole(change.tx, role, form.permissions.filter(isPermission));
  await change.audit('role.define', { kind: 'company', uid: company.uid, companyUid: company.uid });
}
