import type { Project } from '../../domain/projects/project';
import { hasDeliverables, type RecordRequest } from '../../domain/record-requests/record-request';
import { findCombinedChart } from '../../store/record-requests/combined-charts';
import type { Change } from '../change';
import { signalRecordRequests } from './commit-record-request';
import { removeFile } from './remove-file';

/** Lets the workflow make the combined chart anew, where the customer has the deliverables already. */
export async function renewChart(change: Change, project: Project, request: RecordRequest): Promise<void> {
  if (hasDeliverables(request.status)) await signalRecordRequests(change, project, [request]);
}

/**
 * Takes the combined chart away because a file that it holds is taken away, and lets it be made anew of those that are left:
 * what came to the wrong request must be gone from it as well, and at once. The caller holds the lock of the record request.
 */
export async function withdrawChart(change: Change, project: Project, request: RecordRequest): Promise<void> {
  const chart = await findCombinedChart(change.tx, request.uid);
  if (chart !== undefined) await removeFile(change, chart);
  await renewChart(change, project, request);
}
