import { cancel, type RecordRequest } from '../../domain/record-requests/record-request';
import { resource, type ProjectChange } from '../change';
import { commitMove, signalRecordRequests } from './commit-record-request';
import { lockRecordRequest, type RecordRequestRef } from './get-record-request';

/**
 * Cancels a record request. One that is canceled already stays as it is; since whoever asked is shown it, that is audited
 * as a read.
 * @throws Problem `project.closed`, `recordRequest.ended`, 404 when there is no such record request
 */
export async function cancelRecordRequest(
  change: ProjectChange,
  ref: RecordRequestRef,
): Promise<RecordRequest> {
  const request = await lockRecordRequest(change, ref);
  if (request.status === 'Canceled') {
    await change.audit(resource('recordRequest', request), 'recordRequest.read');
    return request;
  }
  const canceled = await commitMove(change, change.project, cancel(request, change.now));
  await change.audit(resource('recordRequest', request));
  // Its workflow waits for somebody, and ends.
  await signalRecordRequests(change, change.project, [canceled]);
  return canceled;
}
