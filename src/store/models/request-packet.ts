import type { PacketDates, PacketWay } from '../../domain/record-requests/packet';
import type { LeftOutReason } from '../../domain/record-requests/combined-chart';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** What is sent to a facility for a record request, one for each sending. */
export interface RequestPacket extends PacketDates {
  readonly recordRequestUid: string;
  /** The record request's, while it is to be sent. */
  readonly sequence: number;
  readonly companyUid: string;
  /** The hash of its content. */
  readonly contentHash: string;
  readonly packetFileUid: string;
  /** The etag of the packet's bytes; `null` while it is assembled. */
  readonly packetEtag: string | null;
  /** The separate authorization; `null` if there is none, and once it is bound into the packet. */
  readonly authorizationFileUid: string | null;
  /** Why the authorization isn't bound into it; `null` if it is, if there is none, and for older packets. */
  readonly apartBecause: LeftOutReason | null;
  /** `null` while its files are made. */
  readonly preparedAt: Date | null;
  readonly sentAt: Date | null;
  readonly sentWay: PacketWay | null;
  readonly trackingNumber: string | null;
}

/** A packet. */
export class RequestPacketModel extends rows<RequestPacket>() {
  static override tableName = 'request_packet';
  static override idColumn = ['record_request_uid', 'sequence'];
  static override readonly columns = {
    recordRequestUid: fixed('uuid'),
    sequence: fixed('bigint'),
    companyUid: fixed('uuid'),
    contentHash: 'text',
    packetFileUid: 'uuid',
    packetEtag: 'text | null',
    authorizationFileUid: 'uuid | null',
    apartBecause: 'text | null',
    preparedOn: 'date',
    sendBy: 'date',
    answerBy: 'date',
    preparedAt: 'timestamptz | null',
    sentAt: 'timestamptz | null',
    sentWay: 'text | null',
    trackingNumber: 'text | null',
  } satisfies Columns<RequestPacket>;
}
