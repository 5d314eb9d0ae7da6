import { proxyActivities, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { Activities } from '../activities';
import { workflows } from '../src/domain/workflows';
import { signal } from './signal';
import { statusKey } from './status-key';
import { readStored, readsDocument, writesOutcome } from './stored-document';

/** Checks for the document now. */
const lookAgain = signal(workflows.authCheck, 'lookAgain');
/** Ends the reading because a later run replaced this one. */
const discard = signal(workflows.authCheck, 'discard');

/** The status of a run, as a filter for the list of workflows. */
type Standing = 'reading' | 'waitsForDocument' | 'judging' | 'passed' | 'failed' | 'discarded';

const { readAuthorization } = proxyActivities<Activities['documents']>({
  ...readsDocument,
  summary: 'Read the document',
});
const { giveUpReading } = proxyActivities<Activities['documents']>({
  ...writesOutcome,
  summary: 'Record that the document never arrived',
});
const { judgeAuthorization } = proxyActivities<Activities['documents']>({
  ...writesOutcome,
  summary: 'Judge the document',
});

/**
 * Analyzes one document once: waits for it in the object store (at most 12 min 35 s), reads it, and judges
 * the result. Findings are in PostgreSQL; the workflow holds only ids, outcomes, and counts. Another upload
 * or a retrigger starts the next run and discards this one, which ends its wait or reading.
 */
export async function authCheck(input: {
  readonly documentUid: string;
  readonly run: number;
}): Promise<void> {
  const stand = (value: Standing, details: string): void => {
    upsertSearchAttributes([{ key: statusKey, value }]);
    setCurrentDetails(details);
  };
  const end = (): void => stand('discarded', 'Discarded: a later run replaced it.');

  setCurrentDetails('Reading the document.');
  const outcome = await readStored({ lookAgain, discard, stand, read: () => readAuthorization(input) });
  if (outcome === 'discarded') return end();
  if (outcome === 'missing') await giveUpReading(input);

  stand('judging', 'Judging the document.');
  const counts = await judgeAuthorization(input);
  if (counts === null) return end();
  const { passed, warning, failed } = counts;
  const warnings = `${warning} warning${warning === 1 ? '' : 's'}`;
  stand(failed === 0 ? 'passed' : 'failed', `Done: ${passed} passed, ${warnings}, ${failed} failed.`);
}
