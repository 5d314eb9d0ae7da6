import type { Patient } from '../../domain/patients/patient';
import type { PurposeOfUse } from '../../domain/purposes/purpose-of-use';
import type { PacketWay } from '../../domain/record-requests/packet';
import { outreach, send, type RecordRequest } from '../../domain/record-requests/record-request';
import { findPacket, putPacket, type RequestPacket } from '../../store/request-packets';
import { resource, type OperatorChange } from '../change';
import { recordDisclosure } from '../disclosures';
import { OperatorError } from '../operator-error';
import { lockOperatorsRecordRequest, type RecordRequestRef } from '../operators';
import { commitMove, signalRecordRequests } from './commit-record-request';
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
    ...{ sentAt: change.now, sentWay: way, trackingNumber: trackingNumber ?? null },
  });
  const sent = await commitMove(change, project, send(request, outreach, change.now));
  const subject = resource('recordRequest', request);
  const asked = { recipient: outreach, asked: request.kind, subjectUid: request.uid };
  await recordDisclosure(change, undefined, { ...asked, patient, subject, under });
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
