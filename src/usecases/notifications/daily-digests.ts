/** The daily digest: an e-mail in the morning that says what needs a member, and what came. */
import { assertPermission, projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { homeTasks } from '../../domain/console/home-tasks';
import { pathIn, withQuery, type Place } from '../../domain/console/paths';
import { digestDue } from '../../domain/notifications/daily-digest';
import { statusesOfView } from '../../domain/record-requests/request-list';
import { digestSubject, digestText, type DigestFacts, type DigestLine } from '../../mail/digest-text';
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
import { resource, type Change } from '../change';
import { countForHome } from '../console/home';
import { admitMember } from '../console/places';
import { countText, sendDue, type DigestKind, type DigestParts } from './due-digests';

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
    if (count > 0) lines.push({ text: `${countText(count)} ${count === 1 ? one : many}`, path });
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
    needsYou: tasks.map(({ count, name, path }) => lineOf({ text: `${countText(count)} ${name}`, path })),
    arrived: arrived.map(lineOf),
    settingsUrl: new URL(pathIn(place, 'notifications'), publicUrl).href,
  };
}

const dailyDigest: DigestKind<MemberDigest> = {
  list: listDigests,
  due: ({ timeZone, sentOn }, now) => digestDue(timeZone, sentOn, now),
  write: async (parts, digest, { now }) => {
    const facts = await factsOf(parts, digest, now);
    return facts && { subject: digestSubject(facts), text: digestText(facts) };
  },
  markSent: async (tx, { uid }, { day: sentOn, now, mailUid }) =>
    markDigestSent(tx, uid, { sentOn, toldUntil: toldUntilAt(now), mailUid }),
  sentEvent: 'notification.sendDigest',
  failure: 'A daily digest could not be sent. It is tried again in 10 minutes.',
};

/** Sends the digests that are due, one per member, environment, and day (EVENT-51). */
export async function sendDigests(parts: DigestParts): Promise<void> {
  await sendDue(parts, dailyDigest);
}
