import { proxyActivities } from '@temporalio/workflow';

const { touch } = proxyActivities<{ touch: (id: string) => Promise<void> }>({ startToCloseTimeout: '30s' });

/** The smallest durable delivery: one activity. */
export async function oneActivity(id: string): Promise<void> {
  await touch(id);
}
