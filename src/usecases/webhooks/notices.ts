import type { Clock } from '../../platform/clock';
import { pathIn } from '../../domain/console/paths';
import type { Environment } from '../../domain/projects/project';
import { workflows } from '../../domain/workflows';
import type { Mailer } from '../../mail/mailer';
import type { Executor } from '../../store/database';
import { findNotice, markNoticeSent, storeNotice, type WebhookNoticeRow } from '../../store/webhooks/notices';
import { isFailureReason } from '../../webhooks/egress/failure';
import { noticeText } from '../../webhooks/notice-text';
import type { Change } from '../change';

/** The endpoint that a notice is about. */
interface NoticedEndpoint {
  readonly uid: string;
  /** The company's id. */
  readonly companyId: string;
  readonly environment: Environment;
}

/** Writes a notice to the owner of an endpoint, in the transaction that causes it; its workflow sends it. */
export async function notifyOwner(
  change: Change,
  { uid: endpointUid, companyId, environment }: NoticedEndpoint,
  about: Pick<WebhookNoticeRow, 'kind' | 'failures' | 'deliveryUid'>,
): Promise<void> {
  const uid = change.newUid();
  await storeNotice(change.tx, { uid, endpointUid, createdAt: change.now, ...about });
  await change.start(workflows.endpointNotice, { noticeUid: uid }, { company: companyId, environment });
}

/** The dependencies of sending a notice. */
export interface NoticeParts {
  readonly db: Executor;
  readonly clock: Clock;
  readonly mailer: Mailer;
  /** The base of the console's addresses (`PUBLIC_URL`). */
  readonly publicUrl: string;
}

/**
 * Sends a notice (HOOK-20). A repeat sends nothing; if a process dies before recording it, the e-mail is sent
 * twice with one message id.
 * @returns whether there was a recipient
 * @throws if the e-mail couldn't be sent, without the server's response, which may quote the address
 */
export async function sendNotice(
  { db, clock, mailer, publicUrl }: NoticeParts,
  { noticeUid }: { readonly noticeUid: string },
): Promise<'sent' | 'nobody'> {
  const notice = await findNotice(db, noticeUid);
  if (notice === undefined || notice.isOwnerGone) return 'nobody';
  if (notice.sentAt !== null) return 'sent';
  const { lastFailure } = notice;
  const { subject, text } = noticeText({
    ...notice,
    httpStatus: notice.lastHttpStatus,
    failure: lastFailure !== null && isFailureReason(lastFailure) ? lastFailure : null,
    pageUrl: new URL(pathIn(notice, 'endpoints', notice.endpointUid), publicUrl).href,
  });
  const to = { name: notice.ownerName, address: notice.ownerEmail };
  await mailer.send({ uid: notice.uid, to, subject, text });
  await markNoticeSent(db, notice.uid, clock.now());
  return 'sent';
}
