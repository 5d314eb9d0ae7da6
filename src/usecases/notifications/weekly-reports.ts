/** The weekly report: an e-mail on Monday that says where a member's record requests are. */
import { assertPermission, projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { usDate } from '../../domain/clinical/calendar-date';
import { pathIn, withQuery } from '../../domain/console/paths';
import { reportDue, weekBefore, type ReportedWeek } from '../../domain/notifications/weekly-report';
import { statusesOfView, type RequestView } from '../../domain/record-requests/request-list';
import type { DigestLine } from '../../mail/digest-text';
import { weeklyReportSubject, weeklyReportText } from '../../mail/weekly-report-text';
import type { Executor } from '../../store/database';
import { countMovedIn } from '../../store/record-requests/ended-requests';
import { anyRequest } from '../../store/record-requests/request-list-filter';
import { countSeenInView } from '../../store/record-requests/seen-requests';
import {
  deleteWeeklyReport,
  hasWeeklyReport,
  insertWeeklyReport,
  listWeeklyReports,
  markWeeklyReportSent,
  type MemberReport,
} from '../../store/tenants/weekly-reports';
import { resource, type Change } from '../change';
import { admitMember } from '../console/places';
import { countText, sendDue, type DigestKind, type DigestParts } from './due-digests';

/** Whether a member gets the weekly report in the current environment. */
export async function getsWeeklyReport(executor: Executor, principal: ConsolePrincipal): Promise<boolean> {
  return hasWeeklyReport(executor, principal);
}

/**
 * Turns the requesting member's weekly report in the current environment on or off. The first one comes on
 * the next Monday.
 * @throws Problem `permission.missing` without `ManageNotifications` and `ViewRecordRequests`
 */
export async function switchOwnWeeklyReport(change: Change<ConsolePrincipal>, isOn: boolean): Promise<void> {
  const { tx, principal, now: createdAt, newUid } = change;
  assertPermission(principal, 'ManageNotifications');
  assertPermission(principal, 'ViewRecordRequests');
  const { membershipUid, environment, userUid, companyUid } = principal;
  if (isOn)
    await insertWeeklyReport(tx, {
      uid: newUid(),
      membershipUid,
      environment,
      mailUid: newUid(),
      sentOn: null,
      createdAt,
    });
  else await deleteWeeklyReport(tx, { membershipUid, environment });
  const member = resource('user', { uid: userUid, companyUid });
  await change.audit(member, 'notification.switchWeeklyReport', { environment, isOn });
}

const openViews = [
  ['open', 'open'],
  ['needsYou', 'waiting on you'],
  ['overdue', 'overdue'],
] as const satisfies ReadonlyArray<readonly [RequestView, string]>;
const endedViews = [
  ['completed', 'completed'],
  ['notFound', 'without records'],
] as const satisfies ReadonlyArray<readonly [RequestView, string]>;

interface Counted extends DigestLine {
  readonly count: number;
}

interface CountParts {
  readonly db: Executor;
  readonly principal: ConsolePrincipal;
  readonly publicUrl: string;
}

function lineOf(
  { principal, publicUrl }: CountParts,
  count: number,
  words: string,
  query: Readonly<Record<string, string>>,
): Counted {
  const path = withQuery(pathIn(principal, 'record-requests'), query);
  return { count, text: `${countText(count)} ${words}`, url: new URL(path, publicUrl).href };
}

async function countOpen(parts: CountParts, now: Date): Promise<readonly Counted[]> {
  const scope = projectScopeOf(parts.principal);
  const lines = [];
  for (const [view, words] of openViews) {
    const count = await countSeenInView(parts.db, scope, view, anyRequest, { now });
    lines.push(lineOf(parts, count, words, { view }));
  }
  return lines;
}

async function countEnded(
  parts: CountParts,
  { from, until }: Pick<ReportedWeek, 'from' | 'until'>,
): Promise<readonly Counted[]> {
  const scope = projectScopeOf(parts.principal);
  const lines = [];
  for (const [view, words] of endedViews) {
    const count = await countMovedIn(parts.db, scope, statusesOfView[view], { after: from, until });
    lines.push(lineOf(parts, count, words, { view, since: from.toISOString(), before: until.toISOString() }));
  }
  return lines;
}

const weeklyReport: DigestKind<MemberReport> = {
  list: listWeeklyReports,
  due: (report, now) => reportDue(report.timeZone, report, now),
  write: async ({ db, publicUrl }, report, { day, now }) => {
    const { principal, companyName } = await admitMember({ db }, report, report);
    const { permissions } = principal;
    if (!permissions.has('ManageNotifications') || !permissions.has('ViewRecordRequests')) return undefined;
    const parts = { db, principal, publicUrl };
    const week = weekBefore(report.timeZone, day);
    const [open, ended] = [await countOpen(parts, now), await countEnded(parts, week)];
    if ([...open, ...ended].every(({ count }) => count === 0)) return undefined;
    const facts = {
      companyName,
      isSandbox: report.environment === 'sandbox',
      week: `${usDate(week.firstDay)} to ${usDate(week.lastDay)}`,
      now: open,
      lastWeek: ended,
      settingsUrl: new URL(pathIn(principal, 'notifications'), publicUrl).href,
    };
    return { subject: weeklyReportSubject(facts), text: weeklyReportText(facts) };
  },
  markSent: async (tx, { uid }, { day: sentOn, mailUid }) =>
    markWeeklyReportSent(tx, uid, { sentOn, mailUid }),
  sentEvent: 'notification.sendWeeklyReport',
  failure: 'A weekly report could not be sent. It is tried again in 10 minutes.',
};

/** Sends the weekly reports that are due, one per member, environment, and week (CONSOLE-127). */
export async function sendWeeklyReports(parts: DigestParts): Promise<void> {
  await sendDue(parts, weeklyReport);
}
