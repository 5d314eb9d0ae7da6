// Objection: replays and items by key and plain lists. SQL text: picking and numbering the deliveries of a
// replay is one statement.
import { sentOnceEvents } from '../../domain/webhooks/classic';
import type { Executor, Transaction } from '../database';
import {
  WebhookReplayItemModel,
  WebhookReplayModel,
  type WebhookReplayItemRow,
  type WebhookReplayRow,
} from '../models/webhook';
import { named } from '../named';
import { pick } from '../table';

export type { WebhookReplayItemRow, WebhookReplayRow } from '../models/webhook';

const newNames = ['uid', 'companyUid', 'endpointUid', 'createdAt'] as const;

/** Stores a replay, without its items. */
export async function storeReplay(tx: Transaction, replay: Omit<WebhookReplayRow, 'endedAt'>): Promise<void> {
  await WebhookReplayModel.query(tx).insert(pick(replay, newNames));
}

/** The deliveries of an endpoint to replay. */
export interface ReplayChoice {
  /** One delivery; `null` for all from `firstUid` on. */
  readonly deliveryUid: string | null;
  readonly firstUid: string;
  readonly withSucceeded: boolean;
  /** The maximum number of items. */
  readonly limit: number;
}

const chooseItems = named<
  { place: number },
  ReplayChoice & { replayUid: string; endpointUid: string; sentOnce: readonly string[] }
>(`
  insert into webhook_replay_item (replay_uid, place, delivery_uid, outcome)
  select :replayUid, row_number() over (order by d.event_id), d.uid, 'waiting' from (
    select uid, event_id from webhook_delivery
    where endpoint_uid = :endpointUid and uid >= :firstUid and (:deliveryUid::uuid is null
      or uid = :deliveryUid::uuid)
      and (status in ('failed', 'abandoned') or status = 'succeeded' and :withSucceeded)
        and expunged_at is null
      and event_type <> all(:sentOnce::text[])
    order by event_id limit :limit) d
  returning place
`);

/**
 * Stores the deliveries to replay, oldest event first, without those that are only sent once.
 * @returns how many
 */
export async function storeReplayItems(
  tx: Transaction,
  replay: Pick<WebhookReplayRow, 'uid' | 'endpointUid'>,
  choice: ReplayChoice,
): Promise<number> {
  const { uid: replayUid, endpointUid } = replay;
  return (await chooseItems.run(tx, { ...choice, replayUid, endpointUid, sentOnce: sentOnceEvents })).length;
}

/** Returns a replay by its uid. */
export async function findReplay(executor: Executor, uid: string): Promise<WebhookReplayRow | undefined> {
  return WebhookReplayModel.query(executor).findById(uid);
}

/** Lists the next unsent items of a replay. */
export async function nextReplayItems(
  executor: Executor,
  replayUid: string,
  limit: number,
): Promise<WebhookReplayItemRow[]> {
  return WebhookReplayItemModel.query(executor)
    .where({ replay_uid: replayUid, outcome: 'waiting' })
    .orderBy('place')
    .limit(limit);
}

/** Lists a page of a replay's items, in order. */
export async function readReplayItems(
  executor: Executor,
  replayUid: string,
  { afterPlace, limit }: { readonly afterPlace: number; readonly limit: number },
): Promise<WebhookReplayItemRow[]> {
  return WebhookReplayItemModel.query(executor)
    .where({ replay_uid: replayUid })
    .where('place', '>', afterPlace)
    .orderBy('place')
    .limit(limit);
}

/** The result of an item. */
export type ReplayItemResult = Pick<
  WebhookReplayItemRow,
  'replayUid' | 'place' | 'outcome' | 'httpStatus' | 'failure' | 'attemptedAt'
>;

/** Records the result of an item. */
export async function noteReplayItem(executor: Executor, result: ReplayItemResult): Promise<void> {
  const { replayUid, place, outcome, httpStatus, failure, attemptedAt } = result;
  await WebhookReplayItemModel.query(executor)
    .findById([replayUid, place])
    .patch({ outcome, httpStatus, failure, attemptedAt });
}

const end = named<never, { uid: string; at: Date }>(`
  with rest as (
    update webhook_replay_item set outcome = 'notSent' where replay_uid = :uid and outcome = 'waiting'
  )
  update webhook_replay set ended_at = :at where uid = :uid and ended_at is null
`);

/** Ends a replay; items that still wait aren't sent. */
export async function endReplay(executor: Executor, uid: string, at: Date): Promise<void> {
  await end.run(executor, { uid, at });
}

/** Removes replays created before an instant, with their items. */
export async function pruneReplays(executor: Executor, before: Date): Promise<void> {
  await WebhookReplayModel.query(executor).where('created_at', '<', before).delete();
}
