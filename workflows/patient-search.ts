import {
  allHandlersFinished,
  condition,
  continueAsNew,
  patched,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities';
import { workflows } from '../src/domain/workflows';
import { signal } from './signal';
import {
  describable,
  dutyOf,
  emptyAgenda,
  isFinished,
  noteLook,
  noteProgress,
  noteSubmission,
  type SubmissionProgress,
} from '../src/domain/searches/agenda';
import { describeSearches } from '../src/domain/searches/describe-searches';
import type { SearchKind } from '../src/domain/searches/search';
import { statusKey } from './status-key';

/** The searches of this patient are to be looked at: something about them, or about a gate, has changed. */
const searchesChanged = signal(workflows.patientSearch, 'searchesChanged');

const { reviewSearches } = proxyActivities<Activities['core']>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
  summary: 'Look where the searches stand',
});

const { resolveIdentity } = proxyActivities<Activities['core']>({
  startToCloseTimeout: '30s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
  summary: 'Release withheld records by the sex on file',
});

function submission(summary: string): Activities['core']['runSearch'] {
  const { runSearch } = proxyActivities<Activities['core']>({
    startToCloseTimeout: '2m',
    // The worker beats by itself: one that was killed is noticed in this time.
    heartbeatTimeout: '20s',
    // A partner may be away for a day; the search is retried until it is back. Every minute, because a fault
    // of ours looks the same from here, and searches should not wait long once the database is back.
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
    summary,
  });
  return runSearch;
}

const runSearch: Readonly<Record<SearchKind, Activities['core']['runSearch']>> = {
  siteSonar: submission('Send Site Sonar to its partner'),
  patientHistories: submission('Send Patient Histories to its partner'),
  ehrSearch: submission('Send EHR Search to its partner'),
};

/**
 * An execution with this many events is continued as new. The server suggests it only at four times as many;
 * under a flood of signals, a worker may need more than the ten seconds of a task to replay those.
 */
const eventsMax = 1_000;

/** Where the server's clock and ours differ, a timer could be due at once, again and again. */
const waitMinMs = 1_000;

/** Waits for a condition, or until `atMs`; `Infinity` waits for the condition only. */
async function waitUntil(isToGoOn: () => boolean, atMs: number): Promise<void> {
  if (atMs === Infinity) return condition(isToGoOn);
  await condition(isToGoOn, Math.max(waitMinMs, atMs - Date.now()), {
    summary: 'Wait until a partner is asked again',
  });
}

/**
 * Looks after all searches of one patient, from the first that is armed until none is armed or running:
 * submits each when its last gate has opened, and waits for a signal in between. There are timers only for a
 * refused request that is due again and for a partner whose answer is due. The searches are independent: one
 * whose partner is away holds up no other. It holds no patient data. Every look reads PostgreSQL anew, so
 * signals that come twice or in another order do no harm, and an activity that a continue-as-new leaves
 * behind is found by its run.
 */
export async function patientSearch({ patientUid }: { readonly patientUid: string }): Promise<void> {
  // Executions that an earlier release started follow only the server's suggestion.
  const isKeptShort = patched('kept-short');
  const isToContinue = (): boolean =>
    workflowInfo().continueAsNewSuggested || (isKeptShort && workflowInfo().historyLength >= eventsMax);
  let agenda = emptyAgenda;
  // Counts signals and ended submissions, so that one that comes during a look triggers another look.
  let changes = 1;
  const failures: unknown[] = [];
  let shownStatus = workflowInfo().typedSearchAttributes.get(statusKey);
  setHandler(searchesChanged, () => {
    changes += 1;
  });

  async function submit(kind: SearchKind, runUid: string, sequence: number): Promise<void> {
    agenda = noteSubmission(agenda, kind, runUid);
    let progress: SubmissionProgress | undefined;
    try {
      progress = await runSearch[kind]({ patientUid, kind, runUid, sequence });
    } catch (error) {
      failures.push(error);
    }
    agenda = noteProgress(agenda, kind, progress, Date.now());
    changes += 1;
  }

  for (;;) {
    const seen = changes;
    const { searches, sequence, searchStatus } = await reviewSearches({ patientUid });
    if (searchStatus !== shownStatus) upsertSearchAttributes([{ key: statusKey, value: searchStatus }]);
    shownStatus = searchStatus;

    let nextAtMs = Infinity;
    for (const search of searches) {
      const { kind } = search;
      agenda = noteLook(agenda, search);
      const duty = dutyOf(agenda, search, Date.now());
      if (duty.kind === 'submit') void submit(kind, uuid4(), sequence + 1);
      else if (duty.kind === 'submitAgain') void submit(kind, duty.runUid, sequence);
      else if (duty.kind === 'resolve') {
        await resolveIdentity({ patientUid, kind, sequence: sequence + 1 });
        changes += 1;
      } else if (duty.kind === 'wait') nextAtMs = Math.min(nextAtMs, duty.untilMs);
    }

    setCurrentDetails(describeSearches(describable(agenda, searches)));
    if (isFinished(agenda, searches) && changes === seen) {
      setCurrentDetails('Done: no search is armed or running.');
      return;
    }
    await waitUntil(() => changes !== seen || isToContinue(), nextAtMs);
    if (failures.length > 0) throw failures[0];
    if (isToContinue()) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof patientSearch>({ patientUid });
    }
  }
}
