import type { DisclosedFor } from '../../domain/audit-events';
import type { Actor } from '../../domain/actor';
import { addressLines } from '../../domain/clinical/site';
import type { Patient } from '../../domain/patients/patient';
import { isSandbox, type Project } from '../../domain/projects/project';
import type { PurposeOfUse } from '../../domain/purposes/purpose-of-use';
import {
  changedFields,
  eventsOfMove,
  resubmit,
  type RecordRequest,
  type RecordRequestEvent,
  type RecordRequestMove,
} from '../../domain/record-requests/record-request';
import { stepOf } from '../../domain/record-requests/timeline';
import { signalOf, workflows, attributesOf } from '../../domain/workflows';
import { updateRecordRequest } from '../../store/record-requests/record-requests';
import { insertStep } from '../../store/record-requests/steps';
import { findSite, siteTenantOf } from '../../store/sites/sites';
import { actorOf, resource, type Change } from '../change';
import { recordDisclosures, type DisclosingEvent } from '../disclosures';

/** Returns what every event about a record request contains. */
function aboutRequest(project: Project, request: RecordRequest) {
  const { uid, companyUid, projectUid, patientUid, createdByUserUid } = request;
  return {
    companyUid,
    projectUid,
    patientUid,
    recordKind: 'recordRequest',
    recordUid: uid,
    trackedByUserUid: createdByUserUid,
    isSandbox: isSandbox(project),
    searchStatus: null,
    authorizationStatus: null,
  } as const;
}

/** Appends an event about a record request; the caller holds its lock, or has just created it. */
export async function emitRecordRequestEvent(
  change: Change,
  project: Project,
  request: RecordRequest,
  { eventType, changed }: RecordRequestEvent,
): Promise<void> {
  await change.emit({ ...aboutRequest(project, request), eventType, changed });
}

/** Emits the changed fields of a record request for Classic endpoints; the caller holds its lock. */
export async function emitRecordRequestColumns(
  change: Change,
  project: Project,
  decided: Pick<RecordRequestMove, 'before' | 'after'>,
): Promise<void> {
  const changed = changedFields(decided);
  if (changed.length === 0) return;
  const about = aboutRequest(project, decided.after);
  await change.emitRow({ ...about, eventType: 'recordRequest.columnChanged', changed });
}

/** Signals the workflows of requests to review them, and starts those that have ended. */
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

/** Adds a record request's new step to its timeline. */
export async function appendStep(
  change: Change,
  request: RecordRequest,
  reason: string | null,
  actor: Actor = actorOf(change.principal),
): Promise<void> {
  await insertStep(change.tx, stepOf(change.newUid(), request, actor, reason));
}

/**
 * Writes a move of a record request and its timeline step, and emits the events; the caller holds its lock.
 * @param by who moved it, if that isn't the acting principal
 * @returns the request as stored
 */
export async function commitMove(
  change: Change,
  project: Project,
  decided: RecordRequestMove,
  by?: Actor,
): Promise<RecordRequest> {
  const { before, after, reason } = decided;
  await updateRecordRequest(change.tx, after);
  if (after.sequence !== before.sequence) await appendStep(change, after, reason, by);
  for (const event of eventsOfMove(decided)) await emitRecordRequestEvent(change, project, after, event);
  await emitRecordRequestColumns(change, project, decided);
  return after;
}

/**
 * Releases requests that an authorization blocked: denied ones are submitted again, and the workflows review
 * them. The caller holds the locks.
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

/** A request that is sent to its site, and what it discloses. */
export interface DisclosedRequest {
  /** The event of its audit row. */
  readonly event: DisclosingEvent;
  /** From which status to which it moves; absent if it has its own row. */
  readonly status?: DisclosedFor['status'];
  readonly project: Project;
  readonly patient: Patient;
  readonly request: RecordRequest;
  /** The channel through which it is sent. */
  readonly recipient: string;
  readonly under: PurposeOfUse;
  /** The asks, if it is sent in several; otherwise the request itself. */
  readonly askUids?: readonly string[];
  /** The operator's reason, in their words. */
  readonly reason?: string | undefined;
}

/**
 * Records the disclosure of a record request to its site, with the site's current name and address: undoing a
 * link later doesn't change the recipient (45 CFR 164.528(b)(2)(ii)).
 */
export async function discloseRequest(
  change: Change,
  { event, project, patient, request, recipient, under, askUids, reason, status }: DisclosedRequest,
): Promise<void> {
  const site = (await findSite(change.tx, siteTenantOf(project), request.siteUid))?.site;
  const facility =
    site === undefined ? request.submittedSiteName : [site.name, ...addressLines(site)].join(', ');
  const subject = resource('recordRequest', request);
  const disclosed = { patient, recipient, asked: request.kind, facility, subject, under };
  await recordDisclosures(change, disclosed, askUids ?? [request.uid], {
    event,
    reason,
    ...(status === undefined ? {} : { status }),
  });
}
