import {
  type CompanyFeature,
  type Environment,
  type Project,
  type ProjectStatus,
  companyFeatures,
} from '../../domain/projects/project';
import type { Executor } from '../../store/database';
import { listKeys, type KeyListing } from '../../store/access/keys';
import { listCompanyProjects } from '../../store/tenants/projects';
import {
  listCompanies,
  listFeatureApprovals,
  listMembers,
  listRoles,
  type Company,
  type Member,
  type Role,
} from '../../store/tenants/tenants';
import { getCompany } from '../operators';

// What an operator can see of companies. None of it is patient data, so that looking leaves no row in the audit trail.

/** Every company, by id. */
export async function inspectCompanies(executor: Executor): Promise<Company[]> {
  return listCompanies(executor);
}

/** A company at a glance. */
export interface CompanyOverview {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly approvedFeatures: readonly CompanyFeature[];
  readonly memberCount: number;
  readonly keysInForceCount: number;
  readonly projectCounts: Readonly<Record<ProjectStatus, number>>;
}

/** @throws OperatorError for an unknown company, as do the others of this file */
export async function inspectCompany(executor: Executor, companyId: string): Promise<CompanyOverview> {
  const { uid, id, name, createdAt } = await getCompany(executor, companyId);
  const approvals = await listFeatureApprovals(executor, uid);
  const keys = await listKeys(executor, uid);
  const projectCounts = { Sandbox: 0, Live: 0, Closed: 0 };
  for (const { status } of await listCompanyProjects(executor, uid)) projectCounts[status] += 1;
  return {
    id,
    name,
    createdAt,
    approvedFeatures: companyFeatures.filter(feature => approvals.has(feature)),
    memberCount: (await listMembers(executor, uid)).length,
    keysInForceCount: keys.filter(({ isInForce }) => isInForce).length,
    projectCounts,
  };
}

/** A feature and since when it is approved. */
export interface FeatureApproval {
  readonly feature: CompanyFeature;
  readonly approvedAt: Date | null;
}

/** Every feature there is, with its approval for the company. */
export async function inspectFeatures(executor: Executor, companyId: string): Promise<FeatureApproval[]> {
  const company = await getCompany(executor, companyId);
  const approvals = await listFeatureApprovals(executor, company.uid);
  return companyFeatures.map(feature => ({ feature, approvedAt: approvals.get(feature) ?? null }));
}

/** The people of the company. */
export async function inspectMembers(executor: Executor, companyId: string): Promise<Member[]> {
  return listMembers(executor, (await getCompany(executor, companyId)).uid);
}

/** The roles the company can give. */
export async function inspectRoles(executor: Executor, companyId: string): Promise<Role[]> {
  return listRoles(executor, (await getCompany(executor, companyId)).uid);
}

/** Every key ever issued, without what would let anyone use one. */
export async function inspectKeys(executor: Executor, companyId: string): Promise<KeyListing[]> {
  return listKeys(executor, (await getCompany(executor, companyId)).uid);
}

/** Whether a member has a key in force for an environment. */
export async function hasKeyInForce(
  executor: Executor,
  whose: { readonly companyId: string; readonly email: string; readonly environment: Environment },
): Promise<boolean> {
  const keys = await inspectKeys(executor, whose.companyId);
  return keys.some(
    key =>
      key.isInForce &&
      key.environment === whose.environment &&
      key.email.toLowerCase() === whose.email.toLowerCase(),
  );
}

/** Every project of the company, of every status. */
export async function inspectProjects(executor: Executor, companyId: string): Promise<Project[]> {
  return listCompanyProjects(executor, (await getCompany(executor, companyId)).uid);
}
