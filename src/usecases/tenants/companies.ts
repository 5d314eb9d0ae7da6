import { builtInRoles, permissions, type Permission } from '../../domain/access/permissions';
import type { CompanyFeature } from '../../domain/projects/project';
import { defaultTimeZone, timeZones } from '../../domain/record-requests/follow-up';
import { callerChosenIdPattern } from '../../domain/text';
import {
  insertCompany,
  setCompanyFeature,
  updateTimeZone,
  upsertRole,
  type Company,
} from '../../store/tenants/tenants';
import type { AuditedResource, OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../operators';

function companyResource({ uid }: Company): AuditedResource {
  return { kind: 'company', uid, companyUid: uid };
}

/**
 * Creates a company.
 * @throws OperatorError for a malformed or taken id
 */
export async function createCompany(
  change: OperatorChange,
  form: { readonly id: string; readonly name: string },
): Promise<Company> {
  if (!callerChosenIdPattern.test(form.id))
    throw new OperatorError('A company id is 1 to 64 of A-Z a-z 0-9 . _ ~ -');
  const { id, name } = form;
  const company: Company = {
    uid: change.newUid(),
    id,
    name,
    timeZone: defaultTimeZone,
    createdAt: change.now,
  };
  if (!(await insertCompany(change.tx, company)))
    throw new OperatorError('There is a company with this id already.');
  await change.audit(companyResource(company));
  return company;
}

/** Sets the time zone by whose days a company's follow-ups are told. @throws OperatorError for an unknown company or zone */
export async function setTimeZone(
  change: OperatorChange,
  { companyId, timeZone }: { readonly companyId: string; readonly timeZone: string },
): Promise<void> {
  const company = await getCompany(change.tx, companyId);
  if (!timeZones.includes(timeZone))
    throw new OperatorError(
      'That is no time zone; its name is one of the tz database, such as America/Chicago.',
    );
  await updateTimeZone(change.tx, company.uid, timeZone);
  await change.audit(companyResource(company), undefined, {
    timeZone: { from: company.timeZone, to: timeZone },
  });
}

/** Approves a feature for a company, or withdraws the approval; a repeat changes nothing. */
export async function approveFeature(
  change: OperatorChange,
  form: { readonly companyId: string; readonly feature: CompanyFeature; readonly isApproved: boolean },
): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  await setCompanyFeature(change.tx, company.uid, form.feature, form.isApproved ? change.now : null);
  await change.audit(companyResource(company));
}

function isPermission(name: string): name is Permission {
  return permissions.some(permission => permission === name);
}

/**
 * Makes a company's own role, or replaces what it permits.
 * @throws OperatorError for an unknown permission or the name of a built-in role
 */
export async function defineRole(
  change: OperatorChange,
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
  await change.audit(companyResource(company));
}
