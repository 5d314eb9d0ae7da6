/**
 * Matches a site with a facility of the directory. Only certain matches are made automatically, because a
 * request to the wrong facility discloses a patient who was never there. Everything else is decided by a
 * person, who is shown the likely facilities.
 */

/**
 * Returns the one facility that certainly is the site, among those with its NPI and ZIP code, or its name,
 * address line, and ZIP code.
 */
export function soleFacility<Facility extends { readonly matchLine: string }>(
  found: readonly Facility[],
  named: { readonly matchLine: string },
): Facility | undefined {
  if (found.length === 1) return found[0];
  // An organization may have several locations with one NPI in a ZIP code, and several may share a name at
  // one location; neither is certain.
  const there = found.filter(({ matchLine }) => matchLine === named.matchLine);
  return there.length === 1 ? there[0] : undefined;
}

/** The most facilities of one identity that are checked. */
export const identicalMax = 20;

/** How similar a site and a nearby facility are; scores are shares of common trigrams, from 0 to 1. */
export interface Likeness {
  readonly name: number;
  readonly line: number;
  readonly isSameZip: boolean;
  readonly isSameNpi: boolean;
}

/** How a facility matches a site: recognizable at a glance as the same, or only after a call. */
export const likelihoods = ['same', 'likely', 'possible'] as const;
/** How likely a facility is the site. */
export type Likelihood = (typeof likelihoods)[number];

/** From this score on, a name is another spelling of the same name. */
export const likelyName = 0.6;
/** From this score on, an address line is another spelling of the same address. */
export const likelyLine = 0.6;
/** From this score on, a name is shown. */
export const possibleName = 0.4;
/** From this score on, an address line is shown whatever the name: facilities are renamed. */
export const possibleLine = 0.8;

/** Returns how likely a facility is the site; `undefined` if it isn't worth showing. */
export function likelihoodOf({ name, line, isSameZip, isSameNpi }: Likeness): Likelihood | undefined {
  if (isSameNpi && isSameZip) return 'same';
  if (name === 1 && line === 1 && isSameZip) return 'same';
  if (isSameZip && name >= likelyName && line >= likelyLine) return 'likely';
  if (isSameNpi || name >= possibleName || (isSameZip && line >= possibleLine)) return 'possible';
  return undefined;
}

/** Sorts facilities for display: by likelihood, then by similarity. */
export function byLikelihood<Shown extends Likeness & { readonly likelihood: Likelihood }>(
  one: Shown,
  other: Shown,
): number {
  const rank = likelihoods.indexOf(one.likelihood) - likelihoods.indexOf(other.likelihood);
  return rank === 0 ? other.name + other.line - (one.name + one.line) : rank;
}
