import type { RefusalReason } from '../../domain/authorizations/refusal-reason';
import { pathIn } from '../../domain/console/paths';
import { groupOf, type EventType } from '../../domain/events/event-types';
import { mailsPerDayMax } from '../../domain/notifications/mailed-events';
import { eventSubject, eventText } from '../../mail/event-text';
import type { Mailer } from '../../mail/mailer';
import type { Clock } from '../../platform/clock';
import type { Executor } from '../../store/database';
import { findPatientByUid } from '../../store/patients/patients';
import { findNote } from '../../store/record-requests/notes';
import { countMailsSince, type DeliveryToAttempt } from '../../store/webhooks/deliveries';
import type { PostOutcome } from '../webhooks/attempts';

const dayMs = 24 * 60 * 60 * 1000;

/** The dependencies of e-mails about events. */
export interface MailParts {
  readonly db: Executor;
  readonly clock: Clock;
  readonly mailer: Mailer;
  /** What customers call the people who help them (`SUPPORT_NAME`). */
  readonly supportName: string;
  /** The base of the console's addresses (`PUBLIC_URL`). */
  readonly publicUrl: string;
}

/** An e-mail delivery of a named event. */
export type MailedDelivery = DeliveryToAttempt & { readonly eventType: EventType };

/** Returns why the authorization of an event wasn't accepted, where its status doesn't say it all. */
async function reasonOf(
  db: Executor,
  { eventType, patientUid }: MailedDelivery,
): Promise<RefusalReason | null> {
  if (groupOf(eventType) !== 'authorization' || patientUid === null) return null;
  return (await findPatientByUid(db, patientUid))?.authorizationReason ?? null;
}

/**
 * Returns the path of the console's page about an event's record, with our ids only; `null` for none.
 */
async function pageOf(db: Executor, delivery: MailedDelivery): Promise<string | null> {
  const { eventType, patientUid, recordUid } = delivery;
  if (patientUid === null) return null;
  const ofPatient = (...segments: readonly string[]): string =>
    pathIn(delivery, 'patients', patientUid, ...segments);
  const group = groupOf(eventType);
  if (group === 'recordRequest') return ofPatient('record-requests', recordUid);
  const note = group === 'note' ? await findNote(db, recordUid) : undefined;
  return note === undefined ? ofPatient() : ofPatient('record-requests', note.recordRequestUid);
}

/**
 * Returns the text of an e-mail, which is the body of its delivery: ids and names of events, no patient data
 * (EVENT-3).
 * @returns undefined if its owner may no longer be e-mailed (KEY-12), or reached the limit for 24 hours
 */
export async function mailTextOf(
  { db, clock, supportName, publicUrl }: MailParts,
  delivery: MailedDelivery,
): Promise<Buffer | undefined> {
  if (!delivery.ownerPermissions.includes('ManageNotifications')) return undefined;
  const now = clock.now();
  const sent = await countMailsSince(db, delivery, new Date(now.getTime() - dayMs));
  if (sent >= mailsPerDayMax) return undefined;
  const reason = await reasonOf(db, delivery);
  const path = await pageOf(db, delivery);
  const url = path === null ? null : new URL(path, publicUrl).href;
  const isLast = sent === mailsPerDayMax - 1;
  return Buffer.from(eventText({ ...delivery, reason, url, isLast, supportName, now }));
}

/**
 * Sends the e-mail of a delivery. A worker that dies before recording it sends it again with the same message
 * id, so that a mail program shows it once. The server's response isn't kept: it may quote the address.
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
