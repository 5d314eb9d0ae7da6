import type { Executor, Transaction } from '../database';
import { RequestPacketModel, type RequestPacket } from '../models/request-packet';
import { named } from '../named';
import { excluded, insert, selectList, valuesOf } from '../table';

export type { RequestPacket } from '../models/request-packet';

const put = named<never, RequestPacket>(
  insert(RequestPacketModel, {
    onConflict: `on conflict on constraint request_packet_pkey do update set ${excluded(RequestPacketModel)}`,
  }),
);

/** Stores a packet, in place of what was made for the same sending before; the caller holds the lock of the record request. */
export async function putPacket(tx: Transaction, packet: RequestPacket): Promise<void> {
  await put.run(tx, valuesOf(RequestPacketModel, packet));
}

const packets = `select ${selectList(RequestPacketModel, 'k')} from request_packet k
  where k.record_request_uid = :recordRequestUid`;
const ofSending = named<RequestPacket, { recordRequestUid: string; sequence: number }>(
  `${packets} and k.sequence = :sequence`,
);

/** The packet for one sending of a record request. */
export async function findPacket(
  executor: Executor,
  recordRequestUid: string,
  sequence: number,
): Promise<RequestPacket | undefined> {
  return (await ofSending.run(executor, { recordRequestUid, sequence }))[0];
}

const latest = named<RequestPacket, { recordRequestUid: string }>(
  `${packets} and k.prepared_at is not null order by k.sequence desc limit 1`,
);

/** The latest packet of a record request that is ready, or was sent. */
export async function findLatestPacket(
  executor: Executor,
  recordRequestUid: string,
): Promise<RequestPacket | undefined> {
  return (await latest.run(executor, { recordRequestUid }))[0];
}

const remove = named<never, { recordRequestUid: string; sequence: number }>(
  'delete from request_packet where record_request_uid = :recordRequestUid and sequence = :sequence',
);

/** Takes a packet that was begun off the record. */
export async function deletePacket(
  tx: Transaction,
  { recordRequestUid, sequence }: RequestPacket,
): Promise<void> {
  await remove.run(tx, { recordRequestUid, sequence });
}
