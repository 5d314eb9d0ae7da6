import { isMailed } from '../../domain/notifications/mailed-events';
import { listPlaceProjects } from '../../usecases/console/places';
import {
  endOwnNotification,
  inspectOwnNotifications,
  setOwnNotification,
  type InspectedNotifications,
} from '../../usecases/notifications/notifications';
import { assertAnyPermission } from '../../access/authorize';
import type { SubscriptionValues } from './components/endpoint-fields';
import type { Said } from '../components/said';
import { scopeOf, subscriptionIn } from './endpoint-form';
import { renderNotificationsPage } from './pages/notifications-page';
import { pathIn, withQuery } from './paths';
import { act, look, type Route } from './routes';
import { page, queried, redirect, type MemberVisit, type Outcome, type Reply } from './visit';

const doneTexts = {
  saved: 'Saved. You are mailed these events.',
  ended: 'You are mailed nothing more.',
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

interface Beside {
  readonly said?: Said | undefined;
  /** What was typed and refused; absent: what is stored. */
  readonly typed?: SubscriptionValues;
}

async function notificationsPage(visit: MemberVisit, { said, typed }: Beside, status = 200): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  assertAnyPermission(principal, ['ManageNotifications', 'ManageMembers']);
  const found = await inspectOwnNotifications(parts.db, principal);
  const choices = {
    permissions: principal.permissions,
    samples: new Map<never, string>(),
    ...(await listPlaceProjects(parts.db, principal)),
  };
  const shown = {
    values: typed ?? valuesOf(found),
    choices,
    version: found.version,
    others: found.others,
    isOffered: isMailed,
    ...(said === undefined ? {} : { said }),
  };
  return page(renderNotificationsPage(viewer, place, shown), status);
}

async function showNotifications(visit: MemberVisit): Promise<Reply> {
  const what = queried(visit, 'done');
  const text = what === 'saved' || what === 'ended' ? doneTexts[what] : undefined;
  return notificationsPage(visit, { said: text === undefined ? undefined : { tone: 'passed', text } });
}

/** The choice that the form was filled with; null: there was none. */
function versionIn({ form }: MemberVisit): string | null {
  const said = form.get('version') ?? '';
  return said === '' ? null : said;
}

async function answer(
  visit: MemberVisit,
  done: keyof typeof doneTexts,
  outcome: Outcome<void>,
  typed?: SubscriptionValues,
): Promise<Reply> {
  if (outcome.isDone) return redirect(withQuery(pathIn(visit.place, 'notifications'), { done }));
  const said: Said = { tone: 'failed', text: outcome.sentence };
  return notificationsPage(visit, { said, ...(typed === undefined ? {} : { typed }) }, 422);
}

async function save(visit: MemberVisit): Promise<Reply> {
  const values = subscriptionIn(visit.form);
  const seen = versionIn(visit);
  const outcome = await visit.attempt(async () => {
    const wanted = scopeOf(values);
    return visit.change(inner => setOwnNotification(inner, wanted, seen));
  });
  return answer(visit, 'saved', outcome, values);
}

async function end(visit: MemberVisit): Promise<Reply> {
  const seen = versionIn(visit);
  const outcome = await visit.attempt(() => visit.change(inner => endOwnNotification(inner, seen)));
  return answer(visit, 'ended', outcome);
}

/** The page of what a member is mailed (CONSOLE-27). */
export const notificationRoutes: readonly Route[] = [
  look('/notifications', 'showNotifications', showNotifications),
  act('/notifications', 'notification.set', save),
  act('/notifications/end', 'notification.end', end),
];
