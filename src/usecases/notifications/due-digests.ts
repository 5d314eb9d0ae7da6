/** Sends the digests of a kind that are due, to each member who chose them. */
import type { WriteEvent } from '../../domain/audit-events';
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import type { Environment } from '../../domain/projects/project';
import { countedMax } from '../../domain/record-requests/request-list';
import type { Mail, Mailer } from '../../mail/mailer';
import type { Log } from '../../platform/log';
import type { Executor, Transaction } from '../../store/database';
import type { MailedMember } from '../../store/tenants/daily-digests';
import { resource, runOwnChange, type ChangeParts } from '../change';

/** Returns a count of a list, which ends at `countedMax`. */
export function countText(count: number): string {
  return count > countedMax ? `${countedMax}+` : String(count);
}

/** The dependencies of sending digests. */
export interface DigestParts extends ChangeParts {
  readonly log: Log;
  readonly mailer: Mailer;
  /** The base of the console's addresses (`PUBLIC_URL`). */
  readonly publicUrl: string;
}

/** A member's choice of a kind of digest. */
export interface ChosenDigest extends MailedMember {
  readonly uid: string;
  readonly environment: Environment;
  readonly mailUid: string;
}

/** A kind of digest. */
export interface DigestKind<Chosen extends ChosenDigest> {
  readonly list: (
    db: Executor,
    page: { readonly after: string | undefined; readonly limit: number },
  ) => Promise<Chosen[]>;
  /** Returns the day that it is due for; `undefined` if it isn't due. */
  readonly due: (chosen: Chosen, now: Date) => CalendarDate | undefined;
  /** Returns the e-mail; `undefined` if we may no longer send it (KEY-12), or there is nothing to tell. */
  readonly write: (
    parts: DigestParts,
    chosen: Chosen,
    time: { readonly day: CalendarDate; readonly now: Date },
  ) => Promise<Pick<Mail, 'subject' | 'text'> | undefined>;
  /** Records that it was sent, or had nothing to tell. */
  readonly markSent: (
    tx: Transaction,
    chosen: Chosen,
    sent: { readonly day: CalendarDate; readonly now: Date; readonly mailUid: string },
  ) => Promise<void>;
  readonly sentEvent: Extract<WriteEvent, 'notification.sendDigest' | 'notification.sendWeeklyReport'>;
  /** What the log says if one can't be sent. */
  readonly failure: string;
}

async function sendOne<Chosen extends ChosenDigest>(
  parts: DigestParts,
  kind: DigestKind<Chosen>,
  chosen: Chosen,
  time: { readonly day: CalendarDate; readonly now: Date },
): Promise<void> {
  const { userUid, userName: name, userEmail: address, companyUid, environment } = chosen;
  const written = await kind.write(parts, chosen, time);
  if (written !== undefined)
    await parts.mailer.send({ uid: chosen.mailUid, to: { name, address }, ...written });
  await runOwnChange(parts, 'notification', kind.sentEvent, async change => {
    await kind.markSent(change.tx, chosen, { ...time, mailUid: change.newUid() });
    if (written === undefined) return change.unaudited('there was nothing to tell');
    const member = resource('user', { uid: userUid, companyUid });
    await change.audit(member, kind.sentEvent, { environment });
  });
}

/** How many digests one statement reads. */
const pageSize = 500;

/**
 * Sends the digests of a kind that are due, one per member, environment, and day that it is due for. One that
 * can't be sent doesn't keep back the others, and is tried again with the next run. Several processes may run
 * this at once: then both e-mails have one message id.
 */
export async function sendDue<Chosen extends ChosenDigest>(
  parts: DigestParts,
  kind: DigestKind<Chosen>,
): Promise<void> {
  for (let after: string | undefined; ;) {
    const page = await kind.list(parts.db, { after, limit: pageSize });
    for (const chosen of page) {
      const now = parts.clock.now();
      const day = kind.due(chosen, now);
      if (day === undefined) continue;
      await sendOne(parts, kind, chosen, { day, now }).catch((error: unknown) => {
        parts.log.warn(kind.failure, { error });
      });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.uid;
  }
}
