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
  // A partner may be away for a day; the search stays and is tried again.
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '10m' },
  summary: 'Submit a search to its partner',
});

/**
 * Looks after all searches of one patient, from the first that is armed until none is armed or running: submits each
 * when its last gate has opened, and waits for a signal in between. It holds no patient data; PostgreSQL is what is
 * true, and every look reads it anew, so a signal that comes twice or in another order does no harm.
 */
export async function patientSearch(input: { readonly patientUid: string }): Promise<void> {
  const { patientUid } = input;
  let isStirred = true;
  const wasStirred = (): boolean => isStirred;
  setHandler(searchesChanged, () => {
    isStirred = true;
  });
  for (;;) {
    isStirred = false;
    const review = await reviewSearches({ patientUid });
    setCurrentDetails(describeSearches(review.searches));
    const ready = review.searches.filter(({ next }) => next === 'open' || next === 'declined');
    const sequence = review.sequence + 1;
    await Promise.all(ready.map(({ kind }) => runSearch({ patientUid, kind, runUid: uuid4(), sequence })));
    // A run may have ended while another search was stirred; only an undisturbed look is the last one.
    if (wasStirred()) continue;
    const isLeft = review.searches.some(
      ({ phase, next }) => phase === 'running' || (phase === 'armed' && !['open', 'declined'].includes(next)),
    );
    if (!isLeft) {
      setCurrentDetails('Done: no search is armed or running.');
      return;
    }
    await condition(() => isStirred || workflowInfo().continueAsNewSuggested);
    if (workflowInfo().continueAsNewSuggested) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof patientSearch>({ patientUid });
    }
  }
}
