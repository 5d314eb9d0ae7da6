import { assertPermission } from '../../access/authorize';
import { inboxMax, inspectOwnInbox, inspectOwnInboxEntry, openOwnInbox } from '../../usecases/webhooks/inbox';
import { inspectOwnEndpoints } from '../../usecases/webhooks/endpoints';
import type { Said } from '../components/said';
import { renderInboxEntryPage, renderInboxPage } from './pages/inbox-pages';
import { pathIn, withQuery } from './paths';
import { act, auditedLook, look, type Route } from './routes';
import { page, queried, redirect, type MemberVisit, type Reply } from './visit';
import { uidIn } from '../uid-in';

async function inboxPage(visit: MemberVisit, said: Said | undefined, status = 200): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const deliveries = await inspectOwnInbox(parts.db, principal);
  assertPermission(principal, 'ManageWebhooks');
  const endpoints = (await inspectOwnEndpoints(parts.db, principal)).filter(
    ({ channel, access }) => channel === 'inbox' && access === 'change',
  );
  const shown = { deliveries, endpoints, max: inboxMax, ...(said === undefined ? {} : { said }) };
  return page(renderInboxPage(viewer, place, shown), status);
}

async function showInbox(visit: MemberVisit): Promise<Reply> {
  const text = 'The inbox is open: what happens in the sandbox from now on is kept here.';
  return inboxPage(visit, queried(visit, 'done') === 'opened' ? { tone: 'passed', text } : undefined);
}

async function openInbox(visit: MemberVisit): Promise<Reply> {
  const { parts, place } = visit;
  const made = await visit.attempt(() => visit.change(inner => openOwnInbox(inner, parts.endpointSealer)));
  if (!made.isDone) return inboxPage(visit, { tone: 'failed', text: made.sentence }, 422);
  return redirect(withQuery(pathIn(place, 'inbox'), { done: 'opened' }));
}

async function showEntry(visit: MemberVisit): Promise<Reply> {
  const { viewer, place } = visit;
  const deliveryUid = uidIn(visit, 'delivery');
  const entry = await visit.change(inner => inspectOwnInboxEntry(inner, deliveryUid));
  return page(renderInboxEntryPage(viewer, place, entry));
}

/** The pages of the inbox of the sandbox (CONSOLE-30). What lies in it may be of patients: each look at one leaves a row in the trail. */
export const inboxRoutes: readonly Route[] = [
  look('/inbox', 'showInbox', showInbox),
  act('/inbox', 'webhookEndpoint.create', openInbox),
  auditedLook('/inbox/:delivery', 'webhookInbox.read', showEntry),
];
