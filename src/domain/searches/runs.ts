import { isEmptyContent, noContent, type ClinicalContent } from '../clinical/clinical-content';
import type { Sex } from '../patients/details';
import { isDeclinedByDeath } from './gates';
import { isAmbiguous, tellApart, type ToldApart } from './identities';
import { holdUnchanged, refuse } from './refusals';
import type { PatientSearch, SearchOutcome } from './search';

/** What was found under one of several conflicting identities. */
export interface FoundIdentity {
  readonly sex: Sex | null;
  readonly content: ClinicalContent;
}

/** How a partner answers a search. */
export type SearchAnswer =
  | {
      readonly outcome: 'Completed' | 'NoHit';
      readonly content: ClinicalContent;
      /** Why the records were taken for the patient's, for operators; stored with the run. */
      readonly matching?: unknown;
    }
  | {
      readonly outcome: 'AmbiguousIdentity';
      readonly identities: readonly FoundIdentity[];
      readonly matching?: unknown;
    }
  /** The partner refused the request itself. */
  | { readonly outcome: 'RequestRejected'; readonly code: string; readonly text: string };

/** A search that is answered without a run: the patient died before clinical data begins. */
export function decline(search: PatientSearch, sequence: number): PatientSearch {
  return { ...search, phase: 'answered', waitsFor: null, outcome: 'DeceasedBeforeClinicalData', sequence };
}

/** A request on its way to a partner. */
export interface RunRequest {
  readonly runUid: string;
  /** The workflow's count of writes. */
  readonly sequence: number;
  readonly partner: string;
  /** The keyed hash of what is sent, in hex. */
  readonly requestHash: string;
  readonly atMs: number;
}

/** A search that runs now, or that waits on because its request is the one that was refused. */
export type BegunRun =
  | { readonly kind: 'running'; readonly search: PatientSearch }
  | { readonly kind: 'held'; readonly search: PatientSearch };

/** Begins a run of a search whose gates are open, unless its request was refused and is the same still. */
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

/** What is known when an answer comes. */
export interface AnswerFacts {
  readonly sex: Sex | null;
  readonly dateOfDeath: string | null;
  /** Whether what would be sent now is something else than what was refused. */
  readonly isCorrected: boolean;
  readonly atMs: number;
}

/** What becomes of a search by an answer, and of what the answer brought. */
export interface Answered {
  readonly search: PatientSearch;
  /** What is noted of the run. */
  readonly end: {
    readonly outcome: SearchOutcome;
    readonly refusal: { readonly code: string; readonly text: string } | null;
    readonly matching: unknown;
  };
  /** What becomes the patient's. */
  readonly content: ClinicalContent | null;
  /** What is withheld until it is known whose it is. */
  readonly withheld: readonly FoundIdentity[];
}

function outcomeOf(content: ClinicalContent): 'Completed' | 'NoHit' {
  return isEmptyContent(content) ? 'NoHit' : 'Completed';
}

/**
 * Judges the answer to a running search. A death before clinical data begins that was learnt while the
 * partner searched makes all of the answer another person's: nothing of it is kept. Of conflicting identities
 * the one that the sex on file tells is the patient's.
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
    const told = tellApart(answer.identities, facts.sex);
    if (told.kind !== 'one') {
      const ambiguous = { ...answered, outcome: answer.outcome, judgedSex: facts.sex };
      // The search was switched off meanwhile, so it will never be known whose the rows are.
      const withheld = isAmbiguous(ambiguous) ? answer.identities : [];
      return { search: ambiguous, end: { ...end, outcome: answer.outcome }, content: null, withheld };
    }
    const { content } = told.identity;
    const outcome = outcomeOf(content);
    return { search: { ...answered, outcome }, end: { ...end, outcome }, content, withheld: [] };
  }
  const { outcome, content } = answer;
  return { search: { ...answered, outcome }, end: { ...end, outcome }, content, withheld: [] };
}

/**
 * Judges an ambiguous answer again, with the sex that is on file now. A death before clinical data begins
 * that became known since makes all of it another person's.
 * @returns the search, and what becomes the patient's with the outcome that its run has now
 */
export function resolve(
  search: PatientSearch,
  told: ToldApart<FoundIdentity>,
  facts: Pick<AnswerFacts, 'sex' | 'dateOfDeath'> & { readonly sequence: number },
): {
  readonly search: PatientSearch;
  readonly released: { readonly content: ClinicalContent; readonly outcome: SearchOutcome } | null;
} {
  const sequence = Math.max(search.sequence, facts.sequence);
  const judged = { ...search, judgedSex: facts.sex, sequence };
  if (isDeclinedByDeath(search.kind, facts.dateOfDeath))
    return { search: { ...judged, outcome: 'DeceasedBeforeClinicalData' }, released: null };
  if (told.kind !== 'one') return { search: judged, released: null };
  const { content } = told.identity;
  const outcome = outcomeOf(content);
  return { search: { ...judged, outcome }, released: { content, outcome } };
}

/**
 * What the delivery team said of the people whom an ambiguous answer is about: the patient is one of them, or
 * none.
 */
export type SaidIdentity =
  { readonly kind: 'one'; readonly identity: FoundIdentity } | { readonly kind: 'nobody' };

/**
 * Judges an ambiguous answer by what the delivery team found out, whatever sex is on file. Where the patient
 * is none of them, nothing was found.
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
