import { isEmptyContent, noContent, type ClinicalContent } from '../clinical/clinical-content';
import type { Sex } from '../patients/details';
import { isDeclinedByDeath } from './gates';
import { isAmbiguous, tellApart, type ToldApart } from './identities';
import { holdUnchanged, refuse } from './refusals';
import type { PatientSearch, SearchOutcome } from './search';

/** The records of one of several conflicting identities. */
export interface FoundIdentity {
  readonly sex: Sex | null;
  readonly content: ClinicalContent;
}

/** A partner's answer to a search. */
export type SearchAnswer =
  | {
      readonly outcome: 'Completed' | 'NoHit';
      readonly content: ClinicalContent;
      /** Why the records were accepted as the patient's, for operators; stored with the run. */
      readonly matching?: unknown;
    }
  | {
      readonly outcome: 'AmbiguousIdentity';
      readonly identities: readonly FoundIdentity[];
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
      judgedSex: null,
    },
  };
}

/** The state of knowledge when an answer arrives. */
export interface AnswerFacts {
  readonly sex: Sex | null;
  readonly dateOfDeath: string | null;
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
  /** Content withheld until its owner is known. */
  readonly withheld: readonly FoundIdentity[];
}

function outcomeOf(content: ClinicalContent): 'Completed' | 'NoHit' {
  return isEmptyContent(content) ? 'NoHit' : 'Completed';
}

/**
 * Judges the answer to a running search. If a death before clinical data begins was learned meanwhile, the
 * answer is about another person and none of it is kept. Of conflicting identities, the one that matches
 * the sex on file is the patient's.
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
    const resolved = tellApart(answer.identities, facts.sex);
    if (resolved.kind !== 'one') {
      const ambiguous = { ...answered, outcome: answer.outcome, judgedSex: facts.sex };
      // The search was switched off meanwhile, so nobody will resolve whose the rows are.
      const withheld = isAmbiguous(ambiguous) ? answer.identities : [];
      return { search: ambiguous, end: { ...end, outcome: answer.outcome }, content: null, withheld };
    }
    const { content } = resolved.identity;
    const outcome = outcomeOf(content);
    return { search: { ...answered, outcome }, end: { ...end, outcome }, content, withheld: [] };
  }
  const { outcome, content } = answer;
  return { search: { ...answered, outcome }, end: { ...end, outcome }, content, withheld: [] };
}

/**
 * Judges an ambiguous answer again, with the current sex on file. If a death before clinical data begins
 * became known, the answer is about another person.
 * @returns the search, and the patient's content with the run's new outcome
 */
export function resolve(
  search: PatientSearch,
  resolved: ToldApart<FoundIdentity>,
  facts: Pick<AnswerFacts, 'sex' | 'dateOfDeath'> & { readonly sequence: number },
): {
  readonly search: PatientSearch;
  readonly released: { readonly content: ClinicalContent; readonly outcome: SearchOutcome } | null;
} {
  const sequence = Math.max(search.sequence, facts.sequence);
  const judged = { ...search, judgedSex: facts.sex, sequence };
  if (isDeclinedByDeath(search.kind, facts.dateOfDeath))
    return { search: { ...judged, outcome: 'DeceasedBeforeClinicalData' }, released: null };
  if (resolved.kind !== 'one') return { search: judged, released: null };
  const { content } = resolved.identity;
  const outcome = outcomeOf(content);
  return { search: { ...judged, outcome }, released: { content, outcome } };
}

/** An operator's decision on an ambiguous answer: the patient is one of the people, or none. */
export type SaidIdentity =
  { readonly kind: 'one'; readonly identity: FoundIdentity } | { readonly kind: 'nobody' };

/**
 * Resolves an ambiguous answer by an operator's decision, whatever the sex on file. If the patient is none of
 * the people, nothing was found.
 * @returns as {@link resolve}
 */
export function settle(
  search: PatientSearch,
  said: SaidIdentity,
  { sex, dateOfDeath }: Pick<AnswerFacts, 'sex' | 'dateOfDeath'>,
): ReturnType<typeof resolve> {
  const identity = said.kind === 'one' ? said.identity : { sex, content: noContent };
  return resolve(search, { kind: 'one', identity }, { sex, dateOfDeath, sequence: search.sequence });
}
