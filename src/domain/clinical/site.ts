import { keyText, naturalKey } from './natural-key';

/** A facility where a patient was seen. */
export interface Site {
  readonly name: string;
  /** The health system it belongs to; absent if independent or unknown. */
  readonly systemName?: string;
  /** National Provider Identifier, ten digits; absent if the source has none. */
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

/** Returns an address as printed on a letter, line by line, below the name. */
export function addressLines(
  place: Pick<Site, 'addressLine1' | 'city' | 'state' | 'zip'> & { readonly addressLine2?: string | null },
): string[] {
  const { addressLine1, addressLine2, city, state, zip } = place;
  return [addressLine1, ...(addressLine2 == null ? [] : [addressLine2]), `${city}, ${state} ${zip}`];
}

/**
 * Returns the natural key of a site: its NPI with its ZIP code (an organization may bill from several
 * locations under one NPI), or without an NPI its name, first address line, and ZIP code.
 */
export function siteKey(site: Site): string {
  const zip5 = site.zip.slice(0, 5);
  return site.npi === undefined
    ? naturalKey('site-at', keyText(site.name), keyText(site.addressLine1), zip5)
    : naturalKey('site-npi', site.npi, zip5);
}

/**
 * What operators know about a company's site. `directory`: it comes from the directory. `unverified`: it was
 * named and not yet reviewed. `verified`: it exists and isn't in the directory. `linked`, `merged`: it is the
 * same as another site, one of the directory or of the company, which now has all of its rows.
 */
export const siteStandings = ['directory', 'unverified', 'verified', 'linked', 'merged'] as const;

/** What is known about a site. */
export type SiteStanding = (typeof siteStandings)[number];
