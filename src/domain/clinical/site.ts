import { keyText, naturalKey } from './natural-key';

/** A facility where a patient was seen. */
export interface Site {
  readonly name: string;
  /** The health system it belongs to; absent when it stands alone or the source does not say. */
  readonly systemName?: string;
  /** National Provider Identifier, ten digits; absent when the source has none. */
  readonly npi?: string;
  readonly addressLine1: string;
  readonly addressLine2?: string;
  readonly city: string;
  /** USPS code. */
  readonly state: string;
  /** `12345` or `12345-6789`. */
  readonly zip: string;
  /** E.164. */
  readonly phone?: string;
  /** E.164. */
  readonly fax?: string;
}

/** An address as it stands on a letter, line by line, below the name. */
export function addressLines(
  place: Pick<Site, 'addressLine1' | 'city' | 'state' | 'zip'> & { readonly addressLine2?: string | null },
): string[] {
  const { addressLine1, addressLine2, city, state, zip } = place;
  return [addressLine1, ...(addressLine2 == null ? [] : [addressLine2]), `${city}, ${state} ${zip}`];
}

/**
 * The natural key of a site: its NPI with its ZIP (an organisation bills from several places under one NPI),
 * or without an NPI its name, first address line and ZIP.
 */
export function siteKey(site: Site): string {
  const zip5 = site.zip.slice(0, 5);
  return site.npi === undefined
    ? naturalKey('site-at', keyText(site.name), keyText(site.addressLine1), zip5)
    : naturalKey('site-npi', site.npi, zip5);
}

/**
 * What the delivery team knows of a site that a tenant has. `directory`: it is the directory's. `unverified`:
 * it was named, and nobody has looked. `verified`: it is real, and the directory does not have it. `linked`,
 * `merged`: it is another one, the directory's or one of the tenant's own, and all of its rows are there.
 */
export const siteStandings = ['directory', 'unverified', 'verified', 'linked', 'merged'] as const;

/** What is known of a site. */
export type SiteStanding = (typeof siteStandings)[number];
