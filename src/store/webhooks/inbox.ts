import type { Executor } from '../database';
import { WebhookInboxModel, type InboxRow } from '../models/webhook';
import { named } from '../named';
import { insert, namesWithout, selectList } from '../table';

export type { InboxRow } from '../models/webhook';

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

const listedNames = ['endpointUid', 'deliveryUid', 'eventType', 'receivedAt'] as const;

/** A delivery in an inbox, without what it holds. */
export type InboxListing = Pick<InboxRow, (typeof listedNames)[number]>;

/** Whose it is: what endpoints of theirs were told. */
interface OwnedInbox {
  readonly companyUid: string;
  readonly userUid: string;
}

const ofOwner = `from webhook_inbox i join webhook_endpoint e on e.uid = i.endpoint_uid and e.owner_user_uid = :userUid
  where i.company_uid = :companyUid`;
const listOwn = named<InboxListing, OwnedInbox & { limit: number }>(
  `select ${selectList(WebhookInboxModel, 'i', listedNames)} ${ofOwner} order by i.id desc limit :limit`,
);

/** What is in the inbox of a company by endpoints of this person, the newest first. */
export async function listOwnInbox(
  executor: Executor,
  { companyUid, userUid }: OwnedInbox,
  limit: number,
): Promise<InboxListing[]> {
  return listOwn.run(executor, { companyUid, userUid, limit });
}

const findOwn = named<InboxRow, OwnedInbox & { deliveryUid: string }>(
  `select ${selectList(WebhookInboxModel, 'i')} ${ofOwner} and i.delivery_uid = :deliveryUid`,
);

/** A delivery in the inbox of a company, to an endpoint of this person. */
export async function findOwnInboxRow(
  executor: Executor,
  { companyUid, userUid }: OwnedInbox,
  deliveryUid: string,
): Promise<InboxRow | undefined> {
  return (await findOwn.run(executor, { companyUid, userUid, deliveryUid }))[0];
}

const prune = named<never, { before: Date }>('delete from webhook_inbox where received_at < :before');

/** Removes what came into inboxes before an instant. */
export async function pruneInboxes(executor: Executor, before: Date): Promise<void> {
  await prune.run(executor, { before });
}
