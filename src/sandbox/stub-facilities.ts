import { siteMatch } from '../domain/clinical/site-match';
import type { PublishedOrganization } from '../partners/nppes/read-row';
import { stubMaterial } from './content/stub-material';

/**
 * Returns the facilities of stub visits, as a directory would publish them. None of their NPIs has been
 * issued.
 */
export function stubFacilities(): PublishedOrganization[] {
  return stubMaterial.sites.map(({ setting: _setting, ...site }) => ({
    ...site,
    ...siteMatch(site),
    place: '',
    updatedOn: null,
    systemName: site.systemName ?? null,
    addressLine2: site.addressLine2 ?? null,
  }));
}
