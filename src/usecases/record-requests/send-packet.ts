import type { Patient } from '../../domain/patients/patient';
import type { PurposeOfUse } from '../../domain/purposes/purpose-of-use';
import type { PacketWay } from '../../domain/record-requests/packet';
import { outreach, send, type RecordRequest } from '../../domain/record-requests/record-request';
import type { ObjectStore } from '../../files/object-store';
import { findPacket, putPacket, type RequestPacket } from '../../store/record-requests/packets';
import { findFileByUid } from '../../store/files/stored-files';
import { resource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { lockOperatorsRecordRequest, type RecordRequestRef } from '../operators';
import { commitMove, signalRecordRequests } from './commit-record-request';
import { discloseRequest } from './disclose-request';
import { isPacketIntact } from './packet-files';
import { contentHashOf, readPacketContent } from './read-packet-content';
import { readStanding } from './read-standing';

/** How a packet was sent. */
export interface SentPacket {
  readonly way: PacketWay;
  /** What the fax service, the carrier or the portal calls it. */
  readonly trackingNumber?: string | undefined;
}

const stale =
  'The packet is not as it would be made today: the patient, the site, the authorization or the document has changed. Do not send it; `record-request prepare-packet` makes it anew.';

/** What leaves with a packet. */
interface ReadyPacket {
  readonly packet: RequestPacket;
  readonly patient: Patient;
  readonly under: PurposeOfUse;
}

/** @throws OperatorError unless the packet of a request that is to be sent is there, and says what is on file */
async function getReadyPacket(change: OperatorChange, request: RecordRequest): Promise<ReadyPacket> {
  const read = await readStanding(change.tx, request, change.now);
  if (read.standing === 'toBeDenied' || read.standing === 'heldForApproval')
    throw new OperatorError('The authorization is not approved: nothing may be sent to the site.');
  if (read.standing !== 'toBeSent')
    throw new OperatorError(
      'The record request is not to be sent; `record-request show` tells where it stands, and `record-request set-status` moves it.',
    );
  const packet = await findPacket(change.tx, request.uid, request.sequence);
  if (packet?.preparedAt == null)
    throw new OperatorError(
      'The record request has no packet yet; `record-request prepare-packet` makes it.',
    );
  const content = await readPacketContent(change.tx, request, read);
  const isIntact = await isPacketIntact(change.tx, packet);
  if (!isIntact || contentHashOf(content) !== packet.contentHash) throw new OperatorError(stale);
  return { packet, patient: read.patient, under: content.purposeOfUse };
}

/** A file that is to be sent. */
export interface FileToSend {
  readonly fileName: string;
  readonly url: string;
}

/**
 * The files that are to be sent to a site now, with URLs that are good for an hour: of several packets the one that is not sent
 * yet. @throws OperatorError as `markPacketSent`
 */
export async function inspectPacket(
  change: OperatorChange,
  files: Pick<ObjectStore, 'presignDownload'>,
  ref: RecordRequestRef,
): Promise<FileToSend[]> {
  const { request } = await lockOperatorsRecordRequest(change.tx, ref);
  const { packet } = await getReadyPacket(change, request);
  await change.audit(resource('recordRequest', request));
  const toSend: FileToSend[] = [];
  for (const uid of [packet.packetFileUid, packet.authorizationFileUid]) {
    const file = uid === null ? undefined : await findFileByUid(change.tx, uid);
    if (file === undefined) continue;
    const { url } = files.presignDownload(file.storageKey, file.fileName, change.now);
    toSend.push({ fileName: file.fileName, url });
  }
  return toSend;
}

/**
 * Notes that the delivery team has sent the packet of a record request: it is `Processing`, its customer is told, and what left of
 * the patient is on record with its purpose and what it rests on (REQUEST-30).
 * @throws OperatorError for a request that is not there or not to be sent, one whose authorization is not approved, and a packet
 *   that is not there or not as it would be made today
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
  const sent = await commitMove(change, project, send(request, outreach, change.now));
  await discloseRequest(change, { project, patient, request, recipient: outreach, under });
  await signalRecordRequests(change, project, [sent]);
  return sent;
}

/**
 * Has the workflow of a record request look again, and make its packet where there is none, or none that is as it would be made
 * today. @throws OperatorError for a request that is not there
 */
export async function askForPacket(change: OperatorChange, ref: RecordRequestRef): Promise<RecordRequest> {
  const { project, request } = await lockOperatorsRecordRequest(change.tx, ref);
  await signalRecordRequests(change, project, [request]);
  await change.audit(resource('recordRequest', request));
  return request;
}
