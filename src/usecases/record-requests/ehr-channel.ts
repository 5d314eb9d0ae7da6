import { createHash } from 'node:crypto';
import { holdOf } from '../../domain/authorizations/authorization-term';
import type { Patient } from '../../domain/patients/patient';
import { isSandbox, type Project } from '../../domain/projects/project';
import { purposeOfUse, mismatchOf } from '../../domain/purposes/purpose-of-use';
import { planAsks, isAskOpen, outcomeOfPlan, type AskState } from '../../domain/record-requests/chase-plan';
import { chartDocumentsFolder } from '../../domain/record-requests/file-folder';
import { contentTypeOfFile, startBytes } from '../../domain/record-requests/content-type';
import { visibleFileName } from '../../domain/record-requests/file-name';
import {
  send,
  isOpen,
  answer,
  type ChannelFault,
  type RecordRequest,
} from '../../domain/record-requests/record-request';
import { clockIn, momentIn } from '../../domain/time-zones';
import { recordRequestFileKey } from '../../files/key-layout';
import type { EhrChannel, EhrAsk, EhrAnswer, EhrDocument } from '../../partners/ehr/ehr-channel';
import type { Executor } from '../../store/database';
import {
  insertAsks,
  listLatestAsks,
  updateAsk,
  type ChannelAsk,
} from '../../store/record-requests/channel-asks';
import { lockRecordRequestByUid, updateChannelFault } from '../../store/record-requests/record-requests';
import { findSite, siteTenantOf } from '../../store/sites/sites';
import { resource, runOwnChange, type Change } from '../change';
import { readability, recordReturn, type ReturnedObject } from '../files/file-records';
import {
  readStanding,
  progressOf,
  type WorkParts,
  type SentRecordRequest,
  type RecordRequestProgress,
  type AskedAgain,
} from './lookup';
import { commitMove, discloseRequest } from './moves';
import { hasArrivals, keepAnswer } from '../files/returned-charts';

/** When to review a request again that may not be asked for: its authorization, or its channel, changed. */
const heldLookMs = 60 * 60 * 1_000;

/** Returns the channel for asking a request's facility; `undefined` if operators ask it. */
export async function chooseEhrChannel(
  executor: Executor,
  { partners }: Pick<WorkParts, 'partners'>,
  request: RecordRequest,
  { project, patient }: { readonly project: Project; readonly patient: Patient },
): Promise<EhrChannel | undefined> {
  if (partners.ehrChannel === undefined || isSandbox(project)) return undefined;
  const found = await findSite(executor, siteTenantOf(project), request.siteUid);
  return partners.ehrChannel({
    companyId: project.companyId,
    npi: found?.site.npi,
    purposeOfUse: purposeOfUse(project, patient),
  });
}

/**
 * Sends a request through a channel: the asks of its plan, each with its disclosure, in the transaction that
 * makes it `Processing`. Without dates it asks for everything possible, from birth to today.
 */
export async function sendByEhrChannel(
  change: Change,
  request: RecordRequest,
  { project, patient }: { readonly project: Project; readonly patient: Patient },
  channel: EhrChannel,
): Promise<SentRecordRequest> {
  const { now, newUid } = change;
  const moment = momentIn(project.timeZone, now);
  const sent = await commitMove(change, project, send(request, channel.name, moment));
  const from = request.startDateOfService ?? patient.dateOfBirth;
  const today = moment.day;
  const window = { from, to: request.endDateOfService ?? (from > today ? from : today) };
  const asks = planAsks(window, channel.daysMax).map(({ from: fromDate, to: toDate }, index): ChannelAsk => ({
    uid: newUid(),
    companyUid: request.companyUid,
    recordRequestUid: request.uid,
    round: sent.sequence,
    part: index + 1,
    fromDate,
    toDate,
    state: 'pending',
    taken: [],
    askedAt: now,
    answeredAt: null,
  }));
  await insertAsks(change.tx, asks);
  const under = purposeOfUse(project, patient);
  const askUids = asks.map(({ uid }) => uid);
  await discloseRequest(change, {
    event: 'recordRequest.send',
    project,
    patient,
    request,
    recipient: channel.name,
    under,
    askUids,
  });
  return { progress: sent.status, sequence: sent.sequence };
}

/** The result of an ask, with its new files stored. */
interface Answered {
  readonly ask: ChannelAsk;
  readonly state: AskState;
  readonly files: ReadonlyArray<ReturnedObject & { readonly documentId: string }>;
  readonly askAgainAfterMs: number | undefined;
}

async function ehrAskOf(
  executor: Executor,
  project: Project,
  patient: Patient,
  request: RecordRequest,
): Promise<Omit<EhrAsk, 'askUid' | 'datesOfService'>> {
  const found = await findSite(executor, siteTenantOf(project), request.siteUid);
  if (found === undefined) throw new Error('a record request references a missing site');
  const { firstName, lastNames, dateOfBirth, sex } = patient;
  const { name, npi, addressLine1, city, state, zip } = found.site;
  return {
    kind: request.kind,
    patient: { firstName, lastNames, dateOfBirth, sex },
    site: { name, ...(npi === undefined ? {} : { npi }), addressLine1, city, state, zip },
    purposeOfUse: purposeOfUse(project, patient),
  };
}

/**
 * Brings the bytes of a document into the store, unless an attempt that was interrupted did: of many
 * documents or large ones, each attempt would otherwise start over, and none would end in time.
 */
async function bring(
  { files }: Pick<WorkParts, 'files'>,
  storageKey: string,
  { sizeBytes, sha256, fileName }: EhrDocument,
  fetch: () => Promise<Uint8Array>,
): Promise<Pick<ReturnedObject, 'contentType' | 'etag' | 'lastModifiedAt' | 'isReadable'>> {
  const before = await files.head(storageKey);
  const kept = before?.sizeBytes === sizeBytes ? await files.get(storageKey, sizeBytes) : undefined;
  const isKept = kept !== undefined && createHash('sha256').update(kept).digest('hex') === sha256;
  const bytes = isKept ? kept : await fetch();
  const start = bytes.subarray(0, startBytes);
  const contentType = contentTypeOfFile(start, fileName);
  const { etag, lastModifiedAt } =
    isKept && before !== undefined ? before : await files.put(storageKey, bytes, contentType);
  return { contentType, etag, lastModifiedAt, ...readability(start, contentType) };
}

/** Stores the documents of an answer that aren't on record yet, each under a key that a repeat finds. */
async function storeNew(
  parts: WorkParts,
  channel: EhrChannel,
  { companyUid, recordRequestUid, round, part, uid, taken }: ChannelAsk,
  documents: Extract<EhrAnswer, { kind: 'returned' }>['documents'],
): Promise<Answered['files']> {
  const stored: Array<Answered['files'][number]> = [];
  const place = { companyUid, recordRequestUid, area: 'deliverables' } as const;
  for (const document of documents.filter(({ id }) => !taken.includes(id))) {
    const { id: documentId, fileName, sizeBytes } = document;
    const storageKey = recordRequestFileKey(place, `${round}/${part}-${documentId}`);
    const brought = await bring(parts, storageKey, document, () => channel.fetch(uid, document));
    stored.push({ ...brought, documentId, fileName: visibleFileName(fileName), storageKey, sizeBytes });
  }
  return stored;
}

async function putAsk(
  parts: WorkParts,
  channel: EhrChannel,
  about: Omit<EhrAsk, 'askUid' | 'datesOfService'>,
  ask: ChannelAsk,
): Promise<Answered> {
  const datesOfService = { from: ask.fromDate, to: ask.toDate };
  const response = await channel.ask({ ...about, askUid: ask.uid, datesOfService });
  if (response.kind === 'refused')
    return { ask, state: response.status, files: [], askAgainAfterMs: undefined };
  const { askAgainAfterMs } = response;
  if (response.kind === 'pending') return { ask, state: ask.state, files: [], askAgainAfterMs };
  const files = await storeNew(parts, channel, ask, response.documents);
  return { ask, state: response.share, files, askAgainAfterMs };
}

/**
 * Records the results of a request's asks: new documents become deliverables, and the request moves to the
 * combined outcome. What a concurrent run has recorded stays, and a request that moved since `sequence` isn't
 * changed.
 */
async function recordAnswers(
  change: Change,
  project: Project,
  { uid }: RecordRequest,
  sequence: number,
  answered: readonly Answered[],
): Promise<RecordRequest | undefined> {
  const request = await lockRecordRequestByUid(change.tx, uid);
  if (request === undefined || !isOpen(request.status) || request.sequence !== sequence) {
    change.unaudited("the request's status has changed since its facility was contacted");
    return request;
  }
  const before = await listLatestAsks(change.tx, uid);
  const fresh: ReturnedObject[] = [];
  const after = before.map((ask): ChannelAsk => {
    const found = answered.find(({ ask: put }) => put.uid === ask.uid);
    if (found === undefined || !isAskOpen(ask.state)) return ask;
    const files = found.files.filter(({ documentId }) => !ask.taken.includes(documentId));
    if (files.length === 0 && found.state === ask.state) return ask;
    fresh.push(...files);
    const taken = [...ask.taken, ...files.map(({ documentId }) => documentId)];
    return { ...ask, state: found.state, taken, answeredAt: change.now };
  });
  const moved = after.filter((ask, index) => ask !== before[index]);
  if (moved.length === 0) {
    change.unaudited('nothing has arrived since the facility was last asked');
    return request;
  }
  for (const ask of moved) await updateAsk(change.tx, ask);
  await recordReturn(change, request, fresh, after.length > 1 ? chartDocumentsFolder : null);
  const status = outcomeOfPlan(after.map(({ state }) => state));
  const subject = resource('recordRequest', request);
  if (status === null || (await keepAnswer(change, request, { status }))) {
    await change.audit(subject, 'recordRequest.answer', { files: fresh.length });
    return request;
  }
  await change.audit(subject, 'recordRequest.answer', { status: { from: request.status, to: status } });
  const facility = { kind: 'facility', id: request.siteUid, name: request.submittedSiteName } as const;
  return commitMove(
    change,
    project,
    answer(request, status, momentIn(project.timeZone, change.now)),
    facility,
  );
}

/**
 * Records why a request's channel can't be asked, or that it can again, so that operators see it in their
 * queue (REQUEST-52). A request that moved since `sequence` isn't changed.
 */
async function noteChannelFault(
  parts: WorkParts,
  request: RecordRequest,
  sequence: number,
  channelFault: ChannelFault | null,
): Promise<void> {
  if (request.channelFault === channelFault) return;
  await runOwnChange(parts, 'record request', 'recordRequest.answer', async change => {
    change.unaudited("only the service's configuration has changed, not the request");
    const locked = await lockRecordRequestByUid(change.tx, request.uid);
    if (locked?.sequence === sequence)
      await updateChannelFault(change.tx, { uid: request.uid, channelFault });
  });
}

/** Returns why a channel can't be asked; `null` if it can. */
function channelFaultOf(
  channel: EhrChannel | undefined,
  about: Pick<EhrAsk, 'purposeOfUse'>,
): ChannelFault | null {
  return channel === undefined ? 'removed' : (mismatchOf(channel, about.purposeOfUse) ?? null);
}

/**
 * Repeats the unfinished asks of a request to its channel, stores the results, and moves the request by the
 * combined outcome (REQUEST-32). Each ask is repeated unchanged, so an interrupted run can be repeated
 * without duplicates.
 */
export async function chaseRecords(
  parts: WorkParts,
  request: RecordRequest,
  sequence: number,
): Promise<RecordRequestProgress | AskedAgain> {
  const read = await readStanding(parts.db, request, parts.clock.now());
  const { project, patient } = read;
  const channel = request.channel === null ? undefined : parts.partners.ehrChannelNamed?.(request.channel);
  const asks = (await listLatestAsks(parts.db, request.uid)).filter(({ state }) => isAskOpen(state));
  // A repeat: the answers are on record, and the request waits until its files are read, or has moved.
  if (asks.length === 0) {
    const progress = progressOf(request, read);
    if (await hasArrivals(parts, request.uid))
      return { progress, askAgainAfterMs: undefined, isToBeRead: true };
    if (request.sequence !== sequence) return progress;
  }
  const about = await ehrAskOf(parts.db, project, patient, request);
  // Sent manually meanwhile.
  if (asks.length === 0) return 'waitsForOperator';
  // Removed from the configuration, or on other terms, until that is changed back, or operators take over.
  // What was returned before is shown meanwhile.
  const fault = channelFaultOf(channel, about);
  await noteChannelFault(parts, request, sequence, fault);
  if (channel === undefined || fault !== null) {
    const isReturned = request.status === 'NeedToReviewResults';
    const progress = isReturned ? progressOf(request, read) : 'waitsForOperator';
    return { progress, askAgainAfterMs: heldLookMs };
  }
  // Another document was uploaded after sending and isn't approved yet, or this one isn't valid anymore, so
  // nothing may be requested on its basis.
  if (holdOf(project, patient, clockIn(project.timeZone, parts.clock.now()).day) !== null)
    return { progress: progressOf(request, read), askAgainAfterMs: heldLookMs };
  const answered: Answered[] = [];
  for (const ask of asks) answered.push(await putAsk(parts, channel, about, ask));
  const after = await runOwnChange(parts, 'record request', 'recordRequest.answer', change =>
    recordAnswers(change, project, request, sequence, answered),
  );
  if (after === undefined) return 'gone';
  const progress = progressOf(after, await readStanding(parts.db, after, parts.clock.now()));
  const waits = answered.flatMap(({ state, askAgainAfterMs }) =>
    isAskOpen(state) && askAgainAfterMs !== undefined ? [askAgainAfterMs] : [],
  );
  const isToBeRead = await hasArrivals(parts, request.uid);
  if (waits.length === 0 && !isToBeRead) return progress;
  return { progress, askAgainAfterMs: waits.length === 0 ? undefined : Math.min(...waits), isToBeRead };
}
