import { z } from 'zod';
import { assertAnyPermission } from '../../access/authorize';
import { isMailed } from '../../domain/notifications/mailed-events';
import { listPlaceProjects } from '../../usecases/console/places';
import { getsDigest, switchOwnDigest } from '../../usecases/notifications/daily-digests';
import { getsFeeMails, switchOwnFeeMails } from '../../usecases/notifications/fee-mails';
import { getsWeeklyReport, switchOwnWeeklyReport } from '../../usecases/notifications/weekly-reports';
import {
  endOwnNotification,
  inspectOwnNotifications,
  setOwnNotification,
  type InspectedNotifications,
} from '../../usecases/notifications/notifications';
import { field, FormProblem, formOf } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import type { SubscriptionValues } from './components/endpoint-fields';
import { postedSubscription, subscriptionForm } from './endpoint-form';
import { renderNotificationsPage } from './pages/notifications-page';
import { pathIn } from './paths';
import { act, look, type MemberRoute } from './routes';
import type { MemberVisit } from './visit';

const doneTexts = {
  saved: 'Saved. You get e-mails for these events.',
  ended: 'E-mail notifications turned off.',
  digestOn: 'Daily digest turned on.',
  digestOff: 'Daily digest turned off.',
  weeklyOn: 'Weekly report turned on. The first one comes next Monday.',
  weeklyOff: 'Weekly report turned off.',
  feesOn: 'E-mails about fees turned on.',
  feesOff: 'E-mails about fees turned off.',
} as const;

const nothing: SubscriptionValues = {
  events: [],
  hasAllProjects: true,
  projectIds: [],
  isTrackedOnly: false,
};

function valuesOf({ own }: InspectedNotifications): SubscriptionValues {
  if (own === undefined) return nothing;
  const { eventTypes: events, hasAllProjects, projectIds, isTrackedOnly } = own;
  return { events, hasAllProjects, projectIds, isTrackedOnly };
}

async function notificationsPage(
  visit: MemberVisit,
  refusal?: Refusal,
  posted?: SubscriptionValues,
): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  assertAnyPermission(principal, ['ManageNotifications', 'ManageMembers']);
  const found = await inspectOwnNotifications(parts.db, principal);
  const choices = {
    permissions: principal.permissions,
    samples: new Map<never, string>(),
    ...(await listPlaceProjects(parts.db, principal)),
  };
  const shown = {
    values: posted ?? valuesOf(found),
    choices,
    version: found.version,
    getsDigest: await getsDigest(parts.db, principal),
    getsWeeklyReport: await getsWeeklyReport(parts.db, principal),
    getsFeeMails: await getsFeeMails(parts.db, principal),
    others: found.others,
    alsoMailed: found.alsoMailed,
    isOffered: isMailed,
    message: messageFor(visit, doneTexts, refusal),
    problems: refusal?.fields,
  };
  return page(renderNotificationsPage(viewer, place, shown), refusal?.status);
}

/** The version of the settings that the form shows; `null` if there were none. */
const version = field(z.string().transform(text => (text === '' ? null : text)));
const saveForm = subscriptionForm.and(z.object({ version }));
const endForm = z.object({ version });

async function save(visit: MemberVisit): Promise<Reply> {
  const { version: seenVersion, ...wanted } = formOf(saveForm, visit.form);
  if (wanted.events.length === 0)
    throw new FormProblem({
      events:
        seenVersion === null
          ? 'Choose at least one event.'
          : 'Choose at least one event, or turn off e-mail notifications.',
    });
  await visit.change(change => setOwnNotification(change, wanted, seenVersion));
  return redirectDone(pathIn(visit.place, 'notifications'), 'saved');
}

async function end(visit: MemberVisit): Promise<Reply> {
  const { version: seenVersion } = formOf(endForm, visit.form);
  await visit.change(change => endOwnNotification(change, seenVersion));
  return redirectDone(pathIn(visit.place, 'notifications'), 'ended');
}

const digestForm = z.object({ digest: field(z.enum(['on', 'off']), 'Choose whether you get the digest.') });

async function switchDigest(visit: MemberVisit): Promise<Reply> {
  const isOn = formOf(digestForm, visit.form).digest === 'on';
  await visit.change(change => switchOwnDigest(change, isOn));
  return redirectDone(pathIn(visit.place, 'notifications'), isOn ? 'digestOn' : 'digestOff');
}

const weeklyForm = z.object({ weekly: field(z.enum(['on', 'off'])) });

async function switchWeekly(visit: MemberVisit): Promise<Reply> {
  const isOn = formOf(weeklyForm, visit.form).weekly === 'on';
  await visit.change(change => switchOwnWeeklyReport(change, isOn));
  return redirectDone(pathIn(visit.place, 'notifications'), isOn ? 'weeklyOn' : 'weeklyOff');
}

const feesForm = z.object({ fees: field(z.enum(['on', 'off'])) });

async function switchFees(visit: MemberVisit): Promise<Reply> {
  const isOn = formOf(feesForm, visit.form).fees === 'on';
  await visit.change(change => switchOwnFeeMails(change, isOn));
  return redirectDone(pathIn(visit.place, 'notifications'), isOn ? 'feesOn' : 'feesOff');
}

/** The page of a member's e-mail notifications (CONSOLE-27). */
export const notificationRoutes: readonly MemberRoute[] = [
  look('/notifications', 'showNotifications', visit => notificationsPage(visit)),
  act('/notifications', 'notification.set', save, {
    refused: (visit, refusal) => notificationsPage(visit, refusal, formOf(postedSubscription, visit.form)),
  }),
  act('/notifications/digest', 'notification.switchDigest', switchDigest, { refused: notificationsPage }),
  act('/notifications/weekly', 'notification.switchWeeklyReport', switchWeekly, {
    refused: notificationsPage,
  }),
  act('/notifications/fees', 'notification.switchFeeMails', switchFees, { refused: notificationsPage }),
  act('/notifications/end', 'notification.end', end, { refused: notificationsPage }),
];
