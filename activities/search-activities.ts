import { sentDetailsOf } from '../src/domain/searches/refusals';
import { runChange, type Actor, type Change } from '../src/usecases/change';
import { searchWorkflowPart } from '../src/usecases/patients/save-patient';
import { reviewSearches, type SearchesReview } from '../src/usecases/searches/review-searches';
import {
  finishSearchRun,
  resolveIdentity,
  startSearchRun,
  type SearchRun,
} from '../src/usecases/searches/run-search';
import type { ActivityParts } from './activity-parts';

const actor: Actor = { principal: { kind: 'service', part: searchWorkflowPart }, requestId: null };

/** What became of a submission. */
export interface RunProgress {
  readonly state: 'answered' | 'running' | 'overdue' | 'notRunning';
  /** How long a partner that took the request is waited for before it is asked again. */
  readonly askAgainAfterMs: number | null;
}

/** The activities of the patient search workflow; arguments and results are identifiers and states only. */
export function createSearchActivities(parts: ActivityParts) {
  const change = <T>(work: (change: Change) => Promise<T>): Promise<T> => runChange(parts, actor, work);
  return {
    /** Tells where the searches of a patient stand. */
    reviewSearches: ({ patientUid }: { readonly patientUid: string }): Promise<SearchesReview> =>
      reviewSearches(parts.db, parts.partners, patientUid, parts.clock.now()),

    /**
     * Runs a search: starts the run, asks the partner, and stores an answer that comes at once. Safe to repeat at
     * any point: the run has a name. A partner that takes rosters is asked by its own workflow.
     */
    runSearch: async (run: SearchRun): Promise<RunProgress> => {
      const started = await change(inner => startSearchRun(inner, parts, run));
      if (started.kind === 'notRunning') return { state: 'notRunning', askAgainAfterMs: null };
      const { patient, partner, startedAt } = started;
      const askedAt = parts.clock.now();
      if (partner.kind === 'roster') {
        const isOverdue = askedAt.getTime() - startedAt.getTime() >= partner.answerWithinMs;
        return { state: isOverdue ? 'overdue' : 'running', askAgainAfterMs: partner.answerWithinMs };
      }
      const details = sentDetailsOf(patient);
      const { kind, runUid } = run;
      const response = await partner.submit({ kind, runUid, startedAt, askedAt, patient: details });
      if (response.kind === 'accepted')
        return { state: 'running', askAgainAfterMs: response.askAgainAfterMs };
      await change(inner => finishSearchRun(inner, parts, run, response.answer));
      return { state: 'answered', askAgainAfterMs: null };
    },

    /** Looks at an ambiguous answer again with the sex that is on file now. */
    resolveIdentity: (search: Pick<SearchRun, 'patientUid' | 'kind' | 'sequence'>): Promise<void> =>
      change(inner => resolveIdentity(inner, search)),
  };
}

/** The activities as the workflow calls them. */
export type SearchActivities = ReturnType<typeof createSearchActivities>;
