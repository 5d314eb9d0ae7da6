/** The sites of an answer: its organizations, and its locations. */
import { isNpi } from '../../domain/clinical/npi';
import type { Site } from '../../domain/clinical/site';
import { phoneNumber } from '../../forms/contact';
import { ofType, type FhirOf, type FhirResource } from './fhir-resource';
import { idIn, systems } from './fhir-values';

/** What is stored of a site whose address the partner doesn't say. */
const noAddress = { addressLine1: '', city: '', state: '', zip: '' } as const;

type Organization = Pick<FhirOf<'Organization'>, 'name' | 'identifier' | 'address' | 'telecom' | 'partOf'>;
type Reference = NonNullable<FhirOf<'Encounter'>['serviceProvider']>;

function siteOf({ name = '', identifier, address, telecom, partOf }: Organization): Site | undefined {
  const place = address?.find(({ postalCode }) => postalCode !== undefined) ?? address?.[0];
  const stated = identifier?.find(({ system }) => system === systems.npi)?.value;
  const npi = stated !== undefined && isNpi(stated) ? stated : undefined;
  if (name === '' && npi === undefined) return undefined;
  const systemName = partOf?.display;
  const phone = phoneNumber.safeParse(telecom?.find(({ system }) => system === 'phone')?.value).data;
  return {
    ...noAddress,
    name: name === '' ? `NPI ${npi}` : name,
    ...(systemName === undefined ? {} : { systemName }),
    ...(npi === undefined ? {} : { npi }),
    addressLine1: place?.line?.[0] ?? '',
    city: place?.city ?? '',
    state: place?.state?.toUpperCase() ?? '',
    zip: /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(place?.postalCode ?? '')?.[1] ?? '',
    ...(phone === undefined ? {} : { phone }),
  };
}

/** Sites by reference: `Organization/o1`, `Location/l1`. */
export type Sites = ReadonlyMap<string, Site>;

function known(sites: Sites, type: 'Organization' | 'Location', reference: Reference | undefined) {
  return sites.get(`${type}/${idIn(reference?.reference, type) ?? ''}`);
}

/** Returns the site that a reference to an organization means, or one that is only named. */
function organizationIn(sites: Sites, reference: Reference | undefined): Site | undefined {
  const name = reference?.display?.trim() ?? '';
  return known(sites, 'Organization', reference) ?? (name === '' ? undefined : { ...noAddress, name });
}

/**
 * Returns the sites of an answer. A location of an organization is that organization. Another one counts if
 * it has an address: a bed or a patient's home isn't a facility.
 */
export function sitesOf(resources: readonly FhirResource[]): Sites {
  const sites = new Map<string, Site>();
  for (const organization of ofType(resources, 'Organization')) {
    const site = siteOf(organization);
    if (site !== undefined) sites.set(`Organization/${organization.id}`, site);
  }
  for (const { id, address, managingOrganization, ...place } of ofType(resources, 'Location')) {
    const own = address?.postalCode === undefined ? undefined : siteOf({ ...place, address: [address] });
    const site = organizationIn(sites, managingOrganization) ?? own;
    if (site !== undefined) sites.set(`Location/${id}`, site);
  }
  return sites;
}

/**
 * Returns the site of an encounter: the organization that served it, or else its first location that is a
 * site.
 */
export function providerOf(
  { serviceProvider, location = [] }: FhirOf<'Encounter'>,
  sites: Sites,
): Site | undefined {
  const stays = location.map(stay => known(sites, 'Location', stay.location));
  return [organizationIn(sites, serviceProvider), ...stays].find(site => site !== undefined);
}
