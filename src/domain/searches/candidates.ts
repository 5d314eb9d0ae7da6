import type { Match } from '../matching/match-person';
import type { PatientDetailName, PatientDetails } from '../patients/details';
import { isSameIdentity, isSameNameAndBirth, isStated, type PatientIdentity } from '../patients/identity';
import { isDeclinedByDeath } from './gates';
import { identify, isAmbiguous, judgeFound, type DescribedPerson } from './identities';
import type { PatientSearch, SearchKind, SearchOutcome } from './search';

/** What was decided about a person of an answer. */
export const standings = [
  /** Their records are the patient's. */
  'accepted',
  /** Someone has to decide. */
  'held',
  /** Not the patient as we know them; a correction may change that. */
  'withheld',
  /** An operator said that they are someone else. That stays so whatever the patient is called. */
  'notPatient',
] as const;
export type Standing = (typeof standings)[number];

/** The patient that people are judged against. */
export interface JudgedPatient extends PatientDetails {
  readonly dateOfDeath: string | null;
  /** Counts the corrections of the identity. */
  readonly identityVersion: number;
}

/** A run as far as its people are judged by it. */
export interface JudgedRun {
  readonly runUid: string;
  readonly kind: SearchKind;
  readonly partner: string;
  /** For whom the partner was asked; `null` for runs from before this was kept. */
  readonly asked: PatientIdentity | null;
  /** The patient's identity version when the partner was asked. */
  readonly askedVersion: number;
}

/** A person of an answer, as stored with the run. */
export interface RunCandidate extends DescribedPerson, JudgedRun {
  /** From 1, in the partner's order. */
  readonly number: number;
  /** The partner's ID of the person, kept when the rest is erased; `null` if no one is described. */
  readonly personId: string | null;
  /** How many rows their records have; 0 if they aren't kept. */
  readonly rows: number;
  /** Whether their records are kept: they are erased in time, and weren't kept at first. */
  readonly hasContent: boolean;
  readonly standing: Standing;
  /** Whether they were accepted, and an edit since left the patient with details that prove it no more. */
  readonly isDoubted: boolean;
  readonly decidedBy: 'rules' | 'operator';
  /** The patient's identity version that was decided for. */
  readonly identityVersion: number;
}

/** A decision about a person. */
export interface JudgedCandidate {
  readonly candidate: RunCandidate;
  readonly standing: Standing;
  readonly isDoubted: boolean;
  readonly decidedBy: RunCandidate['decidedBy'];
  readonly match: Match | undefined;
}

/** Whether a run was for the patient as they are now. */
export function wasAskedFor(
  { asked, askedVersion }: Pick<JudgedRun, 'asked' | 'askedVersion'>,
  patient: JudgedPatient,
): boolean {
  return asked === null ? askedVersion === patient.identityVersion : isSameIdentity(asked, patient);
}

/**
 * Whether a person whom the partner doesn't describe is still who was asked for. The sex that such a person
 * has was not asked for: it distinguishes two of them.
 */
function isStandIn(candidate: RunCandidate, patient: JudgedPatient): boolean {
  const { asked, sex, hasContent, standing } = candidate;
  // Erased: what is left doesn't say whether the partner described someone.
  if (!hasContent && standing !== 'accepted') return false;
  if (asked !== null && isStated(sex)) return isSameNameAndBirth(asked, patient);
  return wasAskedFor(candidate, patient);
}

/** The people that were decided on in other answers of one partner, by the partner's IDs. */
export interface KnownPeople {
  readonly accepted: ReadonlySet<string>;
  readonly notPatient: ReadonlySet<string>;
}

/** Returns who was decided on in the other answers of a run's partner, for the current identity. */
export function knownPeople(
  candidates: readonly RunCandidate[],
  { runUid, partner }: Pick<JudgedRun, 'runUid' | 'partner'>,
  { identityVersion }: JudgedPatient,
): KnownPeople {
  const others = candidates.filter(other => other.partner === partner && other.runUid !== runUid);
  const idsOf = (people: readonly RunCandidate[]): Set<string> =>
    new Set(people.map(({ personId }) => personId).filter(id => id !== null));
  return {
    accepted: idsOf(
      others.filter(({ standing, identityVersion: of }) => standing === 'accepted' && of === identityVersion),
    ),
    notPatient: idsOf(others.filter(({ standing }) => standing === 'notPatient')),
  };
}

function withAnchor(candidate: RunCandidate, { accepted }: KnownPeople): RunCandidate {
  const { person } = candidate;
  if (person === null) return candidate;
  return { ...candidate, person: { ...person, isAnchored: accepted.has(person.id) } };
}

/**
 * Judges the people of one run's answer. An operator's decision holds for the identity that it was made for;
 * "not the patient" holds for every one.
 */
export function judgeRun(
  run: readonly RunCandidate[],
  patient: JudgedPatient,
  known: KnownPeople,
): JudgedCandidate[] {
  const isDenied = ({ standing, personId }: RunCandidate): boolean =>
    standing === 'notPatient' || (personId !== null && known.notPatient.has(personId));
  const isSettled = run.some(
    ({ decidedBy, standing, identityVersion }) =>
      decidedBy === 'operator' && standing === 'accepted' && identityVersion === patient.identityVersion,
  );
  const open = run
    .filter(one => !isDenied(one) && (one.person !== null || isStandIn(one, patient)))
    .map(one => withAnchor(one, known));
  const { identities, matchOf } = judgeFound(open, patient);
  const identified = identify(open, patient);
  return run.map(candidate => {
    const isIn = (people: readonly RunCandidate[]): boolean =>
      people.some(({ number }) => number === candidate.number);
    const own = open.find(({ number }) => number === candidate.number);
    const match = own === undefined ? undefined : matchOf(own);
    const decided = { candidate, match, isDoubted: false, decidedBy: 'rules' as const };
    if (isDenied(candidate)) return { ...decided, standing: 'notPatient', decidedBy: 'operator' };
    if (isSettled) {
      const { standing, decidedBy, isDoubted } = candidate;
      return { ...decided, standing, decidedBy, isDoubted: isDoubted && decidedBy === 'rules' };
    }
    if (identified.kind === 'one' && isIn(identified.identity.people))
      return { ...decided, standing: 'accepted' };
    const isAcceptable = identities.some(({ people }) => isIn(people));
    const isOpen = match?.verdict === 'hold' || (isAcceptable && identified.kind !== 'one');
    return { ...decided, standing: isOpen ? 'held' : 'withheld' };
  });
}

/**
 * Keeps what was accepted when only evidence changed: that never takes records back. What would no longer be
 * accepted is in doubt until an operator decides, or the evidence agrees again.
 */
function keepAccepted(judged: readonly JudgedCandidate[]): JudgedCandidate[] {
  const wasAccepted = ({ candidate }: JudgedCandidate): boolean => candidate.standing === 'accepted';
  if (!judged.some(wasAccepted)) return [...judged];
  const areOne = judged.filter(wasAccepted).every(({ standing }) => standing === 'accepted');
  return judged.map(one => {
    const { standing, candidate } = one;
    if (wasAccepted(one)) {
      const isDoubted = one.isDoubted || standing !== 'accepted';
      return { ...one, standing: 'accepted', isDoubted, decidedBy: candidate.decidedBy };
    }
    return standing === 'accepted' && !areOne ? { ...one, standing: 'held' } : one;
  });
}

/** The people of all answers about a patient, judged again. */
export interface JudgedAgain {
  readonly searches: readonly PatientSearch[];
  readonly judged: readonly JudgedCandidate[];
}

/**
 * Returns what the people of answers amount to; `undefined` if no one is or may be the patient. A patient who
 * is known there without records is no hit.
 */
export function resultOf(judged: readonly JudgedCandidate[]): SearchOutcome | undefined {
  const accepted = judged.filter(({ standing }) => standing === 'accepted');
  if (accepted.some(({ candidate: { rows, hasContent } }) => rows > 0 || !hasContent)) return 'Completed';
  if (accepted.length > 0) return 'NoHit';
  return judged.some(({ standing }) => standing === 'held') ? 'AmbiguousIdentity' : undefined;
}

/** The state of a search whose answer is about someone else since the identity was corrected. */
export const armedByCorrection = {
  phase: 'armed',
  waitsFor: null,
  outcome: null,
  isArmedByCorrection: true,
} as const;

/** What decides on a search whose people were judged again. */
interface SearchFacts {
  readonly patient: JudgedPatient;
  readonly judged: readonly JudgedCandidate[];
  readonly runs: readonly JudgedRun[];
  readonly isCorrected: boolean;
}

/**
 * Returns a search after its people were judged again. If a correction took accepted records back, the search
 * has an answer only if a run asked for this identity; otherwise it is armed again. An ambiguous answer is
 * resolved if the current run's people now are.
 */
function searchAfter(search: PatientSearch, facts: SearchFacts): PatientSearch {
  const { patient, judged, runs, isCorrected } = facts;
  const { kind, phase, runUid } = search;
  const again = { ...search, isToBeJudged: false };
  if (!search.isRequested) return again;
  if (isDeclinedByDeath(kind, patient.dateOfDeath))
    return isAmbiguous(search) ? { ...again, outcome: 'DeceasedBeforeClinicalData' } : again;
  const hasRun = runs.some(run => wasAskedFor(run, patient));
  if (isAmbiguous(search)) {
    const current = judged.filter(({ candidate }) => candidate.runUid === runUid);
    const result = resultOf(current);
    if (result !== undefined) return { ...again, outcome: result };
    const isErased = current.some(({ candidate }) => !candidate.hasContent);
    return isErased || (isCorrected && !hasRun)
      ? { ...again, ...armedByCorrection }
      : { ...again, outcome: 'NoHit' };
  }
  if (!isCorrected) return again;
  if (phase === 'armed' && search.isArmedByCorrection) {
    const isBack = hasRun && judged.every(isWhole);
    return isBack ? { ...again, ...answered(judged) } : again;
  }
  if (phase !== 'answered') return again;
  const isLost = judged.some(
    ({ candidate, standing }) => candidate.standing === 'accepted' && standing !== 'accepted',
  );
  if (isLost && !(hasRun && judged.every(isWhole))) return { ...again, ...armedByCorrection };
  const result = resultOf(judged);
  return isLost || result === 'Completed' ? { ...again, ...answered(judged) } : again;
}

/** Whether a person's records are kept, so that they can be shown if the person is accepted. */
function isWhole({ standing, candidate }: JudgedCandidate): boolean {
  return candidate.hasContent || standing === 'notPatient';
}

function answered(judged: readonly JudgedCandidate[]) {
  const outcome = resultOf(judged) ?? ('NoHit' as const);
  return { phase: 'answered', waitsFor: null, outcome, isArmedByCorrection: false } as const;
}

/**
 * Judges the people of all answers about a patient again, after an edit. Nothing is sent for that.
 * @param isCorrected whether the identity is another one in substance; otherwise what was accepted stays
 */
export function judgeAgain(
  patient: JudgedPatient & { readonly searches: readonly PatientSearch[] },
  candidates: readonly RunCandidate[],
  runs: readonly JudgedRun[],
  isCorrected: boolean,
): JudgedAgain {
  const runUids = [...new Set(candidates.map(({ runUid }) => runUid))];
  const judged = runUids.flatMap(runUid => {
    const run = candidates.filter(candidate => candidate.runUid === runUid);
    const [first] = run;
    if (first === undefined) return [];
    const decided = judgeRun(run, patient, knownPeople(candidates, first, patient));
    return isCorrected ? decided : keepAccepted(decided);
  });
  const searches = patient.searches.map(search =>
    searchAfter(search, {
      patient,
      isCorrected,
      judged: judged.filter(({ candidate }) => candidate.kind === search.kind),
      runs: runs.filter(({ kind }) => kind === search.kind),
    }),
  );
  const armed = new Set(searches.filter(one => one.isArmedByCorrection).map(({ kind }) => kind));
  const isOver = ({ standing, candidate: { kind, standing: before } }: JudgedCandidate): boolean =>
    // The answer is about someone else: the patient died before clinical data begins.
    (isDeclinedByDeath(kind, patient.dateOfDeath) && !(standing === 'accepted' && before === 'accepted')) ||
    // Nobody decides about an answer that a search no longer has.
    (standing === 'held' && armed.has(kind));
  const settled = judged.map(one =>
    one.standing !== 'notPatient' && isOver(one) ? { ...one, standing: 'withheld' as const } : one,
  );
  return { searches, judged: settled };
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
  reference: false,
};

/** Whether an edit of these details changes how people compare with the patient. */
export function isEvidence(changed: readonly PatientDetailName[]): boolean {
  return changed.some(name => isCompared[name]);
}
