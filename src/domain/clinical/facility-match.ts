/**
 * Which facility of the directory a site is. Only what is sure is taken silently: a request that goes to the
 * wrong facility shows it a patient who was never there. All else is a person's to decide, who is shown what
 * is likely.
 */

/**
 * The one facility that it is for sure, of those that have its NPI and ZIP, or its name, address line and
 * ZIP.
 */
export function soleFacility<Facility extends { readonly matchLine: string }>(
  found: readonly Facility[],
  named: { readonly matchLine: string },
): Facility | undefined {
  if (found.length === 1) return found[0];
  // An organisation has several places in a ZIP under one NPI; and several have one name at one place: then
  // nobody can tell.
  const there = found.filter(({ matchLine }) => matchLine === named.matchLine);
  return there.length === 1 ? there[0] : undefined;
}

/** The most facilities of one identity that are looked at. */
export const identicalMax = 20;

/** How alike a site and a facility near it are; shares are of common trigrams, from 0 to 1. */
export interface Likeness {
  readonly name: number;
  readonly line: number;
  readonly isSameZip: boolean;
  readonly isSameNpi: boolean;
}

/** What a facility is for a site: what it is taken for by a person at a glance, or after a call. */
export const likelihoods = ['same', 'likely', 'possible'] as const;
/** How likely a facility is the site. */
export type Likelihood = (typeof likelihoods)[number];

/** From here on a name is another spelling of the same rather than another name. */
export const likelyName = 0.6;
/** From here on an address line is another spelling of the same. */
export const likelyLine = 0.6;
/** From here on a name is worth a look. */
export const possibleName = 0.4;
/** From here on an address line is worth a look, whatever the name: facilities are renamed. */
export const possibleLine = 0.8;

/** How likely a facility is the site; `undefined`: not worth a look. */
export function likelihoodOf({ name, line, isSameZip, isSameNpi }: Likeness): Likelihood | undefined {
  if (isSameNpi && isSameZip) return 'same';
  if (name === 1 && line === 1 && isSameZip) return 'same';
  if (isSameZip && name >= likelyName && line >= likelyLine) return 'likely';
  if (isSameNpi || name >= possibleName || (isSameZip && line >= possibleLine)) return 'possible';
  return undefined;
}

/** The order in which a person is shown facilities: the likelier, then the more alike. */
export function byLikelihood<Shown extends Likeness & { readonly likelihood: Likelihood }>(
  one: Shown,
  other: Shown,
): number {
  const rank = likelihoods.indexOf(one.likelihood) - likelihoods.indexOf(other.likelihood);
  return rank === 0 ? other.name + other.line - (one.name + one.line) : rank;
}
