/** The company and the sites that a key can read (EVENT-36). */
import { notFound } from '../../domain/problem';
import { findSite, type StoredSite } from '../../store/sites/sites';
import { findCompany, type Company } from '../../store/tenants/tenants';
import type { Reading } from '../reading';

/**
 * Returns the company of a key.
 * @throws Problem 404 if it no longer exists
 */
export async function readOwnCompany({ db, principal }: Reading): Promise<Company> {
  const company = await findCompany(db, principal.companyId);
  if (company === undefined) throw notFound('the company no longer exists');
  return company;
}

/** A site of a company. */
export interface OwnSite {
  readonly companyId: string;
  readonly site: StoredSite;
}

/**
 * Returns the site with this id, or the one that replaces it.
 * @throws Problem 404 if the key's company has no such site in the key's environment
 */
export async function readOwnSite({ db, principal }: Reading, uid: string): Promise<OwnSite> {
  const found = await findSite(db, principal, uid);
  if (found === undefined) throw notFound('the company has no such site in the environment');
  return { companyId: principal.companyId, site: found.site };
}
