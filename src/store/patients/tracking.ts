import type { Tracking } from '../../domain/tracking/tracking';
import type { Executor, Transaction } from '../database';
import { TrackingModel } from '../models/tracking';
import { named } from '../named';
import { excluded, insert, selectList, valuesOf } from '../table';

const upsert = named<never, Tracking>(
  insert(TrackingModel, {
    onConflict: `on conflict (user_uid, record_uid) do update set ${excluded(TrackingModel)}`,
  }),
);

/** Stores what a user says of a record; it takes the place of what they said before. */
export async function saveTracking(tx: Transaction, tracking: Tracking): Promise<void> {
  await upsert.run(tx, valuesOf(TrackingModel, tracking));
}

const ofUser = named<Tracking, { userUid: string; recordUids: readonly string[] }>(`
  select ${selectList(TrackingModel, 't')} from tracking t
  where t.user_uid = :userUid and t.record_uid = any(:recordUids::uuid[])
`);

/** What a user said of these records. */
export async function listTracking(
  executor: Executor,
  userUid: string,
  recordUids: readonly string[],
): Promise<Tracking[]> {
  return ofUser.run(executor, { userUid, recordUids });
}
