import { assertPermission } from '../../access/authorize';
import { inboxMax, inspectOwnInbox, inspectOwnInboxEntry, openOwnInbox } from '../../usecases/webhooks/inbox';
import { inspectOwnEndpoints } from '../../usecases/webhooks/endpoints';
import { messageFor, redirectDone } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { uidIn } from '../visit';
import { renderInboxEntryPage, renderInboxPage } from './pages/inbox-pages';
import { pathIn } from './paths';
import { act, auditedLook, look, type MemberRoute } from './routes';
import type { MemberVisit } from './visit';

const doneTexts = { opened: 'Inbox opened. New sandbox events appear here.' } as const;

async function inboxPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const deliveries = await inspectOwnInbox(parts.db, principal);
  assertPermission(principal, 'ManageWebhooks');
  const endpoints = (await inspectOwnEndpoints(parts.db, principal)).filter(
    ({ channel, access }) => channel === 'inbox' && access === 'change',
  );
  const shown = { deliveries, endpoints, max: inboxMax, message: messageFor(visit, doneTexts, refusal) };
  return page(renderInboxPage(viewer, place, shown), refusal?.status);
}

async function openInbox(visit: MemberVisit): Promise<Reply> {
  const { parts, place } = visit;
  await visit.change(change => openOwnInbox(change, parts.endpointSealer));
  return redirectDone(pathIn(place, 'inbox'), 'opened');
}

async function showEntry(visit: MemberVisit): Promise<Reply> {
  const { viewer, place } = visit;
  const deliveryUid = uidIn(visit, 'delivery');
  const entry = await visit.change(change => inspectOwnInboxEntry(change, deliveryUid));
  return page(renderInboxEntryPage(viewer, place, entry));
}

/**
 * The pages of the sandbox inbox (CONSOLE-30). Deliveries may contain patient data, so each view is recorded
 * in the audit log.
 */
export const inboxRoutes: readonly MemberRoute[] = [
  look('/inbox', 'showInbox', visit => inboxPage(visit)),
  act('/inbox', 'webhookEndpoint.create', openInbox, { refused: inboxPage }),
  auditedLook('/inbox/:delivery', 'webhookInbox.read', showEntry),
];
