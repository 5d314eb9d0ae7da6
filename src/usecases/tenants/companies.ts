import { noDetail } from '../../domain/audit-events';
import { zoneOf } from '../../domain/changes';
import { builtInRoles, permissions, type Permission } from '../../domain/access/permissions';
import {
  authorizationMethods,
  companyFeatures,
  type AuthorizationMethod,
  type CompanyFeature,
  type Project,
  type ProjectStatus,
} from '../../domain/projects/project';
import { defaultTimeZone, isTimeZone } from '../../domain/time-zones';
import { callerChosenIdPattern } from '../../domain/text';
import { listKeys } from '../../store/access/keys';
import type { Executor } from '../../store/database';
import { listCompanyProjects } from '../../store/tenants/projects';
import {
  insertCompany,
  listCompanies,
  listFeatureApprovals,
  listMembers,
  listRoles,
  listSandboxApprovals,
  setCompanyFeature,
  setSandboxMethod,
  updateAddress,
  updateTimeZone,
  upsertRole,
  type Company,
  type Role,
} from '../../store/tenants/tenants';
import type { AuditedResource, OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../operators';

function companyResource({ uid }: Company): AuditedResource {
  return { kind: 'company', uid, companyUid: uid };
}

/**
 * Creates a company. Its sandbox works at once: every authorization method is approved there. Production
 * waits for `approveFeature`.
 * @throws OperatorError for a malformed or taken id
 */
export async function createCompany(
  change: OperatorChange,
  form: { readonly id: string; readonly name: string },
): Promise<Company> {
  if (!callerChosenIdPattern.test(form.id))
    throw new OperatorError('A company ID must be 1 to 64 of A-Z a-z 0-9 . _ ~ -');
  const { id, name } = form;
  const company: Company = {
    uid: change.newUid(),
    id,
    name,
    timeZone: defaultTimeZone,
    addressLines: [],
    requiresSignOn: false,
    feeLimitCents: null,
    createdAt: change.now,
  };
  if (!(await insertCompany(change.tx, company)))
    throw new OperatorError('A company with this ID already exists.');
  for (const method of authorizationMethods)
    await setSandboxMethod(change.tx, company.uid, method, change.now);
  await change.audit(companyResource(company), 'company.create', noDetail);
  return company;
}

/**
 * Sets the time zone for a company's follow-up reminders. @throws OperatorError for an unknown company or
 * zone
 */
export async function setTimeZone(
  change: OperatorChange,
  { companyId, timeZone }: { readonly companyId: string; readonly timeZone: string },
): Promise<void> {
  const company = await getCompany(change.tx, companyId);
  if (!isTimeZone(timeZone))
    throw new OperatorError(
      "This isn't a time zone. Use a name from the tz database, such as America/Chicago.",
    );
  await updateTimeZone(change.tx, company.uid, timeZone);
  await change.audit(companyResource(company), 'company.setTimeZone', {
    timeZone: { from: zoneOf(company.timeZone), to: zoneOf(timeZone) },
  });
}

/** The most lines of a company's address. */
export const companyAddressLinesMax = 4;

/**
 * Sets a company's postal address, which authorization forms state for the recipient (AUTH-29); no lines
 * remove it. @throws OperatorError for an unknown company, and for too many lines
 */
export async function setAddress(
  change: OperatorChange,
  { companyId, lines }: { readonly companyId: string; readonly lines: readonly string[] },
): Promise<void> {
  const company = await getCompany(change.tx, companyId);
  if (lines.length > companyAddressLinesMax)
    throw new OperatorError(`An address can have at most ${companyAddressLinesMax} lines.`);
  await updateAddress(change.tx, company.uid, lines);
  await change.audit(companyResource(company), 'company.setAddress', { lines: lines.length });
}

/**
 * Approves a feature for a company in both environments, or withdraws it from both; a repeat changes nothing.
 */
export async function approveFeature(
  change: OperatorChange,
  form: { readonly companyId: string; readonly feature: CompanyFeature; readonly isApproved: boolean },
): Promise<void> {
  const company = await getCompany(change.tx, form.companyId);
  await setCompanyFeature(change.tx, company.uid, form.feature, form.isApproved ? change.now : null);
  const method = authorizationMethods.find(known => known === form.feature);
  if (!form.isApproved && method !== undefined) await setSandboxMethod(change.tx, company.uid, method, null);
  await change.audit(companyResource(company), form.isApproved ? 'feature.approve' : 'feature.withdraw', {
    feature: form.feature,
    environments: 'both',
  });
}

/** Approves an authorization method for a company's sandbox only; a repeat changes nothing. */
export async function approveSandboxMethod(
  change: OperatorChange,
  { companyId, method }: { readonly companyId: string; readonly method: AuthorizationMethod },
): Promise<void> {
  const company = await getCompany(change.tx, companyId);
  await setSandboxMethod(change.tx, company.uid, method, change.now);
  await change.audit(companyResource(company), 'feature.approve', {
    feature: method,
    environments: 'sandbox',
  });
}

function isPermission(name: string): name is Permission {
  return permissions.some(permission => permission === name);
}

/**
 * Creates a company's own role, or replaces its permissions.
 * @throws OperatorError for an unknown permission or the name of a built-in role
 */
export async function defineRole(
  change: OperatorChange,
  form: { readonly companyId: string; readonly name: string; readonly permissions: readonly string[] },
): Promise<void> {
  if (Object.hasOwn(builtInRoles, form.name))
    throw new OperatorError('This is the name of a built-in role. Choose another name.');
  const unknown = form.permissions.filter(name => !isPermission(name));
  if (unknown.length > 0) {
    throw new OperatorError(
      `Unknown permissions: ${unknown.join(', ')}. Valid permissions: ${permissions.join(', ')}.`,
    );
  }
  const company = await getCompany(change.tx, form.companyId);
  const uid = change.newUid();
  const role = { uid, companyUid: company.uid, name: form.name, createdAt: change.now };
  const granted = form.permissions.filter(isPermission);
  await upsertRole(change.tx, role, granted);
  await change.audit(companyResource(company), 'role.define', { permissions: granted });
}

// What an operator can see about companies. None of it is patient data, so views aren't audited.

/** Lists every company, by id. */
export async function inspectCompanies(executor: Executor): Promise<Company[]> {
  return listCompanies(executor);
}

/** A summary of a company. */
export interface CompanyOverview {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  /** What counts in both environments. */
  readonly approvedFeatures: readonly CompanyFeature[];
  /** What counts in the sandbox only. */
  readonly sandboxOnlyFeatures: readonly CompanyFeature[];
  readonly memberCount: number;
  readonly keysInForceCount: number;
  /** Fees up to this amount are approved at once; `null` for none. */
  readonly feeLimitCents: number | null;
  readonly projectCounts: Readonly<Record<ProjectStatus, number>>;
}

/** Returns a company. @throws OperatorError for an unknown company, as do the other functions of this file */
export async function inspectCompany(
  executor: Executor,
  companyId: string,
  at: Date,
): Promise<CompanyOverview> {
  const { uid, id, name, feeLimitCents, createdAt } = await getCompany(executor, companyId);
  const features = await inspectFeatures(executor, companyId);
  const keys = await listKeys(executor, uid, at);
  const projectCounts = { Sandbox: 0, Live: 0, Closed: 0 };
  for (const { status } of await listCompanyProjects(executor, uid)) projectCounts[status] += 1;
  return {
    id,
    name,
    createdAt,
    approvedFeatures: features.filter(({ reach }) => reach === 'everywhere').map(({ feature }) => feature),
    sandboxOnlyFeatures: features.filter(({ reach }) => reach === 'sandbox').map(({ feature }) => feature),
    memberCount: (await listMembers(executor, uid)).length,
    keysInForceCount: keys.filter(({ isInForce }) => isInForce).length,
    feeLimitCents,
    projectCounts,
  };
}

/** A feature, where it is approved, and since when. */
export interface FeatureApproval {
  readonly feature: CompanyFeature;
  readonly reach: 'everywhere' | 'sandbox' | 'nowhere';
  readonly approvedAt: Date | null;
}

/** Lists every feature, with its approval for the company. */
export async function inspectFeatures(executor: Executor, companyId: string): Promise<FeatureApproval[]> {
  const company = await getCompany(executor, companyId);
  const everywhere = await listFeatureApprovals(executor, company.uid);
  const sandbox: ReadonlyMap<CompanyFeature, Date> = await listSandboxApprovals(executor, company.uid);
  return companyFeatures.map(feature => {
    const reach = everywhere.has(feature) ? 'everywhere' : sandbox.has(feature) ? 'sandbox' : 'nowhere';
    return { feature, reach, approvedAt: everywhere.get(feature) ?? sandbox.get(feature) ?? null };
  });
}

/** Lists the roles that the company can assign. */
export async function inspectRoles(executor: Executor, companyId: string): Promise<Role[]> {
  return listRoles(executor, (await getCompany(executor, companyId)).uid);
}

/** Lists every project of the company, of every status. */
export async function inspectProjects(executor: Executor, companyId: string): Promise<Project[]> {
  return listCompanyProjects(executor, (await getCompany(executor, companyId)).uid);
}
