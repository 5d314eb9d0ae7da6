/** The daily digest: an e-mail in the morning that says what needs a member, and what came. */
import { assertPermission, projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { homeTasks } from '../../domain/console/home-tasks';
import { pathIn, withQuery, type Place } from '../../domain/console/paths';
import { digestDue } from '../../domain/notifications/daily-digest';
import { countedMax, statusesOfView } from '../../domain/record-requests/request-list';
import { digestSubject, digestText, type DigestFacts, type DigestLine } from '../../mail/digest-text';
import type { Mailer } from '../../mail/mailer';
import type { Log } from '../../platform/log';
import type { Executor } from '../../store/database';
import { countMovedIn } from '../../store/record-requests/ended-requests';
import {
  deleteDigest,
  hasDigest,
  insertDigest,
  listDigests,
  markDigestSent,
  type MemberDigest,
} from '../../store/tenants/daily-digests';
import { resource, runOwnChange, type Change, type ChangeParts } from '../change';
import { countForHome } from '../console/home';
import { admitMember } from '../console/places';

/** Whether a member gets the daily digest in the current environment. */
export async function getsDigest(executor: Executor, principal: ConsolePrincipal): Promise<boolean> {
  return hasDigest(executor, principal);
}

/**
 * Turns the requesting member's daily digest in the current environment on or off. The first one tells what
 * came from now on.
 * @throws Problem `permission.missing` without `ManageNotifications`
 */
export async function switchOwnDigest(change: Change<ConsolePrincipal>, isOn: boolean): Promise<void> {
  const { principal, now, newUid } = change;
  assertPermission(principal, 'ManageNotifications');
  const { membershipUid, environment, userUid: uid, companyUid } = principal;
  if (isOn)
    await insertDigest(change.tx, {
      uid: newUid(),
      membershipUid,
      environment,
      mailUid: newUid(),
      sentOn: null,
      toldUntil: now,
      createdAt: now,
    });
  else await deleteDigest(change.tx, { membershipUid, environment });
  await change.audit(resource('user', { uid, companyUid }), 'notification.switchDigest', {
    environment,
    isOn,
  });
}

/** The dependencies of sending digests. */
export interface DigestParts extends ChangeParts {
  readonly log: Log;
  readonly mailer: Mailer;
  /** The base of the console's addresses (`PUBLIC_URL`). */
  readonly publicUrl: string;
}

const numberText = (count: number): string => (count > countedMax ? `${countedMax}+` : String(count));

/** Returns what came for a member since their last digest. */
async function arrivedFor(
  db: Executor,
  principal: ConsolePrincipal,
  period: { readonly after: Date; readonly until: Date },
): Promise<readonly { readonly text: string; readonly path: string }[]> {
  if (!principal.permissions.has('ViewRecordRequests')) return [];
  const scope = projectScopeOf(principal);
  const kinds = [
    { view: 'completed', one: 'record request completed', many: 'record requests completed' },
    { view: 'notFound', one: 'record request found no records', many: 'record requests found no records' },
  ] as const;
  const lines = [];
  for (const { view, one, many } of kinds) {
    const count = await countMovedIn(db, scope, statusesOfView[view], period);
    const path = withQuery(pathIn(principal, 'record-requests'), { view });
    if (count > 0) lines.push({ text: `${numberText(count)} ${count === 1 ? one : many}`, path });
  }
  return lines;
}

/** Longer than any change takes. Its moves are stored with the time at which it began. */
const settlesWithinMs = 5 * 60_000;

/**
 * Returns the end of the period that a digest covers. The next one covers what is younger: a change that
 * isn't stored yet may be older than one that is.
 */
function toldUntilAt(now: Date): Date {
  return new Date(now.getTime() - settlesWithinMs);
}

/**
 * Returns a digest's content; `undefined` if we may no longer e-mail its member (KEY-12), or nothing needs
 * them and nothing came.
 */
async function factsOf(
  { db, publicUrl }: DigestParts,
  digest: MemberDigest,
  now: Date,
): Promise<DigestFacts | undefined> {
  const place: Place = digest;
  const { principal, companyName } = await admitMember({ db }, digest, place);
  if (!principal.permissions.has('ManageNotifications')) return undefined;
  const lineOf = ({ text, path }: { readonly text: string; readonly path: string }): DigestLine => ({
    text,
    url: new URL(path, publicUrl).href,
  });
  const tasks = homeTasks(place, await countForHome(db, principal, now));
  const arrived = await arrivedFor(db, principal, { after: digest.toldUntil, until: toldUntilAt(now) });
  if (tasks.length === 0 && arrived.length === 0) return undefined;
  return {
    companyName,
    isSandbox: digest.environment === 'sandbox',
    day: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: digest.timeZone }).format(now),
    needsYou: tasks.map(({ count, name, path }) => lineOf({ text: `${numberText(count)} ${name}`, path })),
    arrived: arrived.map(lineOf),
    settingsUrl: new URL(pathIn(place, 'notifications'), publicUrl).href,
  };
}

async function sendOne(parts: DigestParts, digest: MemberDigest, day: string, now: Date): Promise<void> {
  const { userUid, userName: name, userEmail: address, companyUid, environment } = digest;
  const facts = await factsOf(parts, digest, now);
  if (facts !== undefined)
    await parts.mailer.send({
      uid: digest.mailUid,
      to: { name, address },
      subject: digestSubject(facts),
      text: digestText(facts),
    });
  await runOwnChange(parts, 'notification', 'notification.sendDigest', async change => {
    const sent = { sentOn: day, toldUntil: toldUntilAt(now), mailUid: change.newUid() };
    await markDigestSent(change.tx, digest.uid, sent);
    if (facts === undefined) return change.unaudited('there was nothing to tell');
    const member = resource('user', { uid: userUid, companyUid });
    await change.audit(member, 'notification.sendDigest', { environment });
  });
}

/** How many digests one statement reads. */
const pageSize = 500;

/**
 * Sends the digests that are due, one per member, environment, and day (EVENT-51). One that can't be sent
 * doesn't keep back the others, and is tried again with the next run. Several processes may run this at once:
 * then both e-mails have one message id.
 */
export async function sendDigests(parts: DigestParts): Promise<void> {
  for (let after: string | undefined; ;) {
    const page = await listDigests(parts.db, { after, limit: pageSize });
    for (const digest of page) {
      const now = parts.clock.now();
      const day = digestDue(digest.timeZone, digest.sentOn, now);
      if (day === undefined) continue;
      await sendOne(parts, digest, day, now).catch((error: unknown) => {
        parts.log.warn('A daily digest could not be sent. It is tried again in 10 minutes.', { error });
      });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.uid;
  }
}
