/** What a person enters to find a facility; empty texts are unknown. */
export interface SiteSearch {
  readonly name: string;
  readonly addressLine1: string;
  readonly city: string;
  /** USPS code. */
  readonly state: string;
  readonly zip: string;
  /** False for an individual's practice, which the directory doesn't contain. */
  readonly isFacility: boolean;
}

/** The most facilities that are listed; a person who gets this many is asked to narrow the search. */
export const foundMax = 50;

/** The search radius around a ZIP code, in miles, and the most ZIP codes that are searched: the nearest. */
export const nearby = { miles: 25, zips: 100 } as const;

/**
 * Whether there is enough to search by: a ZIP code, or a name and its state. A name alone occurs in every
 * state.
 */
export function isSearchable({ name, state, zip }: Pick<SiteSearch, 'name' | 'state' | 'zip'>): boolean {
  return zip !== '' || (name !== '' && state !== '');
}
