// Objection: deliveries by key and plain lists. SQL text: storing a delivery and dropping the oldest is one
// statement.
import type { Executor } from '../database';
import { WebhookInboxModel, type InboxRow } from '../models/webhook';
import { named } from '../named';
import { columnsOf, insert, namesWithout } from '../table';

export type { InboxRow } from '../models/webhook';

const newNames = namesWithout(WebhookInboxModel, ['id']);

// Of the rows from before this one, one less than the maximum stays.
const keep = named<never, Omit<InboxRow, 'id'> & { oldKept: number }>(`
  with kept as (
    ${insert(WebhookInboxModel, {
      only: newNames,
      onConflict: 'on conflict on constraint webhook_inbox_delivery_uid_key do nothing',
      returning: 'id',
    })}
  )
  delete from webhook_inbox where company_uid = :companyUid and exists (select from kept)
    and id <= (select id from webhook_inbox where company_uid = :companyUid order by id desc offset :oldKept
      limit 1)
`);

/**
 * Stores a delivery in the inbox of its company, once; the oldest one is dropped if there are more than
 * `max`.
 */
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

/** Lists the inbox of a company, newest first, or one delivery of it. */
export async function readInbox(
  executor: Executor,
  { companyUid, deliveryUid, limit }: Listing,
): Promise<InboxRow[]> {
  const received = WebhookInboxModel.query(executor).where({ company_uid: companyUid });
  if (deliveryUid !== null) received.where({ delivery_uid: deliveryUid });
  return received.orderBy('id', 'desc').limit(limit);
}

const listedNames = ['endpointUid', 'deliveryUid', 'eventType', 'receivedAt'] as const;

/** A delivery in an inbox, without its content. */
export type InboxListing = Pick<InboxRow, (typeof listedNames)[number]>;

/** The owner of the endpoints. */
interface OwnedInbox {
  readonly companyUid: string;
  readonly userUid: string;
}

function ownInbox(executor: Executor, { companyUid, userUid }: OwnedInbox) {
  return WebhookInboxModel.query(executor)
    .joinRelated('endpoint')
    .where({ 'webhook_inbox.company_uid': companyUid, 'endpoint.owner_user_uid': userUid });
}

/** Lists the deliveries in a company's inbox to endpoints of this person, newest first. */
export async function listOwnInbox(
  executor: Executor,
  owned: OwnedInbox,
  limit: number,
): Promise<InboxListing[]> {
  return ownInbox(executor, owned)
    .select(columnsOf(WebhookInboxModel, listedNames))
    .orderBy('webhook_inbox.id', 'desc')
    .limit(limit);
}

/** Returns a delivery in a company's inbox, to an endpoint of this person. */
export async function findOwnInboxRow(
  executor: Executor,
  owned: OwnedInbox,
  deliveryUid: string,
): Promise<InboxRow | undefined> {
  return ownInbox(executor, owned).findOne({ delivery_uid: deliveryUid });
}

/** Removes inbox deliveries from before an instant. */
export async function pruneInboxes(executor: Executor, before: Date): Promise<void> {
  await WebhookInboxModel.query(executor).where('received_at', '<', before).delete();
}
