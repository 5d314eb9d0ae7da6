import type { EventType } from '../../domain/events/event-types';
import {
  type RecordRequest,
  type RecordRequestStatus,
  categoryOf,
} from '../../domain/record-requests/record-request';
import type { Project } from '../../domain/projects/project';
import { patchRecordRequest, type RecordRequestPatch } from '../../store/record-requests';
import type { Change } from '../change';

/** Appends an event about a record request. */
export async function emitRecordRequestEvent(
  change: Change,
  project: Project,
  request: RecordRequest,
  eventType: EventType,
  changed: readonly string[],
): Promise<void> {
  await change.emit({
    eventType,
    companyUid: request.companyUid,
    projectUid: request.projectUid,
    patientUid: request.patientUid,
    recordKind: 'recordRequest',
    recordUid: request.uid,
    trackedByUserUid: request.createdByUserUid,
    isSandbox: project.status === 'Sandbox',
    changed,
  });
}

// Fields of the payload (specification, Data per group) that a move may change; `updatedAt` says no more than that.
const announced = ['status', 'followUpDate', 'lastContactDate', 'completionDate'] as const;

/**
 * Moves a record request to a status: stores it, sends `statusChanged`, and the category's event when the request
 * enters another category (specification, Event names). The caller holds the request's lock. A move to the status it
 * has writes nothing but the patch. Each move is counted in `sequence`: an activity that comes late finds that the
 * request has been moved since it looked.
 */
export async function moveRecordRequest(
  change: Change,
  project: Project,
  before: RecordRequest,
  status: RecordRequestStatus,
  patch: Omit<RecordRequestPatch, 'status' | 'sequence'> = {},
): Promise<RecordRequest> {
  const isMoved = status !== before.status;
  const sequence = before.sequence + (isMoved ? 1 : 0);
  const after = await patchRecordRequest(change.tx, before, { ...patch, status, sequence }, change.now);
  if (!isMoved) return after;
  const changed = announced.filter(field => before[field] !== after[field]);
  await emitRecordRequestEvent(change, project, after, 'recordRequest.statusChanged', changed);
  const category = categoryOf(status);
  if (category !== categoryOf(before.status)) {
    await emitRecordRequestEvent(change, project, after, `recordRequest.${category}`, changed);
  }
  return after;
}
