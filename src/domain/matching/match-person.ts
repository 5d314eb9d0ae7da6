/**
 * Decides whether a person in a partner's records is our patient, by rules that name the fields that must
 * agree (docs/matching.md). No sum of points can stand in for a field: a first name is all that tells twins
 * apart, and a household shares phone, e-mail, and address.
 */
import { gradePeople, type Grades } from './grades';
import type { Person } from './person';

/**
 * `accept`: the records are the patient's. `hold`: a person decides, and no one is shown the records.
 * `reject`: somebody else.
 */
export type Verdict = 'accept' | 'hold' | 'reject';

/** What decides besides the grades. */
export interface MatchFacts {
  /** Whether this partner's id for the person was accepted before, for the same identity of our patient. */
  readonly isAnchored: boolean;
  /** Whether the answer shows that one of the people may be a twin. */
  readonly isOfMultipleBirth: boolean;
}

type Evidence = Grades & MatchFacts;

interface Rule {
  readonly id: string;
  readonly verdict: Verdict;
  readonly holds: (evidence: Evidence) => boolean;
}

const isLastAlike = ({ last }: Evidence): boolean => last === 'same' || last === 'part' || last === 'slip';
const isZipOrContactSame = ({ zip, contact }: Evidence): boolean => zip === 'same' || contact === 'same';
const isNearby = (evidence: Evidence): boolean => evidence.zip === 'area' || isZipOrContactSame(evidence);

/**
 * The rules; the first that holds decides. V and R reject, A accept, H hold. Sources: CMS Patient Matching
 * proposal 3.3.0, Table 2 (A1, A2), made stricter in A3 and A4; A5 is our own, with all five fields exact.
 */
export const matchRules = [
  { id: 'V1', verdict: 'reject', holds: ({ suffix }) => suffix === 'clash' },
  {
    id: 'V2',
    verdict: 'reject',
    holds: ({ first, exchanged, isAnchored }) => first === 'other' && !exchanged && !isAnchored,
  },
  { id: 'V3', verdict: 'reject', holds: ({ birthDate }) => birthDate === 'other' },
  { id: 'V4', verdict: 'hold', holds: ({ number }) => number === 'clash' },
  {
    id: 'A0',
    verdict: 'accept',
    holds: ({ isAnchored, first, birthDate }) => isAnchored && first !== 'other' && birthDate === 'same',
  },
  {
    id: 'A1',
    verdict: 'accept',
    holds: e => e.first === 'same' && isLastAlike(e) && e.birthDate === 'same' && e.contact === 'same',
  },
  {
    id: 'A2',
    verdict: 'accept',
    holds: e => e.first === 'same' && e.last === 'same' && e.birthDate === 'oneDay' && e.contact === 'same',
  },
  {
    id: 'A3',
    verdict: 'accept',
    holds: e =>
      e.first === 'nick' &&
      e.last === 'same' &&
      e.birthDate === 'same' &&
      e.contact === 'same' &&
      e.zip === 'same' &&
      e.sex !== 'other' &&
      !e.isOfMultipleBirth,
  },
  {
    id: 'A4',
    verdict: 'accept',
    holds: e =>
      e.first === 'same' &&
      e.last === 'other' &&
      e.birthDate === 'same' &&
      e.contact === 'same' &&
      e.zip === 'same' &&
      e.sex === 'same',
  },
  {
    id: 'A5',
    verdict: 'accept',
    holds: e =>
      e.first === 'same' &&
      e.last === 'same' &&
      e.birthDate === 'same' &&
      e.zip === 'same' &&
      e.sex === 'same',
  },
  { id: 'H1', verdict: 'hold', holds: e => e.first === 'same' && isLastAlike(e) && e.birthDate === 'same' },
  {
    id: 'H1b',
    verdict: 'hold',
    holds: e =>
      ['nick', 'slip', 'initial', 'sameButSecond'].includes(e.first) &&
      isLastAlike(e) &&
      e.birthDate === 'same' &&
      isNearby(e),
  },
  {
    id: 'H2',
    verdict: 'hold',
    holds: e =>
      (e.first === 'same' || e.first === 'nick') &&
      (e.last === 'same' || e.last === 'part') &&
      e.birthDate !== 'same' &&
      isZipOrContactSame(e),
  },
  {
    id: 'H3',
    verdict: 'hold',
    holds: e => e.first === 'missing' && e.last === 'same' && e.birthDate === 'same' && isZipOrContactSame(e),
  },
  {
    id: 'H4',
    verdict: 'hold',
    holds: e =>
      ((e.first === 'same' && (e.last === 'other' || e.last === 'missing')) || e.exchanged) &&
      e.birthDate === 'same' &&
      isZipOrContactSame(e),
  },
  { id: 'H5', verdict: 'hold', holds: ({ first, isAnchored }) => first === 'other' && isAnchored },
  { id: 'R', verdict: 'reject', holds: () => true },
] as const satisfies readonly Rule[];

/** The id of a rule. */
export type MatchRule = (typeof matchRules)[number]['id'];

/** The decision on one person, without any of their values. */
export interface Match {
  readonly verdict: Verdict;
  readonly isAccepted: boolean;
  readonly rule: MatchRule;
  readonly grades: Grades;
}

/** What is known of a person who comes alone, from a partner that never returned them before. */
export const plainFacts: MatchFacts = { isAnchored: false, isOfMultipleBirth: false };

/** Judges one person of a partner's records as our patient. */
export function matchPerson(ours: Person, theirs: Person, facts: MatchFacts = plainFacts): Match {
  const grades = gradePeople(ours, theirs);
  const evidence = { ...grades, ...facts };
  const { verdict, id }: Pick<Rule, 'verdict'> & { readonly id: MatchRule } = matchRules.find(rule =>
    rule.holds(evidence),
  ) ?? { verdict: 'reject', id: 'R' };
  return { verdict, isAccepted: verdict === 'accept', rule: id, grades };
}

/** A person of a partner's answer. */
export interface Candidate extends Person {
  /** The partner's id for the person, unique in the answer. */
  readonly id: string;
  readonly isAnchored?: boolean;
  /** Whether people may be missing from the answer: then a person is never accepted by a rule. */
  readonly isOfIncompleteAnswer?: boolean;
}

/** A person of an answer with the decision. */
export interface JudgedCandidate<C> {
  readonly candidate: C;
  readonly match: Match;
}

/** The people of an answer, judged together. */
export interface JudgedPeople<C> {
  /** In the partner's order. */
  readonly judged: ReadonlyArray<JudgedCandidate<C>>;
  /** Whether two of the people may be twins, or one is said to be one. */
  readonly isOfMultipleBirth: boolean;
  /** The accepted people; two or more are conflicting identities. */
  readonly identities: ReadonlyArray<readonly C[]>;
}

/** Whether two people may be twins: the same last name and birth date, two first names. */
function areTwins(grades: Grades): boolean {
  return (
    grades.last === 'same' &&
    grades.birthDate === 'same' &&
    ['other', 'slip', 'sameButSecond'].includes(grades.first)
  );
}

/** Whether two accepted people can be one: nothing that both have contradicts the other. */
function canBeOne(grades: Grades): boolean {
  return (
    (grades.first === 'same' || grades.first === 'nick') &&
    grades.birthDate === 'same' &&
    grades.last !== 'other' &&
    grades.sex !== 'other' &&
    grades.suffix === 'fine' &&
    grades.number === 'fine'
  );
}

/** Groups accepted people who can be one: each joins the first group with all of whose members they can. */
function groupPeople<C extends Candidate>(people: readonly C[]): C[][] {
  const groups: C[][] = [];
  for (const person of people.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const home = groups.find(group => group.every(member => canBeOne(gradePeople(member, person))));
    if (home === undefined) groups.push([person]);
    else home.push(person);
  }
  return groups;
}

/**
 * Judges all people of an answer. Who is the only one is decided over the whole answer, and the partner's
 * order changes nothing.
 */
export function judgePeople<C extends Candidate>(ours: Person, people: readonly C[]): JudgedPeople<C> {
  const isOfMultipleBirth =
    people.some(person => person.isOfMultipleBirth === true) ||
    people.some((person, at) => people.slice(at + 1).some(other => areTwins(gradePeople(person, other))));
  const judged = people.map(candidate => {
    const match = matchPerson(ours, candidate, {
      isAnchored: candidate.isAnchored === true,
      isOfMultipleBirth,
    });
    const isHeld = candidate.isOfIncompleteAnswer === true && match.isAccepted;
    return { candidate, match: isHeld ? { ...match, verdict: 'hold' as const, isAccepted: false } : match };
  });
  const accepted = judged.filter(({ match }) => match.isAccepted).map(({ candidate }) => candidate);
  return { judged, isOfMultipleBirth, identities: groupPeople(accepted) };
}
