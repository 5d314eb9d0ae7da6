import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { InputOf, workflows } from '../src/domain/workflows';

const { workBulk } = proxyActivities<Activities['core']>({
  startToCloseTimeout: '2m',
  // Failures of the database are retried until they are resolved. An item that fails otherwise is given up
  // after ten tries. Finished items stay finished.
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  summary: 'Process the next items',
});

/** Applies one action to many items at the desk. The items and their results are in PostgreSQL. */
export async function deskBulk({ bulkUid }: InputOf<typeof workflows.deskBulk>): Promise<void> {
  setCurrentDetails('Starting.');
  for (;;) {
    // 200 items take ten steps, so one history holds them all.
    const { waiting, done, refused, gone, failed } = await workBulk({ bulkUid });
    const came =
      `${done} done, ${refused} refused, ${gone} no longer waiting` +
      // Results from before items were given up have no `failed`.
      (failed > 0 ? `, ${failed} failed` : '');
    if (waiting === 0) {
      setCurrentDetails(`Done: ${came}.`);
      return;
    }
    setCurrentDetails(`${came}, ${waiting} left.`);
  }
}
