import type { LookedAtSearch } from '../../domain/searches/agenda';
import { nextStep } from '../../domain/searches/next-step';
import { shownCode } from '../../domain/searches/refusals';
import type { PatientSearch, SearchStatus } from '../../domain/searches/search';
import type { Partners } from '../../partners/partners';
import type { Executor } from '../../store/database';
import { findPatientByUid } from '../../store/patients/patients';
import { getProjectByUid } from '../../store/tenants/projects';
import { findSearchRun } from '../../store/searches/search-runs';
import type { ChangeParts } from '../change';

/** One search as the workflow sees it: no patient data, only where it stands and what is next. */
export interface SearchReview extends LookedAtSearch {
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

async function refusalCodeOf(executor: Executor, search: PatientSearch): Promise<string | null> {
  const isRefused = search.phase === 'armed' && search.refusals > 0 && search.waitsFor !== null;
  if (!isRefused || search.runUid === null) return null;
  const code = (await findSearchRun(executor, search.runUid))?.refusalCode ?? null;
  return code === null ? null : shownCode(code);
}

/** Tells where the searches of a patient stand and what is next for each. */
export async function reviewSearches(
  { db, clock, partners }: ChangeParts & { readonly partners: Partners },
  { patientUid }: { readonly patientUid: string },
): Promise<SearchesReview> {
  const patient = await findPatientByUid(db, patientUid);
  if (patient === undefined) return { searches: [], searchStatus: 'Inactive', sequence: 0 };
  const project = await getProjectByUid(db, patient.projectUid);
  const atMs = clock.now().getTime();
  const searches: SearchReview[] = [];
  for (const search of patient.searches) {
    const { kind, phase, waitsFor, resendAtMs } = search;
    const partner = partners.searchPartner(kind, project);
    searches.push({
      kind,
      phase,
      next: nextStep(search, { patient, project, partner, atMs }),
      runUid: phase === 'running' ? search.runUid : null,
      resendAtMs: waitsFor === 'correction' ? resendAtMs : null,
      refusalCode: await refusalCodeOf(db, search),
    });
  }
  return {
    searches,
    searchStatus: patient.searchStatus,
    sequence: Math.max(0, ...patient.searches.map(({ sequence }) => sequence)),
  };
}
