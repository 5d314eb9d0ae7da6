/** The three discovery searches; independent of each other. */
export const searchKinds = ['siteSonar', 'patientHistories', 'ehrSearch'] as const;

/** A search. */
export type SearchKind = (typeof searchKinds)[number];

/** The flags a caller sets; an omitted one keeps the current setting. */
export type SearchFlags = Partial<Record<SearchKind, boolean | undefined>>;

/**
 * Where a search of a patient stands: `off` (never requested, or switched off), `armed` (requested, not yet
 * submitted), `running` (submitted, no answer yet), `answered`.
 */
export type SearchPhase = 'off' | 'armed' | 'running' | 'answered';

/** What an armed search waits for; the order is the order in which the gates are looked at. */
export type Gate =
  /** A ZIP code on file. */
  | 'zipCode'
  /** The approval of the authorization. */
  | 'approval'
  /** Corrected details, after the partner refused the request. */
  | 'correction'
  /** The provider, after the partner refused the same request too often. */
  | 'rearming';

/** How a run ended, or that it never began. */
export type SearchOutcome =
  'Completed' | 'NoHit' | 'AmbiguousIdentity' | 'RequestRejected' | 'DeceasedBeforeClinicalData';

/** One search of one patient. */
export interface SearchState {
  readonly kind: SearchKind;
  readonly isRequested: boolean;
  readonly phase: SearchPhase;
  /** Set only while `armed`; `null` there means that nothing is in the way. */
  readonly waitsFor: Gate | null;
  /** How the last run ended. */
  readonly outcome: SearchOutcome | null;
  /** Counts the runs; 0 before the first. */
  readonly run: number;
}

/** A search that was never requested. */
export function searchOff(kind: SearchKind): SearchState {
  return { kind, isRequested: false, phase: 'off', waitsFor: null, outcome: null, run: 0 };
}

/** What is remembered of a search whose request a partner refuses. */
export interface Refusals {
  /** How often the partner has refused the request that was sent last, in a row. */
  readonly refusals: number;
  /** When the unchanged request goes again, Unix milliseconds; `null` when it does not. */
  readonly resendAtMs: number | null;
}

/** One search of a patient, as stored: its state, and what ties it to runs and writes of the workflow. */
export interface PatientSearch extends SearchState, Refusals {
  readonly runUid: string | null;
  readonly sequence: number;
  /** Who has, or had, the last run. */
  readonly partner: string | null;
  /** The keyed hash of the request that was sent last, in hex. */
  readonly requestHash: string | null;
  /** The sex on file when the identities of the last answer were told apart; `null` also when none was. */
  readonly judgedSex: string | null;
}

/** What is stored of a search that never ran, beside its state. */
export const neverRun: Omit<PatientSearch, keyof SearchState> = {
  runUid: null,
  sequence: 0,
  partner: null,
  requestHash: null,
  refusals: 0,
  resendAtMs: null,
  judgedSex: null,
};

/** What a patient's three searches amount to. */
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

/**
 * Where the search status came to rest, rather than passing by: nothing runs, and something was asked for.
 */
export function isAtRest(status: SearchStatus): boolean {
  return status !== 'Processing' && status !== 'Inactive';
}

/** The status that one search stands for by itself. */
export function statusOfSearch(search: SearchState): SearchStatus {
  if (search.phase === 'running') return 'Processing';
  if (search.phase === 'armed') {
    if (search.waitsFor === 'zipCode') return 'MissingZipCode';
    if (search.waitsFor === 'correction' || search.waitsFor === 'rearming') return 'RequestRejected';
    return 'Processing';
  }
  return search.outcome ?? 'Inactive';
}

// The first of these that any search stands for is the patient's. What the customer must act on comes first,
// since nothing else tells it (DECISION-11).
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

/** Derives a patient's search status from the state of the searches; those not requested do not count. */
export function deriveSearchStatus(searches: readonly SearchState[]): SearchStatus {
  const present = new Set(searches.filter(search => search.isRequested).map(statusOfSearch));
  return precedence.find(status => present.has(status)) ?? 'Inactive';
}
