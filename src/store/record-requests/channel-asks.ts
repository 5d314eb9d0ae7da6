// Objection: rows by key, not on a hot path.
import type { Executor, Transaction } from '../database';
import { ChannelAskModel, type ChannelAsk } from '../models/channel-ask';
import { changesOf, valuesOf } from '../table';

export type { ChannelAsk } from '../models/channel-ask';

/** Stores the asks of a plan. */
export async function insertAsks(tx: Transaction, asks: readonly ChannelAsk[]): Promise<void> {
  await ChannelAskModel.query(tx).insert(asks.map(ask => valuesOf(ChannelAskModel, ask)));
}

/** Lists the asks of a record request's latest plan, in order; none if it was never sent. */
export async function listLatestAsks(executor: Executor, recordRequestUid: string): Promise<ChannelAsk[]> {
  const ofRequest = { record_request_uid: recordRequestUid };
  return ChannelAskModel.query(executor)
    .where(ofRequest)
    .where('round', ChannelAskModel.query().where(ofRequest).max('round'))
    .orderBy('part');
}

/** Stores the result of an ask; the caller holds the lock of its record request. */
export async function updateAsk(tx: Transaction, ask: ChannelAsk): Promise<void> {
  await ChannelAskModel.query(tx).findById(ask.uid).patch(changesOf(ChannelAskModel, ask));
}
