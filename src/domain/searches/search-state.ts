import type { SearchKind } from './search-kind';

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
