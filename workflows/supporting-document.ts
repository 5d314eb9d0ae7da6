import { proxyActivities, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { Activities } from '../activities';
import { workflows } from '../src/domain/workflows';
import { signal } from './signal';
import { statusKey } from './status-key';
import { readStored, readsDocument, writesOutcome } from './stored-document';

/** Looks for the document now. */
const lookAgain = signal(workflows.supportingDocument, 'lookAgain');
/** Ends the reading: another upload took its place. */
const discard = signal(workflows.supportingDocument, 'discard');

/** Where a run stands, as the list of workflows can be filtered by it. */
type Standing = 'reading' | 'waitsForDocument' | 'read' | 'refused' | 'missing' | 'discarded';

const { readSupporting } = proxyActivities<Activities['documents']>({
  ...readsDocument,
  summary: 'Read the supporting document',
});
const { giveUpSupporting } = proxyActivities<Activities['documents']>({
  ...writesOutcome,
  summary: 'Note that the document never came',
});

const endings = {
  read: 'Done: the document was read, and the authorization is judged with it.',
  refused: 'Done: the document cannot be read, and its patient’s answer says why.',
  missing: 'Done: the document never came.',
  discarded: 'Discarded: another upload took its place.',
} as const;

/**
 * Reads one upload of a supporting document once, when it is in the object store. What it says is in
 * PostgreSQL; here are ids and outcomes. Another upload to its place starts the next run, and the wait or
 * reading of this one ends.
 */
export async function supportingDocument(input: {
  readonly documentUid: string;
  readonly run: number;
}): Promise<void> {
  const stand = (value: Standing, details: string): void => {
    upsertSearchAttributes([{ key: statusKey, value }]);
    setCurrentDetails(details);
  };
  setCurrentDetails('Reading the document.');
  const outcome = await readStored({ lookAgain, discard, stand, read: () => readSupporting(input) });
  if (outcome === 'missing') await giveUpSupporting(input);
  stand(outcome, endings[outcome]);
}
