import { contactFault, withContact, type SiteContact } from '../../domain/record-requests/site-contact';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { updateRecordRequest } from '../../store/record-requests/record-requests';
import { resource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { lockOperatorsRecordRequest, type RecordRequestRef } from '../operators';
import { emitRecordRequestColumns } from './commit-record-request';

/**
 * Notes that the delivery team reached the site of a record request, and when it asks again: the customer reads both days on the
 * request, and from the second one on is told of it once a day (EVENT-6).
 * @throws OperatorError for a request that is not there, and for days that cannot be
 */
export async function noteContact(
  change: OperatorChange,
  ref: RecordRequestRef,
  contact: SiteContact,
): Promise<RecordRequest> {
  const { project, request } = await lockOperatorsRecordRequest(change.tx, ref);
  const fault = contactFault(request, contact, change.now);
  if (fault !== undefined) throw new OperatorError(fault);
  const after = withContact(request, contact, change.now);
  await updateRecordRequest(change.tx, after);
  await emitRecordRequestColumns(change, project, { before: request, after });
  await change.audit(resource('recordRequest', request));
  return after;
}
