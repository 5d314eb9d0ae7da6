import { decideGate, type GateDecision } from '../../domain/searches/gates';
import type { SearchKind } from '../../domain/searches/search-kind';
import type { SearchPhase, Gate } from '../../domain/searches/search-state';
import type { SearchStatus } from '../../domain/searches/search-status';
import type { Executor } from '../../store/database';
import { findPatientByUid, type PatientSearch } from '../../store/queries/patients';
import { getProjectByUid } from '../../store/queries/projects';
import { gateFacts } from '../patients/project-facts';

/** One search as the workflow sees it: no patient data, only where it stands and what is next. */
export interface SearchReview {
  readonly kind: SearchKind;
  readonly phase: SearchPhase;
  readonly next: GateDecision | Extract<Gate, 'correction' | 'rearming'> | 'nothing';
  /** The run that is on its way. */
  readonly runUid: string | null;
}

/** The searches of a patient as the workflow sees them. */
export interface SearchesReview {
  readonly searches: readonly SearchReview[];
  readonly searchStatus: SearchStatus;
  /** The highest sequence on record; the workflow counts on from here. */
  readonly sequence: number;
}

/** Tells where the searches of a patient stand and what is next for each. */
export async function reviewSearches(executor: Executor, patientUid: string): Promise<SearchesReview> {
  const patient = await findPatientByUid(executor, patientUid);
  if (patient === undefined) return { searches: [], searchStatus: 'Inactive', sequence: 0 };
  const facts = gateFacts(await getProjectByUid(executor, patient.projectUid), patient);
  const nextOf = (search: PatientSearch): SearchReview['next'] => {
    if (search.phase !== 'armed') return 'nothing';
    if (search.waitsFor === 'correction' || search.waitsFor === 'rearming') return search.waitsFor;
    return decideGate(search.kind, facts);
  };
  return {
    searches: patient.searches.map(search => ({
      kind: search.kind,
      phase: search.phase,
      next: nextOf(search),
      runUid: search.phase === 'running' ? search.runUid : null,
    })),
    searchStatus: patient.searchStatus,
    sequence: Math.max(0, ...patient.searches.map(({ sequence }) => sequence)),
  };
}
