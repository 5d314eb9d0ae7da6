// Objection: deliveries by key and plain lists. SQL text: keeping a delivery and dropping the oldest is one
// statement.
import type { Executor } from '../database';
import { WebhookInboxModel, type InboxRow } from '../models/webhook';
import { named } from '../named';
import { columnsOf, insert, namesWithout } from '../table';

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
    and id <= (select id from webhook_inbox where company_uid = :companyUid order by id desc offset :oldKept
      limit 1)
`);

/**
 * Keeps a delivery in the inbox of its company, the same once; the oldest goes when more than `max` are
 * there.
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

/** What is in the inbox of a company, the newest first; one delivery of it where it is named. */
export async function readInbox(
  executor: Executor,
  { companyUid, deliveryUid, limit }: Listing,
): Promise<InboxRow[]> {
  const received = WebhookInboxModel.query(executor).where({ company_uid: companyUid });
  if (deliveryUid !== null) received.where({ delivery_uid: deliveryUid });
  return received.orderBy('id', 'desc').limit(limit);
}

const listedNames = ['endpointUid', 'deliveryUid', 'eventType', 'receivedAt'] as const;

/** A delivery in an inbox, without what it holds. */
export type InboxListing = Pick<InboxRow, (typeof listedNames)[number]>;

/** Whose it is: what endpoints of theirs were told. */
interface OwnedInbox {
  readonly companyUid: string;
  readonly userUid: string;
}

function ownInbox(executor: Executor, { companyUid, userUid }: OwnedInbox) {
  return WebhookInboxModel.query(executor)
    .joinRelated('endpoint')
    .where({ 'webhook_inbox.company_uid': companyUid, 'endpoint.owner_user_uid': userUid });
}

/** What is in the inbox of a company by endpoints of this person, the newest first. */
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

/** A delivery in the inbox of a company, to an endpoint of this person. */
export async function findOwnInboxRow(
  executor: Executor,
  owned: OwnedInbox,
  deliveryUid: string,
): Promise<InboxRow | undefined> {
  return ownInbox(executor, owned).findOne({ delivery_uid: deliveryUid });
}

/** Removes what came into inboxes before an instant. */
export async function pruneInboxes(executor: Executor, before: Date): Promise<void> {
  await WebhookInboxModel.query(executor).where('received_at', '<', before).delete();
}
