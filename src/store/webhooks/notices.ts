// Objection: rows by key. SQL text: the content of an e-mail comes from five tables.
import type { DeliveredEvent } from '../../domain/webhooks/classic';
import type { Environment } from '../../domain/projects/project';
import type { Executor, Transaction } from '../database';
import {
  WebhookDeliveryModel,
  WebhookEndpointModel,
  WebhookNoticeModel,
  type WebhookNoticeRow,
} from '../models/webhook';
import { named } from '../named';
import { pick, selectList } from '../table';

export type { WebhookNoticeRow } from '../models/webhook';

const newNames = ['uid', 'endpointUid', 'deliveryUid', 'kind', 'failures', 'createdAt'] as const;

/** Stores a notice to send. */
export async function storeNotice(tx: Transaction, notice: Omit<WebhookNoticeRow, 'sentAt'>): Promise<void> {
  await WebhookNoticeModel.query(tx).insert(pick(notice, newNames));
}

/** A notice with the content of its e-mail. */
export interface NoticeToSend extends Pick<
  WebhookNoticeRow,
  'uid' | 'kind' | 'failures' | 'sentAt' | 'endpointUid' | 'deliveryUid'
> {
  readonly url: string;
  readonly environment: Environment;
  /** The company's id. */
  readonly companyId: string;
  readonly eventType: DeliveredEvent;
  readonly recordUid: string;
  readonly lastHttpStatus: number | null;
  readonly lastFailure: string | null;
  readonly emittedAt: Date;
  readonly ownerName: string;
  readonly ownerEmail: string;
  /** Whether the owner's account is gone: then nobody is notified. */
  readonly isOwnerGone: boolean;
}

const find = named<NoticeToSend, { uid: string }>(`
  select ${selectList(WebhookNoticeModel, 'n', [
    ...(['uid', 'kind', 'failures', 'sentAt', 'endpointUid', 'deliveryUid'] as const),
  ])},
    ${selectList(WebhookEndpointModel, 'e', ['url', 'environment'])},
    ${selectList(WebhookDeliveryModel, 'd', ['eventType', 'recordUid', 'lastHttpStatus', 'lastFailure'])},
    c.id as "companyId", coalesce(o.emitted_at, d.created_at) as "emittedAt",
    u.name as "ownerName", u.email as "ownerEmail", u.deleted_at is not null as "isOwnerGone"
  from webhook_notice n
  join webhook_endpoint e on e.uid = n.endpoint_uid
  join company c on c.uid = e.company_uid
  join app_user u on u.uid = e.owner_user_uid
  join webhook_delivery d on d.uid = n.delivery_uid
  left join outbox_event o on o.uid = d.event_uid
  where n.uid = :uid
`);

/** Returns a notice by its uid; `undefined` if its delivery is no longer in the log. */
export async function findNotice(executor: Executor, uid: string): Promise<NoticeToSend | undefined> {
  return (await find.run(executor, { uid }))[0];
}

/** Records that a notice was sent. */
export async function markNoticeSent(executor: Executor, uid: string, at: Date): Promise<void> {
  await WebhookNoticeModel.query(executor).findById(uid).whereNull('sent_at').patch({ sentAt: at });
}

/** Removes notices written before an instant. */
export async function pruneNotices(executor: Executor, before: Date): Promise<void> {
  await WebhookNoticeModel.query(executor).where('created_at', '<', before).delete();
}
