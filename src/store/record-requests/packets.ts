// Objection: rows by key, not on a hot path.
import type { Executor, Transaction } from '../database';
import { RequestPacketModel, type RequestPacket } from '../models/request-packet';
import { valuesOf } from '../table';

export type { RequestPacket } from '../models/request-packet';

/**
 * Stores a packet, replacing an earlier one for the same sending; the caller holds the lock of the record
 * request.
 */
export async function putPacket(tx: Transaction, packet: RequestPacket): Promise<void> {
  await RequestPacketModel.query(tx)
    .insert(valuesOf(RequestPacketModel, packet))
    .onConflict(['record_request_uid', 'sequence'])
    .merge();
}

/** Returns the packet for one sending of a record request. */
export async function findPacket(
  executor: Executor,
  recordRequestUid: string,
  sequence: number,
): Promise<RequestPacket | undefined> {
  return RequestPacketModel.query(executor).findById([recordRequestUid, sequence]);
}

/** Returns the latest packet of a record request that is ready or was sent. */
export async function findLatestPacket(
  executor: Executor,
  recordRequestUid: string,
): Promise<RequestPacket | undefined> {
  return RequestPacketModel.query(executor)
    .where({ record_request_uid: recordRequestUid })
    .whereNotNull('prepared_at')
    .orderBy('sequence', 'desc')
    .limit(1)
    .first();
}

/** Deletes an unfinished packet. */
export async function deletePacket(
  tx: Transaction,
  { recordRequestUid, sequence }: RequestPacket,
): Promise<void> {
  await RequestPacketModel.query(tx).deleteById([recordRequestUid, sequence]);
}
