import { proxyActivities } from '@temporalio/workflow';

const { touch } = proxyActivities<{ touch: (id: string) => Promise<void> }>({ startToCloseTimeout: '30s' });

/** The least that a durable delivery can be: one activity. */
export async function oneActivity(id: string): Promise<void> {
  await touch(id);
}
