import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';

const activities = proxyActivities<Activities['core']>({
  // Each attempt is time-limited and resumes where the previous one stopped.
  startToCloseTimeout: '10m',
  heartbeatTimeout: '20s',
  // Retried without limit: the run stays open and shows the error, and later runs are skipped until it
  // succeeds.
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '20s' },
});

/** Checks one page of the file store. */
export async function sweepUploads(): Promise<void> {
  await activities.sweepUploads();
}

/** Checks one page of each partner's folder. */
export async function sweepExchanges(): Promise<void> {
  await activities.sweepExchanges();
}

/** Ends bulk imports whose file never arrived. */
export async function endOverdueImports(): Promise<void> {
  await activities.endOverdueImports();
}

/** Abandons deliveries that were held too long. */
export async function abandonHeldDeliveries(): Promise<void> {
  await activities.abandonHeldDeliveries();
}

/** Sends reminders for follow-ups that are due. */
export async function tellFollowUps(): Promise<void> {
  await activities.tellFollowUps();
}

/** Sends notices before authorizations expire. */
export async function tellExpirations(): Promise<void> {
  await activities.tellExpirations();
}

/** Sends the daily digests that are due. */
export async function sendDigests(): Promise<void> {
  await activities.sendDigests();
}

/** Reviews the searches that wait for a partner. */
export async function findPartners(): Promise<void> {
  await activities.findPartners();
}

/** Removes expired rows. */
export async function removeExpiredRows(): Promise<void> {
  await activities.removeExpiredRows();
}

/** Creates and drops partitions of the delivery log. */
export async function keepDeliveryLog(): Promise<void> {
  await activities.keepDeliveryLog();
}

/** Creates the audit log's partitions for the coming months. */
export async function prepareAuditPartitions(): Promise<void> {
  await activities.prepareAuditPartitions();
}
