import { noDetail } from '../../domain/audit-events';
import { uidOf } from '../../domain/changes';
import type { Patient } from '../../domain/patients/patient';
import type { PurposeOfUse } from '../../domain/purposes/purpose-of-use';
import { packetDates, type PacketWay } from '../../domain/record-requests/packet';
import { send, outreach, type RecordRequest } from '../../domain/record-requests/record-request';
import { holdOfStanding, type SendHold } from '../../domain/record-requests/standing';
import { clockIn, momentIn } from '../../domain/time-zones';
import type { ObjectStore } from '../../files/object-store';
import type { OutreachSettings } from '../../partners/settings';
import { insertObjectRemovals } from '../../store/files/object-removals';
import { findFileByUid } from '../../store/files/stored-files';
import { findPacket, deletePacket, putPacket, type RequestPacket } from '../../store/record-requests/packets';
import { lockRecordRequestByUid } from '../../store/record-requests/record-requests';
import { resource, runOwnChange, type Change, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { lockOperatorsRecordRequest, type RecordRequestRef } from '../operators';
import { logContact } from '../record-requests/contacts';
import { removeFile } from '../files/file-records';
import {
  progressOf,
  readStanding,
  type Standing,
  type RecordRequestProgress,
} from '../record-requests/lookup';
import { commitMove, discloseRequest, signalRecordRequests } from '../record-requests/moves';
import {
  packetFileKey,
  readPacketContent,
  contentHashOf,
  isPacketIntact,
  recordPacketFiles,
  makePacketFiles,
  type BegunPacket,
  type MadePacket,
  type PacketParts,
} from './packet-files';

/** One sending of a record request. What is prepared for it isn't used for another. */
interface Sending {
  readonly recordRequestUid: string;
  readonly sequence: number;
}

function fileUidsOf({ packetFileUid, authorizationFileUid }: RequestPacket): string[] {
  return authorizationFileUid === null ? [packetFileUid] : [packetFileUid, authorizationFileUid];
}

/** Discards what was made for a packet: its files, or what was stored of them before an interruption. */
async function discard(change: Change, packet: RequestPacket): Promise<void> {
  for (const uid of fileUidsOf(packet)) {
    const file = await findFileByUid(change.tx, uid);
    if (file !== undefined) await removeFile(change, file);
    else
      await insertObjectRemovals(change.tx, [{ storageKey: packetFileKey(packet, uid), dueAt: change.now }]);
  }
}

function currentProgress(
  request: RecordRequest | undefined,
  read: Standing | undefined,
): RecordRequestProgress {
  return request === undefined || read === undefined ? 'gone' : progressOf(request, read);
}

/**
 * Returns what to assemble for a sending: nothing if its packet is ready, or if it is no longer to be sent.
 */
async function beginPacket(
  change: Change,
  { recordRequestUid, sequence }: Sending,
  settings: OutreachSettings,
): Promise<BegunPacket | RecordRequestProgress> {
  const request = await lockRecordRequestByUid(change.tx, recordRequestUid);
  const before = await findPacket(change.tx, recordRequestUid, sequence);
  const read = request === undefined ? undefined : await readStanding(change.tx, request, change.now);
  if (request === undefined || read?.standing !== 'toBeSent' || request.sequence !== sequence) {
    if (before?.preparedAt === null) {
      await discard(change, before);
      await deletePacket(change.tx, before);
    }
    change.unaudited('the request no longer has to be sent');
    return currentProgress(request, read);
  }
  change.unaudited('nothing of the packet is stored yet');
  const content = await readPacketContent(change.tx, request, read);
  const contentHash = contentHashOf(content);
  const isSame = before?.contentHash === contentHash;
  if (before !== undefined && isSame && before.preparedAt === null)
    return { packet: before, content, patient: read.patient };
  if (before !== undefined && isSame && (await isPacketIntact(change.tx, before))) return 'packetReady';
  if (before !== undefined) await discard(change, before);
  const packet: RequestPacket = {
    recordRequestUid,
    sequence,
    companyUid: request.companyUid,
    contentHash,
    ...packetDates(clockIn(read.project.timeZone, change.now).day, settings, request),
    packetFileUid: change.newUid(),
    authorizationFileUid: content.documentEtag === null ? null : change.newUid(),
    apartBecause: null,
    packetEtag: null,
    preparedAt: null,
    sentAt: null,
    sentWay: null,
    trackingNumber: null,
  };
  await putPacket(change.tx, packet);
  return { packet, content, patient: read.patient };
}

/** Returns a packet with its result: the authorization has its own file only if there is one. */
function madeOf(packet: RequestPacket, { files, apartBecause }: MadePacket, preparedAt: Date): RequestPacket {
  const authorization = files.find(({ uid }) => uid === packet.authorizationFileUid);
  return {
    ...packet,
    apartBecause,
    preparedAt,
    authorizationFileUid: authorization?.uid ?? null,
    packetEtag: files[0]?.facts.etag ?? null,
  };
}

/** Records a finished packet, unless the request moved or the packet was restarted meanwhile. */
async function finishPacket(
  change: Change,
  packet: RequestPacket,
  made: MadePacket,
): Promise<RecordRequestProgress> {
  const request = await lockRecordRequestByUid(change.tx, packet.recordRequestUid);
  const onRecord = await findPacket(change.tx, packet.recordRequestUid, packet.sequence);
  const read = request === undefined ? undefined : await readStanding(change.tx, request, change.now);
  const isOurs = onRecord?.packetFileUid === packet.packetFileUid && onRecord.preparedAt === null;
  if (request === undefined || !isOurs) {
    change.unaudited('another attempt finished or restarted the packet');
    return onRecord?.preparedAt == null ? currentProgress(request, read) : 'packetReady';
  }
  if (read?.standing !== 'toBeSent' || request.sequence !== packet.sequence) {
    await discard(change, packet);
    await deletePacket(change.tx, packet);
    change.unaudited('the request no longer has to be sent');
    return currentProgress(request, read);
  }
  await recordPacketFiles(change, request, packet, made.files);
  const ready = madeOf(packet, made, change.now);
  await putPacket(change.tx, ready);
  // A killed attempt may have copied it, even though this one could bind it.
  if (packet.authorizationFileUid !== null && ready.authorizationFileUid === null)
    await insertObjectRemovals(change.tx, [
      { storageKey: packetFileKey(packet, packet.authorizationFileUid), dueAt: change.now },
    ]);
  await change.audit(resource('recordRequest', request), 'recordRequest.preparePacket', {
    file: uidOf(packet.packetFileUid),
  });
  return 'packetReady';
}

/**
 * Assembles the packet of a request that operators send: one PDF of the letter and the pages of the
 * authorization, stored among the documents of the request (REQUEST-30). An authorization that can't be bound
 * into it (damaged, encrypted, or a form that leaves its filled fields to the reader) is a separate copy, and
 * the packet says why. A packet that is up to date stays. Other details, another authorization or site, or a
 * replaced file cause a new one. What an interrupted run leaves is reused or removed by the next one.
 * @param signal ends the work; `undefined` creates two files and opens no authorization, for executions from
 * before the packet was one file, whose step runs where untrusted files are never opened
 * @returns the request's progress; its status if it was moved meanwhile, which has signaled its workflow
 * @throws NoDocumentSlot, ChartFault, AuthorizationChanged, and what the store throws: a retry may help
 */
export async function preparePacket(
  parts: PacketParts,
  sending: Sending,
  signal: AbortSignal | undefined,
): Promise<RecordRequestProgress> {
  const { outreach: settings } = parts.partners;
  if (settings === undefined) return 'waitsForOperator';
  const begun = await runOwnChange(parts, 'record request', 'recordRequest.preparePacket', change =>
    beginPacket(change, sending, settings),
  );
  if (typeof begun === 'string') return begun;
  const made = await makePacketFiles(parts, begun, settings, signal);
  return runOwnChange(parts, 'record request', 'recordRequest.preparePacket', change =>
    finishPacket(change, begun.packet, made),
  );
}

/** How a packet was sent. */
export interface SentPacket {
  readonly way: PacketWay;
  /** The tracking number of the fax service, the carrier, or the portal. */
  readonly trackingNumber?: string | undefined;
}

const stale =
  'This packet is out of date: the patient, the site, the authorization, or the document has ' +
  "changed. Don't send it. Create it again.";

const saysHeld: Readonly<Record<SendHold, string>> = {
  approval: "The authorization isn't approved, so nothing may be sent to the site.",
  authorizationExpired: 'The authorization has expired, so nothing may be sent to the site.',
  authorizationRevoked: 'The patient revoked the authorization, so nothing may be sent to the site.',
  correction:
    'The patient was corrected, and only records of the earlier identity named the site. Nothing may be ' +
    'sent before the customer has confirmed it.',
};

/** What is disclosed with a packet. */
interface ReadyPacket {
  readonly packet: RequestPacket;
  readonly patient: Patient;
  readonly under: PurposeOfUse;
}

/** @throws OperatorError unless the request is to be sent and its packet is ready and up to date */
async function getReadyPacket(change: OperatorChange, request: RecordRequest): Promise<ReadyPacket> {
  const read = await readStanding(change.tx, request, change.now);
  const hold = read.standing === 'toBeDenied' ? 'approval' : holdOfStanding(read.standing);
  if (hold !== null) throw new OperatorError(saysHeld[hold]);
  if (read.standing !== 'toBeSent')
    throw new OperatorError("This record request isn't ready to be sent. Check its status.", {
      hint: 'Run `record-request show` to see it, and `record-request set-status` to change it.',
    });
  const packet = await findPacket(change.tx, request.uid, request.sequence);
  if (packet?.preparedAt == null)
    throw new OperatorError('The record request has no packet yet. Create it first.', {
      hint: 'Run `record-request prepare-packet`.',
    });
  const content = await readPacketContent(change.tx, request, read);
  const isIntact = await isPacketIntact(change.tx, packet);
  if (!isIntact || contentHashOf(content) !== packet.contentHash)
    throw new OperatorError(stale, { hint: 'Run `record-request prepare-packet`.' });
  return { packet, patient: read.patient, under: content.purposeOfUse };
}

/** A file to send. */
export interface FileToSend {
  readonly fileName: string;
  readonly url: string;
}

/**
 * Returns the files to send to a site now, with URLs that are valid for an hour: of several packets, the one
 * not sent yet. @throws OperatorError as `markPacketSent`
 */
export async function inspectPacket(
  change: OperatorChange,
  files: Pick<ObjectStore, 'presignDownload'>,
  ref: RecordRequestRef,
): Promise<FileToSend[]> {
  const { request } = await lockOperatorsRecordRequest(change.tx, ref);
  const { packet } = await getReadyPacket(change, request);
  await change.auditLook(resource('recordRequest', request));
  const toSend: FileToSend[] = [];
  for (const uid of [packet.packetFileUid, packet.authorizationFileUid]) {
    const file = uid === null ? undefined : await findFileByUid(change.tx, uid);
    if (file === undefined) continue;
    const { url } = files.presignDownload(file.storageKey, file.fileName, change.now, file.contentType);
    toSend.push({ fileName: file.fileName, url });
  }
  return toSend;
}

/**
 * Records that an operator sent the packet of a record request: it becomes `Processing`, the customer is
 * notified, and the disclosure is recorded with its purpose and basis (REQUEST-30).
 * @throws OperatorError for a request that is unknown or not to be sent, one whose authorization isn't
 * approved, and a packet that is missing or outdated
 */
export async function markPacketSent(
  change: OperatorChange,
  ref: RecordRequestRef,
  { way, trackingNumber }: SentPacket,
): Promise<RecordRequest> {
  const { project, request } = await lockOperatorsRecordRequest(change.tx, ref);
  const { packet, patient, under } = await getReadyPacket(change, request);
  await putPacket(change.tx, {
    ...packet,
    sentAt: change.now,
    sentWay: way,
    trackingNumber: trackingNumber ?? null,
  });
  const outcome = 'Records request sent';
  const sentAt = momentIn(project.timeZone, change.now);
  const contact = { contactedOn: sentAt.day, way, person: null, outcome, nextOn: packet.answerBy };
  await logContact(change, request, contact, request);
  const sent = await commitMove(change, project, send(request, outreach, sentAt));
  await discloseRequest(change, {
    event: 'recordRequest.markSent',
    project,
    patient,
    request,
    recipient: outreach,
    under,
    status: { from: request.status, to: sent.status },
  });
  await signalRecordRequests(change, project, [sent]);
  return sent;
}

/**
 * Has the workflow of a record request review it, and assemble its packet if that is missing or outdated.
 * @throws OperatorError for an unknown request
 */
export async function askForPacket(change: OperatorChange, ref: RecordRequestRef): Promise<RecordRequest> {
  const { project, request } = await lockOperatorsRecordRequest(change.tx, ref);
  await signalRecordRequests(change, project, [request]);
  await change.audit(resource('recordRequest', request), 'recordRequest.askForPacket', noDetail);
  return request;
}
