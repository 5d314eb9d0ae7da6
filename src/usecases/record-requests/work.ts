import { isSandbox, type Project } from '../../domain/projects/project';
import { purposeOfUse, mismatchOf } from '../../domain/purposes/purpose-of-use';
import {
  deny,
  send,
  isOpen,
  answer,
  returnedStatuses,
  type RecordRequest,
  type AnsweredStatus,
  type RecordRequestStatus,
} from '../../domain/record-requests/record-request';
import { recordRequestFileKey } from '../../files/key-layout';
import type { FacilityRequest, ReturnedFile, FacilityResponse } from '../../partners/facility-channel';
import type { Executor } from '../../store/database';
import { hasStorageKey } from '../../store/files/stored-files';
import { findPatientByUid } from '../../store/patients/patients';
import { contentTypeOfFile, startBytes } from '../../domain/record-requests/content-type';
import { visibleFileName } from '../../domain/record-requests/file-name';
import { clockIn, momentIn } from '../../domain/time-zones';
import { findRecordRequestByUid, lockRecordRequestByUid } from '../../store/record-requests/record-requests';
import { findSite, siteTenantOf } from '../../store/sites/sites';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, runOwnChange, type Change } from '../change';
import { chooseEhrChannel, sendByEhrChannel, chaseRecords } from './ehr-channel';
import { readability, recordReturn, type ReturnedObject } from '../files/file-records';
import {
  progressOf,
  readStanding,
  type Standing,
  type WorkParts,
  type SentRecordRequest,
  type RecordRequestProgress,
  type AskedAgain,
} from './lookup';
import { commitMove, discloseRequest } from './moves';
import { hasArrivals, keepAnswer } from '../files/returned-charts';

/**
 * Denies a request for a fault of its authorization, sends it if a channel accepts it, or leaves it
 * unchanged.
 */
async function decideSend(
  change: Change,
  request: RecordRequest,
  { project, patient, standing }: Standing,
  { partners }: Pick<WorkParts, 'partners'>,
): Promise<SentRecordRequest> {
  const subject = resource('recordRequest', request);
  if (standing === 'toBeDenied') {
    const { status, sequence } = await commitMove(change, project, deny(request, change.now));
    await change.audit(subject, 'recordRequest.deny', { status: { from: request.status, to: status } });
    return { progress: status, sequence };
  }
  const { sequence } = request;
  if (standing !== 'toBeSent') {
    change.unaudited("the request is held back, or doesn't have to be sent");
    return { progress: progressOf(request, { project, standing }), sequence };
  }
  const system = await chooseEhrChannel(change.tx, { partners }, request, { project, patient });
  if (system !== undefined) return sendByEhrChannel(change, request, { project, patient }, system);
  const under = purposeOfUse(project, patient);
  const channel = partners.facilityChannel(project.status);
  if (channel === undefined || mismatchOf(channel, under) !== undefined) {
    change.unaudited('nothing was sent: no channel accepts it');
    const isPacked = partners.outreach !== undefined && !isSandbox(project);
    return { progress: isPacked ? 'toBePacked' : 'waitsForOperator', sequence };
  }
  const sent = await commitMove(
    change,
    project,
    send(request, channel.name, momentIn(project.timeZone, change.now)),
  );
  await discloseRequest(change, {
    event: 'recordRequest.send',
    project,
    patient,
    request,
    recipient: channel.name,
    under,
  });
  return { progress: sent.status, sequence: sent.sequence };
}

async function reviewRecordRequest(parts: WorkParts, uid: string): Promise<SentRecordRequest> {
  const found = await findRecordRequestByUid(parts.db, uid);
  if (found === undefined) return { progress: 'gone', sequence: 0 };
  if (found.status !== 'Submitted') {
    const read = await readStanding(parts.db, found, parts.clock.now());
    return { progress: progressOf(found, read), sequence: found.sequence };
  }
  return runOwnChange(parts, 'record request', 'recordRequest.send', async change => {
    const request = await lockRecordRequestByUid(change.tx, uid);
    if (request === undefined) {
      change.unaudited('the request no longer exists');
      return { progress: 'gone', sequence: 0 };
    }
    const read = await readStanding(change.tx, request, change.now);
    return decideSend(change, request, read, parts);
  });
}

/**
 * Reviews a request and sends it if it can be sent and a channel accepts its purpose and basis. The
 * authorization is checked first (DECISION-14): while it blocks the request, nothing is sent to anyone, and a
 * fault of it denies the request. A repeat, or a request that moved meanwhile, changes nothing.
 */
export async function sendRecordRequest(
  parts: WorkParts,
  { recordRequestUid: uid }: { readonly recordRequestUid: string },
): Promise<SentRecordRequest> {
  const sent = await reviewRecordRequest(parts, uid);
  return (await hasArrivals(parts, uid)) ? { ...sent, isToBeRead: true } : sent;
}

/** Loads what to ask a facility. */
async function askOf(
  executor: Executor,
  project: Project,
  request: RecordRequest,
  askedAt: Date,
): Promise<FacilityRequest> {
  const [patient, found] = await Promise.all([
    findPatientByUid(executor, request.patientUid),
    findSite(executor, siteTenantOf(project), request.siteUid),
  ]);
  if (patient === undefined || found === undefined)
    throw new Error('a record request references missing rows');
  const { site } = found;
  const { uid: recordRequestUid, kind, startDateOfService, endDateOfService, createdAt } = request;
  const { submittedSiteName, sequence, updatedAt } = request;
  const requestedOn = clockIn(project.timeZone, createdAt).day;
  return {
    recordRequestUid,
    kind,
    patient,
    site,
    startDateOfService,
    endDateOfService,
    requestedOn,
    submittedSiteName,
    sequence,
    sentAt: updatedAt,
    askedAt,
    purposeOfUse: purposeOfUse(project, patient),
  };
}

/** A facility's answer, with its files stored. */
export interface StoredAnswer {
  readonly status: AnsweredStatus;
  readonly files: readonly ReturnedObject[];
}

/**
 * Records the answer of a request's facility: its files are to be read, and the request moves, at once or
 * when they are compared. A repeat, which brings files under the same keys, or a request that was moved since
 * `sequence` (ended, or resent by an operator), changes nothing.
 */
export async function answerRecordRequest(
  change: Change,
  uid: string,
  sequence: number,
  { status, files }: StoredAnswer,
): Promise<RecordRequestStatus | undefined> {
  const request = await lockRecordRequestByUid(change.tx, uid);
  if (request === undefined || !isOpen(request.status) || request.sequence !== sequence) {
    change.unaudited("the request's status has changed since its facility was contacted");
    return request?.status;
  }
  const storageKeys = files.map(({ storageKey }) => storageKey);
  if (await hasStorageKey(change.tx, uid, storageKeys)) {
    change.unaudited('the files of this answer are on record, and wait to be read');
    return request.status;
  }
  if (files.length > 0) await recordReturn(change, request, files);
  const subject = resource('recordRequest', request);
  if (await keepAnswer(change, request, { status })) {
    await change.audit(subject, 'recordRequest.answer', { files: files.length });
    return request.status;
  }
  const project = await getProjectByUid(change.tx, request.projectUid);
  const facility = { kind: 'facility', id: request.siteUid, name: request.submittedSiteName } as const;
  await commitMove(
    change,
    project,
    answer(request, status, momentIn(project.timeZone, change.now)),
    facility,
  );
  await change.audit(subject, 'recordRequest.answer', { status: { from: request.status, to: status } });
  return status;
}

/** Stores what was returned under keys specific to this sending, which a repeat writes again. */
async function storeReturned(
  { files }: WorkParts,
  { companyUid, uid: recordRequestUid }: RecordRequest,
  sequence: number,
  returned: readonly ReturnedFile[],
): Promise<ReturnedObject[]> {
  const place = { companyUid, recordRequestUid, area: 'deliverables' } as const;
  const objects: ReturnedObject[] = [];
  for (const [index, { fileName, bytes }] of returned.entries()) {
    const start = bytes.subarray(0, startBytes);
    const contentType = contentTypeOfFile(start, fileName);
    const storageKey = recordRequestFileKey(place, `${sequence}/${index + 1}`);
    const { etag, lastModifiedAt } = await files.put(storageKey, bytes, contentType);
    // The size of what was returned, not the store's: reading the file compares the two (DECISION-34).
    const sizeBytes = bytes.length;
    objects.push({
      fileName: visibleFileName(fileName),
      contentType,
      storageKey,
      sizeBytes,
      etag,
      lastModifiedAt,
      ...readability(start, contentType),
    });
  }
  return objects;
}

async function storedAnswer(
  parts: WorkParts,
  request: RecordRequest,
  sequence: number,
  response: Exclude<FacilityResponse, { kind: 'sent' }>,
): Promise<StoredAnswer> {
  if (response.kind === 'refused') return { status: response.status, files: [] };
  const files = await storeReturned(parts, request, sequence, response.files);
  return { status: returnedStatuses[response.share], files };
}

/**
 * Asks the facility, stores what it returns under keys that a repeat writes again, and moves the request by
 * its answer, if it wasn't moved since `sequence`. Workflows of earlier releases expect only the progress, so
 * more is returned only if the facility must be asked again, or files must be read.
 */
export async function collectReturn(
  parts: WorkParts,
  step: { readonly recordRequestUid: string; readonly sequence: number },
): Promise<RecordRequestProgress | AskedAgain> {
  const request = await findRecordRequestByUid(parts.db, step.recordRequestUid);
  if (request === undefined) return 'gone';
  const project = await getProjectByUid(parts.db, request.projectUid);
  if (!isSandbox(project)) return chaseRecords(parts, request, step.sequence);
  const channel = parts.partners.facilityChannel(project.status);
  if (channel === undefined) return 'waitsForOperator';
  const ask = await askOf(parts.db, project, request, parts.clock.now());
  // Sent manually, or on other terms: operators take over.
  if (mismatchOf(channel, ask.purposeOfUse) !== undefined) return 'waitsForOperator';
  const response = await channel.ask(ask);
  const askAgainAfterMs = response.kind === 'refused' ? undefined : response.askAgainAfterMs;
  const withNextAsk = async (
    progress: RecordRequestProgress,
  ): Promise<RecordRequestProgress | AskedAgain> => {
    const isToBeRead = await hasArrivals(parts, request.uid);
    return askAgainAfterMs === undefined && !isToBeRead
      ? progress
      : { progress, askAgainAfterMs, isToBeRead };
  };
  if (response.kind === 'sent') return withNextAsk(request.status);
  const answered = await storedAnswer(parts, request, step.sequence, response);
  const status = await runOwnChange(parts, 'record request', 'recordRequest.answer', change =>
    answerRecordRequest(change, request.uid, step.sequence, answered),
  );
  return withNextAsk(status ?? 'gone');
}
