import {
  ActivityFailure,
  condition,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  TimeoutFailure,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { Activities } from '../activities';
import { workflows, type InputOf } from '../src/domain/workflows';
import { signal } from './signal';
import { statusKey } from './status-key';

/** Asks the pending source again now. Restarts a research run whose workflow was terminated. */
const askAgain = signal(workflows.siteResearch, 'askAgain');

const { planResearch, missResearchSource, endResearch } = proxyActivities<Activities['core']>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
});

/** Returns the activity that asks a source. It is retried until the source's time is up. */
function askWithin(leftMs: number, source: string): Activities['core']['askResearchSource'] {
  return proxyActivities<Activities['core']>({
    // Longer than a source may take for a call.
    startToCloseTimeout: '1m',
    scheduleToCloseTimeout: leftMs,
    // The worker sends heartbeats automatically, so a killed worker is noticed within this time.
    heartbeatTimeout: '20s',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
    summary: `Ask ${source}`,
  }).askResearchSource;
}

/** Shorter timers and deadlines are skipped, because the server's clock and ours may differ. */
const waitMinMs = 1_000;

type Source = Awaited<ReturnType<typeof planResearch>>['sources'][number];

/**
 * Researches a site: asks each source in turn, each within its own time, and ends. A source that fails or
 * doesn't answer is recorded, and the others still count. The workflow holds only ids and source names;
 * findings are in PostgreSQL.
 */
export async function siteResearch({ researchUid }: InputOf<typeof workflows.siteResearch>): Promise<void> {
  let signals = 0;
  setHandler(askAgain, () => {
    signals += 1;
  });

  /** @returns why the source was given up, or `undefined` if it finished */
  async function ask({ name: source, answerWithinMs }: Source): Promise<'failed' | 'late' | undefined> {
    const untilMs = Date.now() + answerWithinMs;
    for (;;) {
      const leftMs = untilMs - Date.now();
      if (leftMs < waitMinMs) return 'late';
      const seen = signals;
      try {
        const progress = await askWithin(leftMs, source)({ researchUid, source });
        if (progress === 'done') return undefined;
        const waitMs = Math.min(progress.askAgainAfterMs, Math.max(waitMinMs, untilMs - Date.now()));
        await condition(() => signals > seen, waitMs, { summary: `Wait to ask ${source} again` });
      } catch (error) {
        if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
        return error.cause instanceof TimeoutFailure ? 'late' : 'failed';
      }
    }
  }

  const { sources } = await planResearch({ researchUid });
  for (const [index, source] of sources.entries()) {
    setCurrentDetails(`Asking ${source.name}: ${index + 1} of ${sources.length}.`);
    const outcome = await ask(source);
    if (outcome !== undefined) await missResearchSource({ researchUid, source: source.name, outcome });
  }
  const { answered, missed } = await endResearch({ researchUid });
  upsertSearchAttributes([{ key: statusKey, value: missed === 0 ? 'Completed' : 'Partial' }]);
  setCurrentDetails(`Done: ${answered} answered, ${missed} failed or did not answer.`);
}
