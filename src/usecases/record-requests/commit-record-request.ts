import {
  eventsOfMove,
  resubmit,
  type RecordRequest,
  type RecordRequestEvent,
  type RecordRequestMove,
} from '../../domain/record-requests/record-request';
import { isSandbox, type Project } from '../../domain/projects/project';
import { attributesOf, signalOf, workflows } from '../../domain/workflows';
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
    searchStatus: null,
  });
}

/** Tells the workflows of requests to look at them again, or starts those that have ended. */
export async function signalRecordRequests(
  change: Change,
  project: Project,
  requests: ReadonlyArray<Pick<RecordRequest, 'uid' | 'patientUid' | 'kind' | 'status'>>,
): Promise<void> {
  await change.send(
    requests.map(({ uid: recordRequestUid, patientUid: patient, kind, status }) =>
      signalOf(
        workflows.recordRequest,
        'requestChanged',
        { recordRequestUid },
        attributesOf(project, { kind, patient, status }),
      ),
    ),
  );
}

/** Writes a move of a record request and tells webhooks; the caller holds its lock. @returns the request as stored */
export async function commitMove(
  change: Change,
  project: Project,
  decided: RecordRequestMove,
): Promise<RecordRequest> {
  const { after } = decided;
  await updateRecordRequest(change.tx, after);
  for (const event of eventsOfMove(decided)) await emitRecordRequestEvent(change, project, after, event);
  return after;
}

/**
 * Lets go what an authorization held back: what was denied is to be sent again, and the workflows look. The caller holds
 * the locks.
 */
export async function releaseRecordRequests(
  change: Change,
  project: Project,
  held: readonly RecordRequest[],
): Promise<void> {
  const released: RecordRequest[] = [];
  for (const request of held)
    released.push(
      request.status === 'AuthDenied'
        ? await commitMove(change, project, resubmit(request, change.now))
        : request,
    );
  await signalRecordRequests(change, project, released);
}
