/** The three discovery searches; independent of each other. */
export const searchKinds = ['siteSonar', 'patientHistories', 'ehrSearch'] as const;

/** A search. */
export type SearchKind = (typeof searchKinds)[number];

/** The flags a caller sets; an omitted one keeps the current setting. */
export type SearchFlags = Partial<Record<SearchKind, boolean | undefined>>;

/**
 * The phase of a patient's search: `off` (never requested, or switched off), `armed` (requested, not yet
 * submitted), `running` (submitted, no answer yet), `answered`.
 */
export type SearchPhase = 'off' | 'armed' | 'running' | 'answered';

/** What an armed search waits for, in the order in which the gates are checked. */
export type Gate =
  /** A ZIP code on file. */
  | 'zipCode'
  /** The approval of the authorization. */
  | 'approval'
  /** Corrected details, after the partner refused the request. */
  | 'correction'
  /** The provider, after the partner refused the same request too many times. */
  | 'rearming'
  /** A partner that may run it: none is configured, or the one that is must not be asked. */
  | 'partner';

/** How a run can end, or why there was none. */
export const searchOutcomes = [
  'Completed',
  'NoHit',
  'AmbiguousIdentity',
  'RequestRejected',
  'DeceasedBeforeClinicalData',
] as const;
/** How a run ended, or why there was none. */
export type SearchOutcome = (typeof searchOutcomes)[number];

/** What is known about a search's answer, or about one that came and wasn't understood. */
export type SearchFinding =
  'beingRead' | 'notProven' | 'conflictingPeople' | 'notFound' | 'noRecords' | 'incomplete';

/** One search of one patient. */
export interface SearchState {
  readonly kind: SearchKind;
  readonly isRequested: boolean;
  readonly phase: SearchPhase;
  /** Set only while `armed`; `null` there means that nothing blocks it. */
  readonly waitsFor: Gate | null;
  /** How the last run ended. */
  readonly outcome: SearchOutcome | null;
  /** Counts the runs; 0 before the first. */
  readonly run: number;
}

/** Returns a search that was never requested. */
export function searchOff(kind: SearchKind): SearchState {
  return { kind, isRequested: false, phase: 'off', waitsFor: null, outcome: null, run: 0 };
}

/** The refusals of a search's request. */
export interface Refusals {
  /** How many times in a row the partner refused the last request. */
  readonly refusals: number;
  /** When the unchanged request is resent, in Unix milliseconds; `null` if it isn't. */
  readonly resendAtMs: number | null;
}

/** A patient's search as stored: its state, and what links it to runs and to writes of the workflow. */
export interface PatientSearch extends SearchState, Refusals {
  readonly runUid: string | null;
  readonly sequence: number;
  /** The partner of the current or last run. */
  readonly partner: string | null;
  /** The keyed hash of the last request, in hex. */
  readonly requestHash: string | null;
  /** Whether details that matching compares changed since the ambiguous answer was judged. */
  readonly isToBeJudged: boolean;
  /** When its state last changed, in Unix milliseconds; `null` if it was never stored. */
  readonly sinceMs: number | null;
  /** What is known about its answer; `null` for nothing more than the outcome says. */
  readonly finding: SearchFinding | null;
  /** Whether it is armed because a corrected identity left it without an answer. */
  readonly isArmedByCorrection: boolean;
}

/** What is stored for a search that never ran, besides its state. */
export const neverRun: Omit<PatientSearch, keyof SearchState> = {
  runUid: null,
  sequence: 0,
  partner: null,
  requestHash: null,
  refusals: 0,
  resendAtMs: null,
  isToBeJudged: false,
  sinceMs: null,
  finding: null,
  isArmedByCorrection: false,
};

/** The combined statuses of a patient's three searches. */
export const searchStatuses = [
  'Inactive',
  'Processing',
  'Completed',
  'NoHit',
  'AmbiguousIdentity',
  'MissingZipCode',
  'RequestRejected',
  'DeceasedBeforeClinicalData',
] as const;

/** A patient's search status. */
export type SearchStatus = (typeof searchStatuses)[number];

/** Whether a search status is at rest, not transient: nothing runs, and something was requested. */
export function isAtRest(status: SearchStatus): boolean {
  return status !== 'Processing' && status !== 'Inactive';
}

/** Returns the status of one search alone. */
export function statusOfSearch(search: SearchState): SearchStatus {
  if (search.phase === 'running') return 'Processing';
  if (search.phase === 'armed') {
    if (search.waitsFor === 'zipCode') return 'MissingZipCode';
    if (search.waitsFor === 'correction' || search.waitsFor === 'rearming') return 'RequestRejected';
    return 'Processing';
  }
  return search.outcome ?? 'Inactive';
}

// The patient's status is the first of these that any search has. What the customer must act on comes first,
// since nothing else reports it (DECISION-11).
const precedence: readonly SearchStatus[] = [
  'AmbiguousIdentity',
  'RequestRejected',
  'MissingZipCode',
  'Processing',
  'Completed',
  'NoHit',
  'DeceasedBeforeClinicalData',
];

/** Whether one of a patient's searches is switched on. */
export function isRequested(
  searches: ReadonlyArray<Pick<SearchState, 'kind' | 'isRequested'>>,
  kind: SearchKind,
): boolean {
  return searches.some(search => search.kind === kind && search.isRequested);
}

/** Derives a patient's search status from the searches; those not requested don't count. */
export function deriveSearchStatus(searches: readonly SearchState[]): SearchStatus {
  const present = new Set(searches.filter(search => search.isRequested).map(statusOfSearch));
  return precedence.find(status => present.has(status)) ?? 'Inactive';
}
