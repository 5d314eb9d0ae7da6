import type { Patchable } from '../columns';
import type { Executor, Transaction } from '../database';
import { ChannelAskModel, type ChannelAsk } from '../models/channel-ask';
import { named } from '../named';
import { insertMany, patchOf, selectList, update } from '../table';

export type { ChannelAsk } from '../models/channel-ask';

const insertRows = named<never, { rows: readonly ChannelAsk[] }>(insertMany(ChannelAskModel));

/** Stores the asks of a plan. */
export async function insertAsks(tx: Transaction, asks: readonly ChannelAsk[]): Promise<void> {
  await insertRows.run(tx, { rows: asks });
}

const latest = named<ChannelAsk, { recordRequestUid: string }>(`
  select ${selectList(ChannelAskModel, 'a')} from channel_ask a
  where a.record_request_uid = :recordRequestUid
    and a.round = (select max(b.round) from channel_ask b where b.record_request_uid = :recordRequestUid)
  order by a.part
`);

/** The asks of the plan that a record request was sent with last, in their order; none where it never was. */
export async function listLatestAsks(executor: Executor, recordRequestUid: string): Promise<ChannelAsk[]> {
  return latest.run(executor, { recordRequestUid });
}

const updateRow = named<never, Pick<ChannelAsk, 'uid' | Patchable<typeof ChannelAskModel.columns>>>(
  update(ChannelAskModel),
);

/** Stores what came of an ask; the caller holds the lock of its record request. */
export async function updateAsk(tx: Transaction, ask: ChannelAsk): Promise<void> {
  await updateRow.run(tx, patchOf(ChannelAskModel, ask));
}
