import {
  allHandlersFinished,
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';
import type { SearchActivities } from '../activities/search-activities';
import { workflows } from '../src/domain/workflows';
import { signal } from './signal';
import { describeSearches } from '../src/domain/searches/describe-searches';
import type { SearchKind } from '../src/domain/searches/search';
import { statusKey } from './status-key';

/** The searches of this patient are to be looked at: something about them, or about a gate, has changed. */
const searchesChanged = signal(workflows.patientSearch, 'searchesChanged');

const { reviewSearches } = proxyActivities<SearchActivities>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
  summary: 'Look where the searches stand',
});

const { resolveIdentity } = proxyActivities<SearchActivities>({
  startToCloseTimeout: '30s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
  summary: 'Release withheld records by the sex on file',
});

function submission(summary: string): SearchActivities['runSearch'] {
  const { runSearch } = proxyActivities<SearchActivities>({
    startToCloseTimeout: '2m',
    // The worker beats by itself: one that was killed is noticed in this time.
    heartbeatTimeout: '20s',
    // A partner may be away for a day; the search stays and is tried again. Every minute, since a fault of ours looks
    // the same from here, and nobody is to wait ten minutes after the database is back.
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
    summary,
  });
  return runSearch;
}

const runSearch: Readonly<Record<SearchKind, SearchActivities['runSearch']>> = {
  siteSonar: submission('Send Site Sonar to its partner'),
  patientHistories: submission('Send Patient Histories to its partner'),
  ehrSearch: submission('Send EHR Search to its partner'),
};

/** A clock that is behind ours must not make a timer that is due at once, again and again. */
const waitMinMs = 1_000;

/**
 * Looks after all searches of one patient, from the first that is armed until none is armed or running: submits each
 * when its last gate has opened, and waits for a signal in between; timers stand only for a refused request that goes
 * again and for a partner that is to have answered. The searches are independent: one whose partner is away holds up
 * no other. It holds no patient data; PostgreSQL is what is true, and every look reads it anew, so a signal that comes
 * twice or in another order does no harm, and an activity that a continue-as-new leaves behind is found by its run.
 */
export async function patientSearch(input: { readonly patientUid: string }): Promise<void> {
  const { patientUid } = input;
  const underway = new Set<SearchKind>();
  const overdue = new Set<SearchKind>();
  const submitted = new Set<string>();
  const askAgainAt = new Map<SearchKind, number>();
  // Counted, so that a stir during a look is not taken for one that the look has seen.
  let stirs = 1;
  let stirsSeen = 0;
  let shownStatus = workflowInfo().typedSearchAttributes.get(statusKey);
  const ended: { failure?: { readonly error: unknown } } = {};
  setHandler(searchesChanged, () => {
    stirs += 1;
  });

  async function submit(kind: SearchKind, runUid: string, sequence: number): Promise<void> {
    underway.add(kind);
    submitted.add(runUid);
    askAgainAt.delete(kind);
    try {
      const progress = await runSearch[kind]({ patientUid, kind, runUid, sequence });
      if (progress.askAgainAfterMs !== null) askAgainAt.set(kind, Date.now() + progress.askAgainAfterMs);
      if (progress.state === 'overdue') overdue.add(kind);
      else overdue.delete(kind);
    } catch (error) {
      ended.failure = { error };
    }
    underway.delete(kind);
    stirs += 1;
  }

  for (;;) {
    stirsSeen = stirs;
    const { searches, sequence, searchStatus } = await reviewSearches({ patientUid });
    if (searchStatus !== shownStatus) {
      upsertSearchAttributes([{ key: statusKey, value: searchStatus }]);
      shownStatus = searchStatus;
    }
    let nextAt = Infinity;
    for (const { kind, next, phase, runUid, resendAtMs } of searches) {
      if (phase !== 'running') {
        askAgainAt.delete(kind);
        overdue.delete(kind);
      }
      if (underway.has(kind)) continue;
      const again = askAgainAt.get(kind) ?? Infinity;
      if (next === 'open' || next === 'declined' || next === 'partnerMissing')
        void submit(kind, uuid4(), sequence + 1);
      // On its way since before this execution, or to be asked again: whoever took it knows the run by its name.
      else if (runUid !== null && (!submitted.has(runUid) || again <= Date.now()))
        void submit(kind, runUid, sequence);
      else if (next === 'resolvable') await resolveIdentity({ patientUid, kind, sequence: sequence + 1 });
      else nextAt = Math.min(nextAt, again, next === 'correction' ? (resendAtMs ?? Infinity) : Infinity);
      if (next === 'resolvable') stirs += 1;
    }
    setCurrentDetails(
      describeSearches(
        searches.map(search => ({
          ...search,
          isBeingSent: underway.has(search.kind),
          isOverdue: overdue.has(search.kind),
        })),
      ),
    );
    const isLeft = searches.some(({ phase }) => phase === 'armed' || phase === 'running');
    if (!isLeft && underway.size === 0 && stirs === stirsSeen) {
      setCurrentDetails('Done: no search is armed or running.');
      return;
    }
    const isToGoOn = (): boolean => stirs !== stirsSeen || workflowInfo().continueAsNewSuggested;
    if (nextAt === Infinity) await condition(isToGoOn);
    else
      await condition(isToGoOn, Math.max(waitMinMs, nextAt - Date.now()), {
        summary: 'Wait until a partner is asked again',
      });
    if (ended.failure !== undefined) throw ended.failure.error;
    if (workflowInfo().continueAsNewSuggested) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof patientSearch>({ patientUid });
    }
  }
}
