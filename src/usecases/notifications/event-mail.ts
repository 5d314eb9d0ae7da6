import type { EventType } from '../../domain/events/event-types';
import { mailsPerDayMax } from '../../domain/notifications/mailed-events';
import { eventSubject, eventText } from '../../mail/event-text';
import type { Mailer } from '../../mail/mailer';
import type { Clock } from '../../platform/clock';
import type { Executor } from '../../store/database';
import { countMailsSince, type DeliveryToAttempt } from '../../store/webhooks/deliveries';
import type { PostOutcome } from '../webhooks/attempts';

const dayMs = 24 * 60 * 60 * 1000;

/** What an e-mail about an event needs. */
export interface MailParts {
  readonly db: Executor;
  readonly clock: Clock;
  readonly mailer: Mailer;
}

/** A delivery that goes by e-mail, which tells a named event. */
export type MailedDelivery = DeliveryToAttempt & { readonly eventType: EventType };

/**
 * The text of a mail, which is the body of its delivery: ids and names of events, nothing of a patient
 * (EVENT-3).
 * @returns undefined when its owner may not be mailed any more (KEY-12), or had as many in 24 hours as
 *   there may be
 */
export async function mailTextOf(
  { db, clock }: MailParts,
  delivery: MailedDelivery,
): Promise<Buffer | undefined> {
  if (!delivery.ownerPermissions.includes('ManageNotifications')) return undefined;
  const sent = await countMailsSince(db, delivery, new Date(clock.now().getTime() - dayMs));
  if (sent >= mailsPerDayMax) return undefined;
  return Buffer.from(eventText({ ...delivery, isLast: sent === mailsPerDayMax - 1 }));
}

/**
 * Sends the mail of a delivery. A worker that dies before it notes that sends it again under one message id,
 * so that a mail program shows it once. What the server said is not kept: it may quote the address.
 */
export async function mailEvent(
  { mailer }: MailParts,
  { uid, eventType, environment, ownerName, ownerEmail }: MailedDelivery,
  text: Buffer,
): Promise<PostOutcome> {
  const startedAt = performance.now();
  const outcome = (failure: PostOutcome['failure']): PostOutcome => ({
    isSuccess: failure === null,
    httpStatus: null,
    failure,
    failureDetail: null,
    durationMs: Math.round(performance.now() - startedAt),
    responseHeaders: null,
    responseBody: null,
  });
  try {
    await mailer.send({
      uid,
      to: { name: ownerName, address: ownerEmail },
      subject: eventSubject(eventType, environment),
      text: text.toString(),
    });
    return outcome(null);
  } catch {
    return outcome('mail_failed');
  }
}
