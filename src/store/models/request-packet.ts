import type { PacketDates, PacketWay } from '../../domain/record-requests/packet';
import type { LeftOutReason } from '../../domain/record-requests/combined-chart';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** What is sent to a facility for a record request, once for each time that it is to be sent. */
export interface RequestPacket extends PacketDates {
  readonly recordRequestUid: string;
  /** Of the record request, while it is to be sent. */
  readonly sequence: number;
  readonly companyUid: string;
  /** Of what it was made from. */
  readonly contentHash: string;
  readonly packetFileUid: string;
  /** Names the bytes of the packet; `null` while it is made. */
  readonly packetEtag: string | null;
  /** The authorization beside it; `null` where none goes along, and once it is bound into the packet. */
  readonly authorizationFileUid: string | null;
  /**
   * Why the authorization is not bound into it; `null` where it is, where none goes along, and for packets of
   * before.
   */
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
