import type { DeliveredEvent } from '../../domain/webhooks/classic';
import { keepInInbox, readInbox, type InboxRow } from '../../store/webhook-inbox';
import { sentHeaders } from '../../webhooks/egress/send';
import type { SignatureHeaders } from '../../webhooks/signature';
import type { Clock } from '../../platform/clock';
import type { Executor } from '../../store/database';
import { resource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../operators';

/** How many deliveries the inbox of a company's sandbox holds. */
export const inboxMax = 100;

/** A delivery as its receiver would have got it. */
export interface InboxPost {
  readonly companyUid: string;
  readonly endpointUid: string;
  readonly deliveryUid: string;
  readonly eventType: DeliveredEvent;
  readonly signature: SignatureHeaders;
  readonly body: Uint8Array;
}

/** Delivers into the inbox of a company: kept as it would have been sent, for who has no address that we could reach. */
export async function deliverToInbox(
  { db, clock }: { readonly db: Executor; readonly clock: Clock },
  { signature, body, ...about }: InboxPost,
): Promise<void> {
  const headers = { ...sentHeaders([], signature) };
  await keepInInbox(db, { ...about, receivedAt: clock.now(), headers, body: Buffer.from(body) }, inboxMax);
}

/** A delivery in an inbox. */
export interface InboxEntry extends Omit<InboxRow, 'id' | 'companyUid' | 'body'> {
  readonly body: string;
}

/**
 * What is in the inbox of a company's sandbox, the newest first. It has the details of patients, so that each look leaves an
 * audit row.
 * @throws OperatorError for an unknown company, and for a delivery that is not there
 */
export async function inspectInbox(
  change: OperatorChange,
  companyId: string,
  { deliveryUid, limit }: { readonly deliveryUid?: string | undefined; readonly limit: number },
): Promise<InboxEntry[]> {
  const { uid: companyUid } = await getCompany(change.tx, companyId);
  const rows = await readInbox(change.tx, { companyUid, deliveryUid: deliveryUid ?? null, limit });
  if (deliveryUid !== undefined && rows.length === 0)
    throw new OperatorError(
      `The inbox has no such delivery: it holds the last ${inboxMax}, and \`webhook inbox\` lists them.`,
    );
  await change.audit(resource('company', { uid: companyUid, companyUid }));
  return rows.map(({ endpointUid, deliveryUid: uid, eventType, receivedAt, headers, body }) => ({
    ...{ endpointUid, deliveryUid: uid, eventType, receivedAt, headers, body: body.toString() },
  }));
}
