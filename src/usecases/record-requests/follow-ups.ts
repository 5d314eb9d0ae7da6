import { noDetail } from '../../domain/audit-events';
import { followUpDay, isFollowUpDue } from '../../domain/record-requests/follow-up';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import {
  changesOfEdit,
  editRecordRequest,
  type RecordRequestEdit,
} from '../../domain/record-requests/record-request-edit';
import {
  updateRecordRequest,
  lockRecordRequestByUid,
  listFollowUps,
  type FollowUp,
} from '../../store/record-requests/record-requests';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, runOwnChange, type ProjectChange, type Change, type ChangeParts } from '../change';
import { handleEvery } from '../every-item';
import { assertVersion } from '../version-condition';
import { lockRecordRequest, type RecordRequestRef } from './lookup';
import { emitRecordRequestColumns, emitRecordRequestEvent, signalRecordRequests } from './moves';

/**
 * Edits a record request. An edit that changes nothing is audited as a read, because the caller sees the
 * request.
 * @throws Problem `project.closed`, `precondition.failed`, 404 when there is no such record request
 */
export async function editRequest(
  change: ProjectChange,
  ref: RecordRequestRef,
  edit: RecordRequestEdit,
): Promise<RecordRequest> {
  const request = await lockRecordRequest(change, ref);
  assertVersion(change.condition, request.version);
  const after = editRecordRequest(request, edit, change.now);
  if (after === request) {
    await change.auditLook(resource('recordRequest', request), { as: 'recordRequest.read' });
    return request;
  }
  await updateRecordRequest(change.tx, after);
  await emitRecordRequestColumns(change, change.project, { before: request, after });
  if (after.isHeldByCorrection !== request.isHeldByCorrection)
    await signalRecordRequests(change, change.project, [after]);
  const changes = changesOfEdit(request, after);
  await change.audit(resource('recordRequest', request), 'recordRequest.edit', changes);
  return after;
}

/** How many requests one statement reads. */
const pageSize = 500;

/**
 * Sends a reminder for a due follow-up, and records it in the same transaction, so that a repeat sends none.
 */
async function notify(change: Change, { uid, timeZone }: FollowUp): Promise<void> {
  const request = await lockRecordRequestByUid(change.tx, uid);
  const day = followUpDay(change.now, timeZone);
  if (request === undefined || !isFollowUpDue(request, day))
    return change.unaudited('the follow-up notification is no longer needed');
  await updateRecordRequest(change.tx, { ...request, followUpToldOn: day });
  const project = await getProjectByUid(change.tx, request.projectUid);
  const event = { eventType: 'recordRequest.followUpDue', changed: [] } as const;
  await emitRecordRequestEvent(change, project, request, event);
  await change.audit(resource('recordRequest', request), 'recordRequest.followUp', noDetail);
}

async function* dueFollowUps({ db, clock }: Pick<ChangeParts, 'db' | 'clock'>): AsyncGenerator<FollowUp> {
  for (let after: string | undefined; ;) {
    const page = await listFollowUps(db, { after, limit: pageSize });
    const now = clock.now();
    yield* page.filter(followUp => isFollowUpDue(followUp, followUpDay(now, followUp.timeZone)));
    after = page.at(-1)?.uid;
    if (after === undefined || page.length < pageSize) return;
  }
}

/**
 * Sends reminders for all follow-ups that are due in their company's time zone, once a day. Several processes
 * may run this at once.
 */
export async function tellFollowUps(parts: ChangeParts): Promise<void> {
  await handleEvery(dueFollowUps(parts), followUp =>
    runOwnChange(parts, 'record request', 'recordRequest.followUp', change => notify(change, followUp)),
  );
}
