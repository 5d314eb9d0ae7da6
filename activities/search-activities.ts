import { runChange, type Actor, type Change } from '../src/usecases/change';
import { reviewSearches, type SearchesReview } from '../src/usecases/searches/review-searches';
import { finishSearchRun, startSearchRun, type SearchRun } from '../src/usecases/searches/run-search';
import type { ActivityParts } from './activity-parts';

const actor: Actor = { principal: { kind: 'service', part: 'patient search' }, requestId: null };

/** The activities of the patient search workflow; arguments and results are identifiers and states only. */
export function createSearchActivities(parts: ActivityParts) {
  const change = <T>(work: (change: Change) => Promise<T>): Promise<T> => runChange(parts, actor, work);
  return {
    /** Tells where the searches of a patient stand. */
    reviewSearches: ({ patientUid }: { readonly patientUid: string }): Promise<SearchesReview> =>
      reviewSearches(parts.db, patientUid),

    /**
     * Runs a search: starts the run, asks the partner, and stores an answer that comes at once. Safe to repeat at
     * any point: the run has a name.
     */
    runSearch: async (run: SearchRun): Promise<'answered' | 'running' | 'notRunning'> => {
      const started = await change(inner => startSearchRun(inner, run));
      if (started.kind === 'notRunning') return 'notRunning';
      const { patient, project } = started;
      const response = await parts.partners
        .searchPartner(project.status)
        .submit({ kind: run.kind, runUid: run.runUid, patient });
      if (response.kind === 'accepted') return 'running';
      await change(inner => finishSearchRun(inner, run, response));
      return 'answered';
    },
  };
}

/** The activities as the workflow calls them. */
export type SearchActivities = ReturnType<typeof createSearchActivities>;
