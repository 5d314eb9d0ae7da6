import { mergeContent, type ClinicalContent } from '../clinical/clinical-content';
import { judgePeople, type Candidate, type JudgedPeople, type Match } from '../matching/match-person';
import type { Person } from '../matching/person';
import type { PatientDetailName, Sex } from '../patients/details';
import type { PatientSearch, SearchKind, SearchState } from './search';

/** The records of one of the people that a partner's answer may be about. */
export interface FoundPerson {
  /** The sex on the partner's records; `null` if they don't say. */
  readonly sex: Sex | null;
  readonly content: ClinicalContent;
  /** The person as the partner describes them; `null` for the sandbox's stand-ins. */
  readonly person: Candidate | null;
}

/** One of the identities in an answer: people who can be one. */
export interface Identity {
  readonly sex: Sex | null;
  readonly people: readonly FoundPerson[];
}

/** Which of the identities is the patient. */
export type Identified<I> =
  { readonly kind: 'one'; readonly identity: I } | { readonly kind: 'none' } | { readonly kind: 'several' };

function pick<I>(identities: readonly I[]): Identified<I> {
  const [identity, ...others] = identities;
  if (identity === undefined) return { kind: 'none' };
  return others.length === 0 ? { kind: 'one', identity } : { kind: 'several' };
}

/** Whether a sex on file can distinguish two people. */
function isStated(sex: Sex | null): sex is Exclude<Sex, 'Unknown'> {
  return sex !== null && sex !== 'Unknown';
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

function sexOf(people: readonly FoundPerson[]): Sex | null {
  return people.find(({ sex }) => isStated(sex))?.sex ?? null;
}

/**
 * Judges the people of an answer against our patient as they are now. The sandbox's stand-ins are accepted,
 * each as an identity.
 */
function judgeFound(
  found: readonly FoundPerson[],
  ours: Person,
): { readonly identities: Identity[]; readonly judged: JudgedPeople<Candidate>['judged'] } {
  const standIns = found.filter(({ person }) => person === null).map(person => [person]);
  const candidates = found.map(({ person }) => person).filter(person => person !== null);
  const { judged, identities } = judgePeople(ours, candidates);
  const accepted = identities.map(group =>
    found.filter(({ person }) => person !== null && group.includes(person)),
  );
  return { identities: [...standIns, ...accepted].map(people => ({ sex: sexOf(people), people })), judged };
}

/**
 * Decides which of the people in an answer is the patient. One accepted identity is; the sex on file decides
 * among several. A person who is only held is no one until something more agrees.
 */
export function identify(found: readonly FoundPerson[], ours: Person, sex: Sex | null): Identified<Identity> {
  const { identities } = judgeFound(found, ours);
  return identities.length === 1 ? pick(identities) : identifyBySex(identities, sex);
}

/** An identity as an operator decides on it. */
export interface ListedIdentity extends Identity {
  /** How its people compare with our patient; empty for the sandbox's stand-ins. */
  readonly matches: readonly Match[];
}

/**
 * Lists the identities of an answer for an operator, in the partner's order: accepted people who can be one
 * are together, everybody else is alone.
 */
export function listIdentities(found: readonly FoundPerson[], ours: Person): ListedIdentity[] {
  const { identities: accepted, judged } = judgeFound(found, ours);
  const alone = found
    .filter(one => !accepted.some(({ people }) => people.includes(one)))
    .map(one => ({ sex: one.sex, people: [one] }));
  const firstOf = ({ people: [first] }: Identity): number => found.findIndex(one => one === first);
  return [...accepted, ...alone]
    .toSorted((a, b) => firstOf(a) - firstOf(b))
    .map(identity => ({
      ...identity,
      matches: judged
        .filter(({ candidate }) => identity.people.some(({ person }) => person === candidate))
        .map(({ match }) => match),
    }));
}

/** Returns the records of an identity. */
export function contentOf({ people }: Pick<Identity, 'people'>): ClinicalContent {
  return mergeContent(people.map(({ content }) => content));
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

/** Whether a search's ambiguous answer is to be judged again, because the patient's details changed. */
export function mayResolve(search: SearchState & Pick<PatientSearch, 'isToBeJudged'>): boolean {
  return isAmbiguous(search) && search.isToBeJudged;
}

// Every detail, so that a new one can't be forgotten here: does matching compare it?
const isCompared: Readonly<Record<PatientDetailName, boolean>> = {
  firstName: true,
  lastNames: true,
  dateOfBirth: true,
  sex: true,
  zipCodes: true,
  city: true,
  state: true,
  mobile: true,
  email: true,
};

/** Returns the searches after an edit of these details: an ambiguous answer is judged again. */
export function noticeEvidence<S extends SearchState & Pick<PatientSearch, 'isToBeJudged'>>(
  searches: readonly S[],
  changed: readonly PatientDetailName[],
): S[] {
  const isNew = changed.some(name => isCompared[name]);
  return searches.map(search => (isNew && isAmbiguous(search) ? { ...search, isToBeJudged: true } : search));
}
