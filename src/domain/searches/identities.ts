import type { Sex } from '../patients/details';
import type { SearchKind, SearchState } from './search';

/** One of the people that a partner's records may be about. */
export interface Identity {
  /** The sex on the partner's records; `null` if they don't say. */
  readonly sex: Sex | null;
}

/** Which of several identities is the patient. */
export type ToldApart<I> =
  { readonly kind: 'one'; readonly identity: I } | { readonly kind: 'none' } | { readonly kind: 'several' };

function pick<I>(identities: readonly I[]): ToldApart<I> {
  const [identity, ...others] = identities;
  if (identity === undefined) return { kind: 'none' };
  return others.length === 0 ? { kind: 'one', identity } : { kind: 'several' };
}

/** Whether a sex on file can distinguish two people. */
function tells(sex: Sex | null): sex is Exclude<Sex, 'Unknown'> {
  return sex !== null && sex !== 'Unknown';
}

/**
 * Resolves conflicting identities by the sex on file: the one with that sex, else the one whose records don't
 * say. Setting a patient's sex thus resolves an `AmbiguousIdentity`.
 */
export function tellApart<I extends Identity>(identities: readonly I[], sex: Sex | null): ToldApart<I> {
  if (!tells(sex)) return pick(identities);
  const same = identities.filter(identity => identity.sex === sex);
  return same.length > 0 ? pick(same) : pick(identities.filter(identity => !tells(identity.sex)));
}

/** Whether a search waits for its ambiguous answer to be resolved; only then are its rows withheld. */
export function isAmbiguous({ phase, outcome }: SearchState): boolean {
  return phase === 'answered' && outcome === 'AmbiguousIdentity';
}

/** Returns the searches whose ambiguous answer no longer waits: resolved, switched off, or to be rerun. */
export function noLongerAmbiguous(
  before: readonly SearchState[],
  after: readonly SearchState[],
): SearchKind[] {
  const still = new Set(after.filter(isAmbiguous).map(({ kind }) => kind));
  return before
    .filter(isAmbiguous)
    .map(({ kind }) => kind)
    .filter(kind => !still.has(kind));
}

/** Whether the sex on file may resolve a search's ambiguous answer: it differs from the one used before. */
export function mayResolve(
  search: SearchState & { readonly judgedSex: string | null },
  sex: Sex | null,
): boolean {
  return isAmbiguous(search) && tells(sex) && sex !== search.judgedSex;
}
