// Objection: a row by its key and a short list, none of it on a hot path.
import type { Tracking } from '../../domain/tracking/tracking';
import type { Executor, Transaction } from '../database';
import { TrackingModel } from '../models/tracking';
import { valuesOf } from '../table';

/** Stores what a user says of a record; it takes the place of what they said before. */
export async function saveTracking(tx: Transaction, tracking: Tracking): Promise<void> {
  await TrackingModel.query(tx)
    .insert(valuesOf(TrackingModel, tracking))
    .onConflict(['user_uid', 'record_uid'])
    .merge(['is_tracked', 'updated_at']);
}

/** What a user said of these records. */
export async function listTracking(
  executor: Executor,
  userUid: string,
  recordUids: readonly string[],
): Promise<Tracking[]> {
  return TrackingModel.query(executor)
    .where({ user_uid: userUid })
    .whereIn('record_uid', [...recordUids]);
}
