/** What a person knows of a facility that they look for; empty texts are what they do not know. */
export interface SiteSearch {
  readonly name: string;
  readonly addressLine1: string;
  readonly city: string;
  /** USPS code. */
  readonly state: string;
  readonly zip: string;
  /** False: the practice of a person, which the directory does not hold. */
  readonly isFacility: boolean;
}

/** The most facilities that are listed; whoever sees as many is asked to say more. */
export const foundMax = 50;

/**
 * How far around a ZIP code facilities are looked for, in miles, and in how many ZIP codes at most: the
 * nearest.
 */
export const nearby = { miles: 25, zips: 100 } as const;

/** Whether enough is said to look: a ZIP code, or a name and its state. A name alone is in every state. */
export function isSearchable({ name, state, zip }: Pick<SiteSearch, 'name' | 'state' | 'zip'>): boolean {
  return zip !== '' || (name !== '' && state !== '');
}
