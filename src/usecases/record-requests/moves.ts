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
import { recordDisclosures } from '../disclosures';

/** Returns what every event about a record request says, whatever happened. */
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
  } as const;
}

/** Appends an event about a record request; the caller holds its lock, or has just made it. */
export async function emitRecordRequestEvent(
  change: Change,
  project: Project,
  request: RecordRequest,
  { eventType, changed }: RecordRequestEvent,
): Promise<void> {
  await change.emit({ ...aboutRequest(project, request), eventType, changed });
}

/** Tells endpoints of the old kind which fields of a record request differ; the caller holds its lock. */
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

/** Writes where a record request has come to into its timeline. */
export async function appendStep(
  change: Change,
  request: RecordRequest,
  reason: string | null,
  actor: Actor = actorOf(change.principal),
): Promise<void> {
  await insertStep(change.tx, stepOf(change.newUid(), request, actor, reason));
}

/**
 * Writes a move of a record request and its step of the timeline, and tells webhooks; the caller holds its
 * lock.
 * @param by who moved it, where that is not who acts
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
 * Lets go what an authorization held back: what was denied is to be sent again, and the workflows look. The
 * caller holds the locks.
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

/** A request that leaves for its site, and what it says of its patient with it. */
export interface DisclosedRequest {
  readonly project: Project;
  readonly patient: Patient;
  readonly request: RecordRequest;
  /** The channel by which it leaves. */
  readonly recipient: string;
  readonly under: PurposeOfUse;
  /** The asks, where it leaves in several; else the request itself. */
  readonly askUids?: readonly string[];
  /** Why an operator let it go, in their words. */
  readonly reason?: string | undefined;
}

/**
 * Notes that a record request leaves for its site, with the name and the address that the site has now: a
 * link that is undone later does not change to whom it went (45 CFR 164.528(b)(2)(ii)).
 */
export async function discloseRequest(
  change: Change,
  { project, patient, request, recipient, under, askUids, reason }: DisclosedRequest,
): Promise<void> {
  const site = (await findSite(change.tx, siteTenantOf(project), request.siteUid))?.site;
  const facility =
    site === undefined ? request.submittedSiteName : [site.name, ...addressLines(site)].join(', ');
  const subject = resource('recordRequest', request);
  const disclosed = { patient, recipient, asked: request.kind, facility, subject, under };
  await recordDisclosures(change, disclosed, askUids ?? [request.uid], { reason });
}
