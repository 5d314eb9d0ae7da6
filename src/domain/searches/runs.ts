import { countRows, type ClinicalContent } from '../clinical/clinical-content';
import {
  armedByCorrection,
  judgeRun,
  resultOf,
  wasAskedFor,
  type JudgedCandidate,
  type JudgedPatient,
  type JudgedRun,
  type KnownPeople,
  type RunCandidate,
} from './candidates';
import { isDeclinedByDeath } from './gates';
import type { FoundPerson } from './identities';
import { holdUnchanged, refuse } from './refusals';
import type { PatientSearch, SearchOutcome } from './search';

/** A partner's answer to a search. */
export type SearchAnswer =
  | {
      readonly outcome: 'Completed' | 'NoHit';
      /** The records of the patient that was asked for. */
      readonly content: ClinicalContent;
      /** Everyone who is or may be the patient; omitted if the partner describes no one. */
      readonly people?: readonly FoundPerson[];
      /** Why the records were accepted as the patient's, for operators; stored with the run. */
      readonly matching?: unknown;
    }
  | {
      /** Several people are accepted as the patient, or no one is and a person is held. */
      readonly outcome: 'AmbiguousIdentity';
      readonly people: readonly FoundPerson[];
      readonly matching?: unknown;
    }
  /** The partner refused the request itself. */
  | { readonly outcome: 'RequestRejected'; readonly code: string; readonly text: string };

/** Returns everyone in an answer who is or may be the patient. */
function peopleOf(
  answer: Exclude<SearchAnswer, { readonly outcome: 'RequestRejected' }>,
): readonly FoundPerson[] {
  if (answer.people !== undefined) return answer.people;
  if (answer.outcome !== 'Completed') return [];
  return [{ sex: null, content: answer.content, person: null }];
}

/** Answers a search without a run because the patient died before clinical data begins. */
export function decline(search: PatientSearch, sequence: number): PatientSearch {
  return { ...search, phase: 'answered', waitsFor: null, outcome: 'DeceasedBeforeClinicalData', sequence };
}

/** A request to send to a partner. */
export interface RunRequest {
  readonly runUid: string;
  /** The workflow's count of writes. */
  readonly sequence: number;
  readonly partner: string;
  /** The keyed hash of what is sent, in hex. */
  readonly requestHash: string;
  readonly atMs: number;
}

/** A search that now runs, or that keeps waiting because its request equals the refused one. */
export type BegunRun =
  | { readonly kind: 'running'; readonly search: PatientSearch }
  | { readonly kind: 'held'; readonly search: PatientSearch };

/** Starts a run of a search whose gates are open, unless its request was refused and hasn't changed. */
export function begin(search: PatientSearch, request: RunRequest): BegunRun {
  const { runUid, sequence, partner, requestHash, atMs } = request;
  const isUnchanged = requestHash === search.requestHash;
  const held = isUnchanged ? holdUnchanged(search, atMs) : undefined;
  if (held !== undefined) return { kind: 'held', search: { ...held, sequence } };
  return {
    kind: 'running',
    search: {
      ...search,
      phase: 'running',
      waitsFor: null,
      outcome: null,
      run: search.run + 1,
      runUid,
      sequence,
      partner,
      requestHash,
      refusals: isUnchanged ? search.refusals : 0,
      resendAtMs: null,
      isToBeJudged: false,
      isArmedByCorrection: false,
    },
  };
}

/** The state of knowledge when an answer arrives. */
export interface AnswerFacts {
  readonly patient: JudgedPatient;
  readonly run: JudgedRun;
  /** Who was decided on in the partner's other answers. */
  readonly known: KnownPeople;
  /** Whether the request to send now differs from the refused one. */
  readonly isCorrected: boolean;
  readonly atMs: number;
}

/** A person of an answer with the decision and the records about them. */
export interface DecidedPerson extends JudgedCandidate {
  readonly content: ClinicalContent;
}

/** What an answer does to a search. */
export interface Answered {
  readonly search: PatientSearch;
  /** The run's recorded result. */
  readonly end: {
    readonly outcome: SearchOutcome;
    readonly refusal: { readonly code: string; readonly text: string } | null;
    readonly matching: unknown;
  };
  /** The people to keep with the run; the records of the accepted ones become the patient's. */
  readonly people: readonly DecidedPerson[];
}

function judgePeople(found: readonly FoundPerson[], facts: AnswerFacts): DecidedPerson[] {
  const { patient, run, known } = facts;
  const candidates = found.map(({ sex, person, content }, index): RunCandidate => ({
    ...run,
    identityVersion: patient.identityVersion,
    sex,
    person,
    number: index + 1,
    personId: person?.id ?? null,
    rows: countRows(content),
    hasContent: true,
    standing: 'held',
    isDoubted: false,
    decidedBy: 'rules',
  }));
  return judgeRun(candidates, patient, known).flatMap((decided, index) => {
    const one = found[index];
    return one === undefined ? [] : [{ ...decided, content: one.content }];
  });
}

/**
 * Judges the answer to a running search. If a death before clinical data begins was learned meanwhile, the
 * answer is about another person and none of it is kept. If the identity was corrected meanwhile and no one
 * found is the corrected patient, the search has yet to run for them.
 */
export function judgeAnswer(search: PatientSearch, answer: SearchAnswer, facts: AnswerFacts): Answered {
  const { patient, run } = facts;
  const phase = search.isRequested ? ('answered' as const) : ('off' as const);
  if (isDeclinedByDeath(search.kind, patient.dateOfDeath)) {
    const outcome = 'DeceasedBeforeClinicalData';
    return {
      search: { ...search, phase, waitsFor: null, outcome },
      end: { outcome, refusal: null, matching: null },
      people: [],
    };
  }
  if (answer.outcome === 'RequestRejected') {
    const { outcome, code, text } = answer;
    const refused = refuse(search, facts.atMs);
    const isFreeAgain = refused.waitsFor === 'correction' && facts.isCorrected;
    return {
      search: isFreeAgain ? { ...refused, waitsFor: null } : refused,
      end: { outcome, refusal: { code, text }, matching: null },
      people: [],
    };
  }
  const people = judgePeople(peopleOf(answer), facts);
  const outcome = resultOf(people) ?? 'NoHit';
  const end = { outcome, refusal: null, matching: answer.matching ?? null };
  const answered = {
    ...search,
    phase,
    waitsFor: null,
    outcome,
    refusals: 0,
    resendAtMs: null,
    isToBeJudged: false,
  };
  const isOutdated = search.isRequested && outcome === 'NoHit' && !wasAskedFor(run, patient);
  if (isOutdated) return { search: { ...answered, ...armedByCorrection, outcome }, end, people };
  // If the search was switched off meanwhile, no one will decide on people who are held.
  const kept = search.isRequested ? people : people.filter(({ standing }) => standing !== 'held');
  return { search: answered, end, people: kept };
}

/** An operator's decision on an ambiguous answer: the patient is some of the people, or none. */
export type DecidedIdentity =
  { readonly kind: 'some'; readonly numbers: readonly number[] } | { readonly kind: 'nobody' };

/** An ambiguous answer after an operator's decision. */
export interface Settled {
  readonly search: PatientSearch;
  readonly judged: readonly JudgedCandidate[];
}

/**
 * Settles who of a run's people is the patient by an operator's decision, whatever the grades. If the patient
 * is none of them, nothing was found. People who were accepted stay so.
 */
export function settle(
  search: PatientSearch,
  run: readonly RunCandidate[],
  decided: DecidedIdentity,
  dateOfDeath: string | null,
): Settled {
  const isPatient = ({ number }: RunCandidate): boolean =>
    decided.kind === 'some' && decided.numbers.includes(number);
  if (isDeclinedByDeath(search.kind, dateOfDeath)) {
    const judged = run.map(candidate => settled(candidate, 'withheld'));
    return { search: { ...search, isToBeJudged: false, outcome: 'DeceasedBeforeClinicalData' }, judged };
  }
  const others = decided.kind === 'some' ? ('withheld' as const) : ('notPatient' as const);
  const judged = run
    .filter(({ standing }) => standing === 'held')
    .map(candidate => settled(candidate, isPatient(candidate) ? 'accepted' : others));
  const wasAccepted = run
    .filter(({ standing }) => standing === 'accepted')
    .map(one => settled(one, 'accepted'));
  const outcome = resultOf([...wasAccepted, ...judged]) ?? 'NoHit';
  return { search: { ...search, isToBeJudged: false, outcome }, judged };
}

/**
 * Settles whether an accepted person whose details no longer agree is still the patient. If they aren't, the
 * same person in other answers of the partner isn't either, and the search has what is left of its result.
 * @param people everyone in the answers to the search
 */
export function settleDoubted(
  search: PatientSearch,
  people: readonly RunCandidate[],
  doubted: RunCandidate,
  isPatient: boolean,
): Settled {
  if (isPatient) return { search, judged: [settled(doubted, 'accepted')] };
  const isSame = (one: RunCandidate): boolean =>
    (one.runUid === doubted.runUid && one.number === doubted.number) ||
    (one.partner === doubted.partner && one.personId !== null && one.personId === doubted.personId);
  const judged = people.filter(isSame).map(one => settled(one, 'notPatient'));
  if (search.phase !== 'answered') return { search, judged };
  const left = people.filter(one => !isSame(one)).map(one => settled(one, one.standing));
  return { search: { ...search, outcome: resultOf(left) ?? 'NoHit' }, judged };
}

function settled(candidate: RunCandidate, standing: JudgedCandidate['standing']): JudgedCandidate {
  return { candidate, standing, isDoubted: false, decidedBy: 'operator', match: undefined };
}
