import type { Company } from '../../../store/tenants/tenants';
import type { OwnSite } from '../../../usecases/tenants/own-company';

/** Returns a company as the API shows it. */
export function presentCompany({ id, name, timeZone, createdAt }: Company) {
  return { id, name, timeZone, createdAt: createdAt.toISOString() };
}

/** Returns a site as the API shows it. */
export function presentSite({ companyId, site }: OwnSite) {
  const { uid: id, name, addressLine1, city, state, zip } = site;
  const { systemName = null, npi = null, addressLine2 = null, phone = null, fax = null } = site;
  return { id, companyId, name, systemName, npi, addressLine1, addressLine2, city, state, zip, phone, fax };
}
