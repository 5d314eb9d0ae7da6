import type { ClinicalContent } from '../clinical/clinical-content';
import { judgePeople, type Candidate, type JudgedPeople, type Match } from '../matching/match-person';
import { personOf } from '../matching/person';
import type { PatientDetails, Sex } from '../patients/details';
import { isStated } from '../patients/identity';
import type { PatientSearch, SearchKind, SearchState } from './search';

/** One of the people that a partner's answer may be about. */
export interface DescribedPerson {
  /** The sex on the partner's records; `null` if they don't say. */
  readonly sex: Sex | null;
  /** The person as the partner describes them; `null` if the partner describes no one, as the sandbox. */
  readonly person: Candidate | null;
}

/** A person of an answer with the records about them. */
export interface FoundPerson extends DescribedPerson {
  readonly content: ClinicalContent;
}

/** Which of the identities is the patient. */
export type Identified<I> =
  { readonly kind: 'one'; readonly identity: I } | { readonly kind: 'none' } | { readonly kind: 'several' };

function pick<I>(identities: readonly I[]): Identified<I> {
  const [identity, ...others] = identities;
  if (identity === undefined) return { kind: 'none' };
  return others.length === 0 ? { kind: 'one', identity } : { kind: 'several' };
}

/**
 * Resolves conflicting identities by the sex on file: the one with that sex, else the one whose records don't
 * say. Setting a patient's sex thus resolves an `AmbiguousIdentity`.
 */
export function identifyBySex<I extends { readonly sex: Sex | null }>(
  identities: readonly I[],
  sex: Sex | null,
): Identified<I> {
  if (!isStated(sex)) return pick(identities);
  const same = identities.filter(identity => identity.sex === sex);
  return same.length > 0 ? pick(same) : pick(identities.filter(identity => !isStated(identity.sex)));
}

function sexOf(people: readonly DescribedPerson[]): Sex | null {
  return people.find(({ sex }) => isStated(sex))?.sex ?? null;
}

/** The people of an answer, judged as our patient. */
export interface JudgedAnswer<F extends DescribedPerson> {
  /** The accepted people, grouped by who can be one. */
  readonly identities: ReadonlyArray<{ readonly sex: Sex | null; readonly people: readonly F[] }>;
  /** The decision on each person whom the partner describes. */
  readonly matchOf: (found: F) => Match | undefined;
}

/**
 * Judges the people of an answer against our patient as they are now. People whom the partner doesn't
 * describe are accepted, each as an identity: they are who was asked for.
 */
export function judgeFound<F extends DescribedPerson>(
  found: readonly F[],
  ours: PatientDetails,
): JudgedAnswer<F> {
  const standIns = found.filter(({ person }) => person === null).map(person => [person]);
  const candidates = found.map(({ person }) => person).filter(person => person !== null);
  const { judged, identities }: JudgedPeople<Candidate> = judgePeople(personOf(ours), candidates);
  const accepted = identities.map(group =>
    found.filter(({ person }) => person !== null && group.includes(person)),
  );
  return {
    identities: [...standIns, ...accepted].map(people => ({ sex: sexOf(people), people })),
    matchOf: ({ person }) => judged.find(({ candidate }) => candidate === person)?.match,
  };
}

/**
 * Decides which of the people in an answer is the patient. One accepted identity is; the sex on file decides
 * among several. A person who is only held is no one until something more agrees.
 */
export function identify<F extends DescribedPerson>(
  found: readonly F[],
  ours: PatientDetails,
): Identified<{ readonly sex: Sex | null; readonly people: readonly F[] }> {
  const { identities } = judgeFound(found, ours);
  return identities.length === 1 ? pick(identities) : identifyBySex(identities, ours.sex);
}

/** An identity as an operator decides on it. */
export interface ListedIdentity<F extends DescribedPerson> {
  readonly sex: Sex | null;
  readonly people: readonly F[];
  /** How its people compare with our patient; empty if the partner describes no one. */
  readonly matches: readonly Match[];
}

/**
 * Lists the identities of an answer for an operator, in the partner's order: accepted people who can be one
 * are together, everybody else is alone.
 */
export function listIdentities<F extends DescribedPerson>(
  found: readonly F[],
  ours: PatientDetails,
): Array<ListedIdentity<F>> {
  const { identities: accepted, matchOf } = judgeFound(found, ours);
  const alone = found
    .filter(one => !accepted.some(({ people }) => people.includes(one)))
    .map(one => ({ sex: one.sex, people: [one] }));
  const firstOf = ({ people: [first] }: { readonly people: readonly F[] }): number =>
    found.findIndex(one => one === first);
  return [...accepted, ...alone]
    .toSorted((a, b) => firstOf(a) - firstOf(b))
    .map(identity => ({
      ...identity,
      matches: identity.people.map(matchOf).filter(match => match !== undefined),
    }));
}

/** Whether a search waits for its ambiguous answer to be resolved; only then are its rows withheld. */
export function isAmbiguous({ phase, outcome }: SearchState): boolean {
  return phase === 'answered' && outcome === 'AmbiguousIdentity';
}

/** Whether the people of a search's answer are to be judged again. */
export function mayResolve({ phase, isToBeJudged }: Pick<PatientSearch, 'phase' | 'isToBeJudged'>): boolean {
  return phase === 'answered' && isToBeJudged;
}

/**
 * Returns the searches whose held people no one decides on anymore: switched off, or to be rerun. One that a
 * corrected identity armed keeps them, because the correction may be taken back.
 */
export function noLongerDecided<S extends SearchState & { readonly isArmedByCorrection: boolean }>(
  before: readonly S[],
  after: readonly S[],
): SearchKind[] {
  return after
    .filter(({ phase, isArmedByCorrection }) => phase !== 'answered' && !isArmedByCorrection)
    .map(({ kind }) => kind)
    .filter(kind => before.find(search => search.kind === kind)?.phase === 'answered');
}
