import { proxyActivities, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { Activities } from '../activities';
import { workflows } from '../src/domain/workflows';
import { signal } from './signal';
import { statusKey } from './status-key';
import { readStored } from './stored-document';

/** Looks for the document now. */
const lookAgain = signal(workflows.authCheck, 'lookAgain');

/** Where a run stands, as the list of workflows can be filtered by it. */
type Standing = 'reading' | 'waitsForDocument' | 'judging' | 'passed' | 'failed' | 'discarded';

const { readAuthorization } = proxyActivities<Activities['documents']>({
  // Longer than the reader may take for a document.
  startToCloseTimeout: '6m',
  // The worker beats by itself: one that was killed is noticed in this time.
  heartbeatTimeout: '20s',
  // Only faults of ours are retried: whatever a document does to its reader is an outcome, not an error.
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  summary: 'Read the document',
});

const writes = {
  startToCloseTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
} as const;
const { giveUpReading } = proxyActivities<Activities['documents']>({
  ...writes,
  summary: 'Note that the document never came',
});
const { judgeAuthorization } = proxyActivities<Activities['documents']>({
  ...writes,
  summary: 'Judge what was read',
});

/**
 * Analyses one document once: waits for it in the object store (12 min 35 s at most), reads it, judges what was read.
 * What it finds is in PostgreSQL; here are ids, outcomes and counts. Another upload, or a retrigger, starts the next
 * run and discards this one, which then ends at its next step.
 */
export async function authCheck(input: {
  readonly documentUid: string;
  readonly run: number;
}): Promise<void> {
  const stand = (value: Standing, details: string): void => {
    upsertSearchAttributes([{ key: statusKey, value }]);
    setCurrentDetails(details);
  };
  const end = (): void => stand('discarded', 'Discarded: a later run took its place.');

  setCurrentDetails('Reading the document.');
  const outcome = await readStored({ lookAgain, stand, read: () => readAuthorization(input) });
  if (outcome === 'discarded') return end();
  if (outcome === 'missing') await giveUpReading(input);

  stand('judging', 'Judging what was read.');
  const counts = await judgeAuthorization(input);
  if (counts === null) return end();
  const { passed, warning, failed } = counts;
  const warnings = `${warning} warning${warning === 1 ? '' : 's'}`;
  stand(failed === 0 ? 'passed' : 'failed', `Done: ${passed} passed, ${warnings}, ${failed} failed.`);
}
