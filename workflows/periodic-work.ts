import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';

const activities = proxyActivities<Activities['core']>({
  // Each attempt is bounded, and begins where the one before has come to.
  startToCloseTimeout: '10m',
  heartbeatTimeout: '20s',
  // For ever: the run stays open and says why, and the runs after it are left out until it is through.
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '20s' },
});

/** Looks through a page of the file store. */
export async function sweepUploads(): Promise<void> {
  await activities.sweepUploads();
}

/** Looks through a page of each partner's folder. */
export async function sweepExchanges(): Promise<void> {
  await activities.sweepExchanges();
}

/** Ends bulk imports whose file never came. */
export async function endOverdueImports(): Promise<void> {
  await activities.endOverdueImports();
}

/** Abandons deliveries that were held for too long. */
export async function abandonHeldDeliveries(): Promise<void> {
  await activities.abandonHeldDeliveries();
}

/** Tells follow-ups that are due. */
export async function tellFollowUps(): Promise<void> {
  await activities.tellFollowUps();
}

/** Removes rows whose time is over. */
export async function removeExpiredRows(): Promise<void> {
  await activities.removeExpiredRows();
}

/** Makes and drops partitions of the delivery log. */
export async function keepDeliveryLog(): Promise<void> {
  await activities.keepDeliveryLog();
}

/** Makes the audit trail's partitions of the months to come. */
export async function prepareAuditPartitions(): Promise<void> {
  await activities.prepareAuditPartitions();
}
