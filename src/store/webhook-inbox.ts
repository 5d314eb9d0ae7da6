import type { Executor } from './database';
import { WebhookInboxModel, type InboxRow } from './models/webhook';
import { named } from './named';
import { insert, namesWithout, selectList } from './table';

export type { InboxRow } from './models/webhook';

const newNames = namesWithout(WebhookInboxModel, ['id']);

// The rows that were there before this one: of them one less stays than may be there.
const keep = named<never, Omit<InboxRow, 'id'> & { oldKept: number }>(`
  with kept as (
    ${insert(WebhookInboxModel, {
      only: newNames,
      onConflict: 'on conflict on constraint webhook_inbox_delivery_uid_key do nothing',
      returning: 'id',
    })}
  )
  delete from webhook_inbox where company_uid = :companyUid and exists (select from kept)
    and id <= (select id from webhook_inbox where company_uid = :companyUid order by id desc offset :oldKept limit 1)
`);

/** Keeps a delivery in the inbox of its company, the same once; the oldest goes when more than `max` are there. */
export async function keepInInbox(
  executor: Executor,
  entry: Omit<InboxRow, 'id'>,
  max: number,
): Promise<void> {
  await keep.run(executor, { ...entry, oldKept: max - 1 });
}

interface Listing {
  readonly companyUid: string;
  readonly deliveryUid: string | null;
  readonly limit: number;
}

const list = named<InboxRow, Listing>(`
  select ${selectList(WebhookInboxModel, 'i')} from webhook_inbox i
  where i.company_uid = :companyUid and (:deliveryUid::uuid is null or i.delivery_uid = :deliveryUid::uuid)
  order by i.id desc limit :limit
`);

/** What is in the inbox of a company, the newest first; one delivery of it where it is named. */
export async function readInbox(executor: Executor, listing: Listing): Promise<InboxRow[]> {
  return list.run(executor, listing);
}

const prune = named<never, { before: Date }>('delete from webhook_inbox where received_at < :before');

/** Removes what came into inboxes before an instant. */
export async function pruneInboxes(executor: Executor, before: Date): Promise<void> {
  await prune.run(executor, { before });
}
