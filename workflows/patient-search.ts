import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';
import type { SearchActivities } from '../activities/search-activities';
import { describeSearches } from '../src/domain/searches/describe-searches';
import type { SearchKind } from '../src/domain/searches/search-kind';

/** The searches of this patient are to be looked at: something about them, or about a gate, has changed. */
const searchesChanged = defineSignal('searchesChanged');

const { reviewSearches } = proxyActivities<SearchActivities>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
  summary: 'Look where the searches stand',
});

const { runSearch } = proxyActivities<SearchActivities>({
  startToCloseTimeout: '2m',
  // The worker beats by itself: one that was killed is noticed in this time.
  heartbeatTimeout: '20s',
  // A partner may be away for a day; the search stays and is tried again. Every minute, since a fault of ours looks the
  // same from here, and nobody is to wait ten minutes after the database is back.
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  summary: 'Submit a search to its partner',
});

/**
 * Looks after all searches of one patient, from the first that is armed until none is armed or running: submits each
 * when its last gate has opened, and waits for a signal in between. The searches are independent: one whose partner is
 * away holds up no other. It holds no patient data; PostgreSQL is what is true, and every look reads it anew, so a
 * signal that comes twice or in another order does no harm.
 */
export async function patientSearch(input: { readonly patientUid: string }): Promise<void> {
  const { patientUid } = input;
  const underway = new Set<SearchKind>();
  const submitted = new Set<string>();
  // Counted, so that a stir during a look is not taken for one that the look has seen.
  let stirs = 1;
  let stirsSeen = 0;
  const ended: { failure?: { readonly error: unknown } } = {};
  setHandler(searchesChanged, () => {
    stirs += 1;
  });

  async function submit(kind: SearchKind, runUid: string, sequence: number): Promise<void> {
    underway.add(kind);
    submitted.add(runUid);
    try {
      await runSearch({ patientUid, kind, runUid, sequence });
    } catch (error) {
      ended.failure = { error };
    }
    underway.delete(kind);
    stirs += 1;
  }

  for (;;) {
    stirsSeen = stirs;
    const review = await reviewSearches({ patientUid });
    setCurrentDetails(describeSearches(review.searches));
    for (const { kind, next, runUid } of review.searches) {
      if (underway.has(kind)) continue;
      if (next === 'open' || next === 'declined') void submit(kind, uuid4(), review.sequence + 1);
      // On its way since before this execution: whoever took it knows the run by its name.
      else if (runUid !== null && !submitted.has(runUid)) void submit(kind, runUid, review.sequence);
    }
    const isLeft = review.searches.some(({ phase }) => phase === 'armed' || phase === 'running');
    if (!isLeft && underway.size === 0 && stirs === stirsSeen) {
      setCurrentDetails('Done: no search is armed or running.');
      return;
    }
    await condition(
      () => stirs !== stirsSeen || (underway.size === 0 && workflowInfo().continueAsNewSuggested),
    );
    if (ended.failure !== undefined) throw ended.failure.error;
    if (underway.size === 0 && workflowInfo().continueAsNewSuggested) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof patientSearch>({ patientUid });
    }
  }
}
