import {
  eventsOfMove,
  move,
  type MoveDates,
  type RecordRequest,
  type RecordRequestEvent,
  type RecordRequestStatus,
} from '../../domain/record-requests/record-request';
import { isSandbox, type Project } from '../../domain/projects/project';
import { updateRecordRequest } from '../../store/record-requests';
import type { Change } from '../change';

/** Appends an event about a record request; the caller holds its lock, or has just made it. */
export async function emitRecordRequestEvent(
  change: Change,
  project: Project,
  request: RecordRequest,
  { eventType, changed }: RecordRequestEvent,
): Promise<void> {
  await change.emit({
    eventType,
    companyUid: request.companyUid,
    projectUid: request.projectUid,
    patientUid: request.patientUid,
    recordKind: 'recordRequest',
    recordUid: request.uid,
    trackedByUserUid: request.createdByUserUid,
    isSandbox: isSandbox(project),
    changed,
  });
}

/** Moves a record request to a status and tells webhooks; the caller holds its lock. */
export async function moveRecordRequest(
  change: Change,
  project: Project,
  before: RecordRequest,
  status: RecordRequestStatus,
  dates: MoveDates = {},
): Promise<RecordRequest> {
  const after = move(before, status, dates, change.now);
  await updateRecordRequest(change.tx, after);
  for (const event of eventsOfMove(before, after))
    await emitRecordRequestEvent(change, project, after, event);
  return after;
}
