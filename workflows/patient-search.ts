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

/** Something about this patient's searches or gates changed, so the workflow must review them. */
const searchesChanged = signal(workflows.patientSearch, 'searchesChanged');

const { reviewSearches } = proxyActivities<Activities['core']>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
  summary: 'Review the searches',
});

const { resolveIdentity } = proxyActivities<Activities['core']>({
  startToCloseTimeout: '30s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
  summary: 'Release withheld records based on the sex on file',
});

function submission(summary: string): Activities['core']['runSearch'] {
  const { runSearch } = proxyActivities<Activities['core']>({
    startToCloseTimeout: '2m',
    // The worker sends heartbeats automatically, so a killed worker is noticed within this time.
    heartbeatTimeout: '20s',
    // A partner may be down for a day, so the search is retried until it is back. The interval is capped at
    // one minute because a failure of ours looks the same here, and searches should resume soon after the
    // database is back.
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
 * Number of events after which an execution continues as new. The server suggests it only at four times as
 * many, and during a flood of signals a worker may need more than a task's ten seconds to replay those.
 */
const eventsMax = 1_000;

/**
 * Minimum wait. If the server's clock and ours differ, a timer could otherwise fire at once, again and again.
 */
const waitMinMs = 1_000;

/** Waits for a condition, or until `atMs`. With `Infinity`, waits for the condition only. */
async function waitUntil(isToGoOn: () => boolean, atMs: number): Promise<void> {
  if (atMs === Infinity) return condition(isToGoOn);
  await condition(isToGoOn, Math.max(waitMinMs, atMs - Date.now()), {
    summary: 'Wait to ask a partner again',
  });
}

/**
 * Runs all searches of one patient until none is armed or running: submits each when its last gate has
 * opened, and otherwise waits for a signal. The only timers are for retrying a refused request and for
 * collecting a partner's pending answer. Searches are independent, so an unavailable partner doesn't hold up
 * the others. The workflow holds no patient data. Each review rereads PostgreSQL, so repeated or reordered
 * signals do no harm, and an activity that outlives a continue-as-new is matched by its run.
 */
export async function patientSearch({ patientUid }: { readonly patientUid: string }): Promise<void> {
  // Executions started by an earlier release follow only the server's suggestion.
  const isKeptShort = patched('kept-short');
  const isToContinue = (): boolean =>
    workflowInfo().continueAsNewSuggested || (isKeptShort && workflowInfo().historyLength >= eventsMax);
  let agenda = emptyAgenda;
  // Counts signals and finished submissions, so that one that arrives during a review triggers another
  // review.
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
