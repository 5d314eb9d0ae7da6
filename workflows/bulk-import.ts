import {
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities, ImportProgress } from '../activities';
import { statusKey } from './status-key';

// Failures of our service, the database, or the object store are retried until they are resolved. Finished
// rows stay finished.
const retry = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' } as const;
// The worker sends heartbeats automatically, so a killed worker is noticed within this time.
const heartbeatTimeout = '20s';

const { surveyFile } = proxyActivities<Activities['bulk']>({
  startToCloseTimeout: '10m',
  heartbeatTimeout,
  retry,
  summary: 'Read the whole file and count its rows',
});
const { importRows } = proxyActivities<Activities['bulk']>({
  startToCloseTimeout: '15m',
  heartbeatTimeout,
  retry,
  summary: 'Import the next rows',
});
const { finishImport } = proxyActivities<Activities['bulk']>({
  startToCloseTimeout: '10m',
  heartbeatTimeout,
  retry,
  summary: 'Write the result and remove the file',
});

/** The progress of the previous executions. */
interface Reached {
  readonly rowCount: number;
  readonly from: { readonly row: number; readonly byte: number };
}

function counted(count: number): string {
  return count.toLocaleString('en-US');
}

/**
 * Imports one file of patients: surveys the file, imports its rows a thousand at a time, and writes the
 * result. The workflow sees only row and byte counts; the file is in the object store and the result of each
 * row is in PostgreSQL.
 */
export async function bulkImport(input: {
  readonly importUid: string;
  readonly reached?: Reached;
}): Promise<void> {
  const { importUid } = input;

  async function end(fault: Parameters<typeof finishImport>[0]['fault']): Promise<void> {
    await finishImport({ importUid, fault });
    upsertSearchAttributes([{ key: statusKey, value: fault === null ? 'Completed' : 'Failed' }]);
    setCurrentDetails(fault === null ? 'Done: all rows were processed.' : `Failed: ${fault.failure}.`);
  }

  /**
   * Ends the workflow after another process ended the import. That process writes the result and removes the
   * files.
   */
  function leave(): void {
    upsertSearchAttributes([{ key: statusKey, value: 'Failed' }]);
    setCurrentDetails('Done: the import was ended before its last row.');
  }

  let reached: Reached | undefined = input.reached;
  if (reached === undefined) {
    setCurrentDetails('Reading the file.');
    const survey = await surveyFile({ importUid });
    if (survey.kind === 'over') {
      leave();
      return;
    }
    if (survey.kind === 'failed') {
      await end({ failure: survey.failure, row: survey.row });
      return;
    }
    reached = { rowCount: survey.rowCount, from: survey.begin };
    setCurrentDetails(`0 of ${counted(survey.rowCount)} rows.`);
  }
  for (;;) {
    const progress: ImportProgress = await importRows({ importUid, from: reached.from });
    if (progress.kind === 'over') {
      leave();
      return;
    }
    if (progress.kind === 'failed') {
      await end({ failure: progress.failure, row: progress.row });
      return;
    }
    setCurrentDetails(`${counted(progress.rowCount)} of ${counted(reached.rowCount)} rows.`);
    if (progress.next === null) break;
    reached = { ...reached, from: progress.next };
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof bulkImport>({ importUid, reached });
  }
  await end(null);
}
