import type { RecordRequest, RecordRequestStatus } from '../../domain/record-requests/record-request';
import { attributesOf, workflows } from '../../domain/workflows';
import { getProjectByUid } from '../../store/projects';
import { lockRecordRequestByUid } from '../../store/record-requests';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../tenants/find-company';
import { moveRecordRequest } from './move-record-request';

/**
 * Moves a record request by hand, as the delivery team does for a facility that no channel reaches. Every status can
 * follow every other: a facility may take back what it said. Its workflow is told, or started again. The status it
 * has already changes nothing and tells nobody.
 * @throws OperatorError for a request that the company has not
 */
export async function changeRecordRequestStatus(
  change: Change,
  form: {
    readonly companyId: string;
    readonly recordRequestUid: string;
    readonly status: RecordRequestStatus;
  },
): Promise<RecordRequest> {
  const company = await getCompany(change.tx, form.companyId);
  const request = await lockRecordRequestByUid(change.tx, form.recordRequestUid);
  if (request?.companyUid !== company.uid)
    throw new OperatorError('The company has no record request with this id.');
  const { uid, kind } = request;
  await change.audit('recordRequest.changeStatus', {
    kind: 'recordRequest',
    uid,
    companyUid: company.uid,
  });
  if (request.status === form.status) return request;
  const project = await getProjectByUid(change.tx, request.projectUid);
  const isOver = form.status === 'Completed' || form.status === 'Partial';
  const completionDate = isOver ? change.now.toISOString().slice(0, 10) : null;
  const moved = await moveRecordRequest(change, project, request, form.status, { completionDate });
  const about = attributesOf(project, { kind, status: moved.status });
  await change.signal(workflows.recordRequest, 'requestChanged', { recordRequestUid: uid }, about);
  return moved;
}
