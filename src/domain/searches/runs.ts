import { isEmptyContent, noContent, type ClinicalContent } from '../clinical/clinical-content';
import { personOf } from '../matching/person';
import type { PatientDetails } from '../patients/details';
import { isDeclinedByDeath } from './gates';
import { contentOf, identify, isAmbiguous, type FoundPerson, type Identity } from './identities';
import { holdUnchanged, refuse } from './refusals';
import type { PatientSearch, SearchOutcome } from './search';

/** A partner's answer to a search. */
export type SearchAnswer =
  | {
      readonly outcome: 'Completed' | 'NoHit';
      readonly content: ClinicalContent;
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
    },
  };
}

/** The patient that an answer is judged against. */
export interface JudgedPatient {
  readonly details: PatientDetails;
  readonly dateOfDeath: string | null;
}

/** The state of knowledge when an answer arrives. */
export interface AnswerFacts extends JudgedPatient {
  /** Whether the request to send now differs from the refused one. */
  readonly isCorrected: boolean;
  readonly atMs: number;
}

/** What an answer does to a search, and to the returned content. */
export interface Answered {
  readonly search: PatientSearch;
  /** The run's recorded result. */
  readonly end: {
    readonly outcome: SearchOutcome;
    readonly refusal: { readonly code: string; readonly text: string } | null;
    readonly matching: unknown;
  };
  /** Content to store as the patient's. */
  readonly content: ClinicalContent | null;
  /** Records withheld until it is known whose they are. */
  readonly withheld: readonly FoundPerson[];
}

function outcomeOf(content: ClinicalContent): 'Completed' | 'NoHit' {
  return isEmptyContent(content) ? 'NoHit' : 'Completed';
}

/**
 * Judges the answer to a running search. If a death before clinical data begins was learned meanwhile, the
 * answer is about another person and none of it is kept. Of conflicting identities, the one that matches
 * the sex on file is the patient's; a person who is only held stays withheld.
 */
export function judgeAnswer(search: PatientSearch, answer: SearchAnswer, facts: AnswerFacts): Answered {
  const phase = search.isRequested ? ('answered' as const) : ('off' as const);
  const nothing = { content: null, withheld: [] };
  if (isDeclinedByDeath(search.kind, facts.dateOfDeath)) {
    const outcome = 'DeceasedBeforeClinicalData';
    return {
      ...nothing,
      search: { ...search, phase, waitsFor: null, outcome },
      end: { outcome, refusal: null, matching: null },
    };
  }
  if (answer.outcome === 'RequestRejected') {
    const { outcome, code, text } = answer;
    const refused = refuse(search, facts.atMs);
    const isFreeAgain = refused.waitsFor === 'correction' && facts.isCorrected;
    return {
      ...nothing,
      search: isFreeAgain ? { ...refused, waitsFor: null } : refused,
      end: { outcome, refusal: { code, text }, matching: null },
    };
  }
  const answered = { ...search, phase, waitsFor: null, refusals: 0, resendAtMs: null };
  const end = { refusal: null, matching: answer.matching ?? null };
  if (answer.outcome === 'AmbiguousIdentity') {
    const resolved = identify(answer.people, personOf(facts.details), facts.details.sex);
    if (resolved.kind !== 'one') {
      const ambiguous = { ...answered, outcome: answer.outcome, isToBeJudged: false };
      // The search was switched off meanwhile, so no one will resolve whose the rows are.
      const withheld = isAmbiguous(ambiguous) ? answer.people : [];
      return { search: ambiguous, end: { ...end, outcome: answer.outcome }, content: null, withheld };
    }
    const content = contentOf(resolved.identity);
    const outcome = outcomeOf(content);
    return { search: { ...answered, outcome }, end: { ...end, outcome }, content, withheld: [] };
  }
  const { outcome, content } = answer;
  return { search: { ...answered, outcome }, end: { ...end, outcome }, content, withheld: [] };
}

/** A search, and what of its withheld records becomes the patient's. */
export interface Resolved {
  readonly search: PatientSearch;
  /** The patient's content with the run's new outcome. */
  readonly released: { readonly content: ClinicalContent; readonly outcome: SearchOutcome } | null;
}

function release(search: PatientSearch, content: ClinicalContent, dateOfDeath: string | null): Resolved {
  if (isDeclinedByDeath(search.kind, dateOfDeath))
    return { search: { ...search, outcome: 'DeceasedBeforeClinicalData' }, released: null };
  const outcome = outcomeOf(content);
  return { search: { ...search, outcome }, released: { content, outcome } };
}

/**
 * Judges an ambiguous answer again, with the current details. If a death before clinical data begins became
 * known, the answer is about another person.
 */
export function resolve(
  search: PatientSearch,
  withheld: readonly FoundPerson[],
  { details, dateOfDeath, sequence }: JudgedPatient & { readonly sequence: number },
): Resolved {
  const judged = { ...search, isToBeJudged: false, sequence: Math.max(search.sequence, sequence) };
  if (isDeclinedByDeath(search.kind, dateOfDeath)) return release(judged, noContent, dateOfDeath);
  const resolved = identify(withheld, personOf(details), details.sex);
  if (resolved.kind !== 'one') return { search: judged, released: null };
  return release(judged, contentOf(resolved.identity), dateOfDeath);
}

/** An operator's decision on an ambiguous answer: the patient is one of the identities, or none. */
export type DecidedIdentity =
  { readonly kind: 'one'; readonly identity: Pick<Identity, 'people'> } | { readonly kind: 'nobody' };

/**
 * Resolves an ambiguous answer by an operator's decision, whatever the grades. If the patient is none of the
 * people, nothing was found.
 */
export function settle(
  search: PatientSearch,
  decided: DecidedIdentity,
  dateOfDeath: string | null,
): Resolved {
  const content = decided.kind === 'one' ? contentOf(decided.identity) : noContent;
  return release({ ...search, isToBeJudged: false }, content, dateOfDeath);
}
