import { proxyActivities, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { Activities } from '../activities';
import { workflows } from '../src/domain/workflows';
import { signal } from './signal';
import { statusKey } from './status-key';
import { readStored, readsDocument, writesOutcome } from './stored-document';

/** Checks for the document now. */
const lookAgain = signal(workflows.supportingDocument, 'lookAgain');
/** Ends the reading because a later upload replaced this one. */
const discard = signal(workflows.supportingDocument, 'discard');

/** The status of a run, as a filter for the list of workflows. */
type Standing = 'reading' | 'waitsForDocument' | 'read' | 'refused' | 'missing' | 'discarded';

const { readSupporting } = proxyActivities<Activities['documents']>({
  ...readsDocument,
  summary: 'Read the supporting document',
});
const { giveUpSupporting } = proxyActivities<Activities['documents']>({
  ...writesOutcome,
  summary: 'Record that the document never arrived',
});

const endings = {
  read: 'Done: the document was read and is used to judge the authorization.',
  refused: 'Done: the document cannot be read. The API shows the reason in the list of supporting documents.',
  missing: 'Done: the document never arrived.',
  discarded: 'Discarded: another upload replaced it.',
} as const;

/**
 * Reads one upload of a supporting document once it is in the object store. The content is in PostgreSQL; the
 * workflow holds only ids and outcomes. Another upload in its place starts the next run and ends the wait or
 * reading of this one.
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
