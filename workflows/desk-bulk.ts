import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { InputOf, workflows } from '../src/domain/workflows';

const { workBulk } = proxyActivities<Activities['core']>({
  startToCloseTimeout: '2m',
  // Faults of ours or of the database are retried until they are over; things that are done stay done.
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  summary: 'Do it to the next things',
});

/** Does one thing to many that wait at the desk; which they are and what became of each is in PostgreSQL. */
export async function deskBulk({ bulkUid }: InputOf<typeof workflows.deskBulk>): Promise<void> {
  setCurrentDetails('Beginning.');
  for (;;) {
    // 200 things are ten steps: one history holds them.
    const { waiting, done, refused, gone } = await workBulk({ bulkUid });
    const came = `${done} done, ${refused} refused, ${gone} gone`;
    if (waiting === 0) {
      setCurrentDetails(`Done: ${came}.`);
      return;
    }
    setCurrentDetails(`${came}, ${waiting} to do.`);
  }
}
