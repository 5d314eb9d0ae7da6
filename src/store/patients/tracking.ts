// Objection: a row by its key and a short list, not on a hot path.
import type { Tracking } from '../../domain/tracking/tracking';
import type { Executor, Transaction } from '../database';
import { TrackingModel } from '../models/tracking';
import { valuesOf } from '../table';

/** Stores a user's choice about a record, replacing the previous one. */
export async function saveTracking(tx: Transaction, tracking: Tracking): Promise<void> {
  await TrackingModel.query(tx)
    .insert(valuesOf(TrackingModel, tracking))
    .onConflict(['user_uid', 'record_uid'])
    .merge(['is_tracked', 'updated_at']);
}

/** Returns a user's choices about these records. */
export async function listTracking(
  executor: Executor,
  userUid: string,
  recordUids: readonly string[],
): Promise<Tracking[]> {
  return TrackingModel.query(executor)
    .where({ user_uid: userUid })
    .whereIn('record_uid', [...recordUids]);
}
