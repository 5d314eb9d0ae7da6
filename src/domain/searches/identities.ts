import type { Sex } from '../patients/details';
import type { SearchKind, SearchState } from './search';

/** One of the people whom a partner's records may be about. */
export interface Identity {
  /** The sex on the partner's records; `null` when they do not say. */
  readonly sex: Sex | null;
}

/** Which of several identities the patient is. */
export type ToldApart<I> =
  { readonly kind: 'one'; readonly identity: I } | { readonly kind: 'none' } | { readonly kind: 'several' };

function pick<I>(identities: readonly I[]): ToldApart<I> {
  const [identity, ...others] = identities;
  if (identity === undefined) return { kind: 'none' };
  return others.length === 0 ? { kind: 'one', identity } : { kind: 'several' };
}

/** Whether a sex on file can tell two people apart. */
function tells(sex: Sex | null): sex is Exclude<Sex, 'Unknown'> {
  return sex !== null && sex !== 'Unknown';
}

/**
 * Tells conflicting identities apart by the sex on file: the one of that sex, else the one whose records do
 * not say. Setting the sex of a patient so resolves an `AmbiguousIdentity`.
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

/**
 * The searches whose ambiguous answer is no longer waited for: resolved, switched off, or to be run again.
 */
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

/** Whether the sex on file may resolve a search's ambiguous answer: it is another than when it was judged. */
export function mayResolve(
  search: SearchState & { readonly judgedSex: string | null },
  sex: Sex | null,
): boolean {
  return isAmbiguous(search) && tells(sex) && sex !== search.judgedSex;
}
