import { decideGate, type GateDecision } from '../../domain/searches/gates';
import { mayResolve } from '../../domain/searches/identities';
import type {
  Gate,
  PatientSearch,
  SearchKind,
  SearchPhase,
  SearchStatus,
} from '../../domain/searches/search';
import type { Partners } from '../../partners/partners';
import type { Executor } from '../../store/database';
import { findPatientByUid } from '../../store/patients';
import type { Patient } from '../../domain/patients/patient';
import { getProjectByUid } from '../../store/projects';
import type { Project } from '../../domain/projects/project';
import { findSearchRun } from '../../store/search-runs';
import { gateFacts } from '../patients/project-facts';

/** What is next for a search. */
export type NextStep =
  | GateDecision
  | Extract<Gate, 'correction' | 'rearming'>
  /** Its gates are open, and nobody is configured to ask. */
  | 'partnerMissing'
  /** Its project takes no more work. */
  | 'projectClosed'
  /** Its answer was ambiguous, and the sex on file may tell now. */
  | 'resolvable'
  | 'nothing';

/** One search as the workflow sees it: no patient data, only where it stands and what is next. */
export interface SearchReview {
  readonly kind: SearchKind;
  readonly phase: SearchPhase;
  readonly next: NextStep;
  /** The run that is on its way. */
  readonly runUid: string | null;
  /** When the refused request goes again unchanged, Unix milliseconds. */
  readonly resendAtMs: number | null;
  /** The partner's code for its refusal, while the search waits because of it. */
  readonly refusalCode: string | null;
}

/** The searches of a patient as the workflow sees them. */
export interface SearchesReview {
  readonly searches: readonly SearchReview[];
  readonly searchStatus: SearchStatus;
  /** The highest sequence on record; the workflow counts on from here. */
  readonly sequence: number;
}

function nextOf(search: PatientSearch, { patient, project, partners, at }: ReviewFacts): NextStep {
  if (search.phase === 'answered') return mayResolve(search, patient.sex) ? 'resolvable' : 'nothing';
  if (search.phase !== 'armed') return 'nothing';
  if (project.status === 'Closed') return 'projectClosed';
  const decision = decideGate(search.kind, gateFacts(project, patient));
  if (decision === 'declined') return decision;
  if (search.waitsFor === 'rearming') return 'rearming';
  const isDue = search.resendAtMs !== null && search.resendAtMs <= at.getTime();
  if (search.waitsFor === 'correction' && !isDue) return 'correction';
  if (decision !== 'open') return decision;
  return partners.searchPartner(search.kind, project) === undefined ? 'partnerMissing' : 'open';
}

interface ReviewFacts {
  readonly patient: Patient;
  readonly project: Project;
  readonly partners: Partners;
  readonly at: Date;
}

// A partner chooses its codes: what is not a few capitals with a number, and so could be a name, a date or a ZIP code, is
// not shown where patient data may not be.
const codePattern = /^[A-Z][A-Z-]{0,7}\d{1,4}$/;

async function refusalCodeOf(executor: Executor, search: PatientSearch): Promise<string | null> {
  const isRefused = search.phase === 'armed' && search.refusals > 0 && search.waitsFor !== null;
  if (!isRefused || search.runUid === null) return null;
  const code = (await findSearchRun(executor, search.runUid))?.refusalCode ?? null;
  return code !== null && codePattern.test(code) ? code : null;
}

/** Tells where the searches of a patient stand and what is next for each. */
export async function reviewSearches(
  executor: Executor,
  partners: Partners,
  patientUid: string,
  at: Date,
): Promise<SearchesReview> {
  const patient = await findPatientByUid(executor, patientUid);
  if (patient === undefined) return { searches: [], searchStatus: 'Inactive', sequence: 0 };
  const project = await getProjectByUid(executor, patient.projectUid);
  const searches: SearchReview[] = [];
  for (const search of patient.searches) {
    const { kind, phase, waitsFor, resendAtMs } = search;
    searches.push({
      kind,
      phase,
      next: nextOf(search, { patient, project, partners, at }),
      runUid: phase === 'running' ? search.runUid : null,
      resendAtMs: waitsFor === 'correction' ? resendAtMs : null,
      refusalCode: await refusalCodeOf(executor, search),
    });
  }
  return {
    searches,
    searchStatus: patient.searchStatus,
    sequence: Math.max(0, ...patient.searches.map(({ sequence }) => sequence)),
  };
}
