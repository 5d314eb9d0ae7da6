import type { DeliveredEvent } from '../../domain/webhooks/classic';
import type { ConsolePrincipal } from '../../access/principal';
import { eventTypes } from '../../domain/events/event-types';
import { Problem, notFound } from '../../domain/problem';
import { isPermitted } from '../../domain/webhooks/subscription';
import { lockMembersOf } from '../../store/tenants/company-members';
import { listEndpoints } from '../../store/webhooks/endpoints';
import type { EndpointSealer } from '../../webhooks/endpoint-sealer';
import {
  findOwnInboxRow,
  keepInInbox,
  listOwnInbox,
  readInbox,
  type InboxListing,
  type InboxRow,
} from '../../store/webhooks/inbox';
import { findLoggedDelivery } from '../../store/webhooks/log';
import { sentHeaders } from '../../webhooks/egress/send';
import type { SignatureHeaders } from '../../webhooks/signature';
import type { Clock } from '../../platform/clock';
import type { Executor } from '../../store/database';
import { resource, type Change, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../operators';
import { seesDelivered } from './delivery-log';
import { seesContent } from './endpoint-access';
import { createOwnEndpoint } from './new-endpoints';

/** How many deliveries the inbox of a company's sandbox holds. */
export const inboxMax = 100;

/** A delivery as its receiver would have received it. */
export interface InboxPost {
  readonly companyUid: string;
  readonly endpointUid: string;
  readonly deliveryUid: string;
  readonly eventType: DeliveredEvent;
  readonly signature: SignatureHeaders;
  readonly body: Uint8Array;
}

/**
 * Delivers into a company's inbox: stored as it would have been sent, for members without a reachable
 * address.
 */
export async function deliverToInbox(
  { db, clock }: { readonly db: Executor; readonly clock: Clock },
  { signature, body, ...about }: InboxPost,
): Promise<void> {
  const headers = { ...sentHeaders([], signature) };
  await keepInInbox(db, { ...about, receivedAt: clock.now(), headers, body: Buffer.from(body) }, inboxMax);
}

/** A delivery in an inbox. */
export interface InboxEntry extends Omit<InboxRow, 'id' | 'companyUid' | 'body'> {
  readonly body: string;
}

/**
 * Lists the inbox of a company's sandbox, newest first. It contains patients' details, so each view is
 * audited.
 * @throws OperatorError for an unknown company, and for an unknown delivery
 */
export async function inspectInbox(
  change: OperatorChange,
  companyId: string,
  { deliveryUid, limit }: { readonly deliveryUid?: string | undefined; readonly limit: number },
): Promise<InboxEntry[]> {
  const { uid: companyUid } = await getCompany(change.tx, companyId);
  const rows = await readInbox(change.tx, { companyUid, deliveryUid: deliveryUid ?? null, limit });
  if (deliveryUid !== undefined && rows.length === 0)
    throw new OperatorError(
      `The inbox has no such delivery. It keeps the last ${inboxMax}. Run \`webhook inbox\` to see them.`,
    );
  await change.auditLook(resource('company', { uid: companyUid, companyUid }));
  return rows.map(shown);
}

function shown({ endpointUid, deliveryUid, eventType, receivedAt, headers, body }: InboxRow): InboxEntry {
  return { endpointUid, deliveryUid, eventType, receivedAt, headers, body: body.toString() };
}

/** Only the sandbox has an inbox. @throws Problem 404 */
function assertSandbox({ environment }: ConsolePrincipal): void {
  if (environment !== 'sandbox') throw notFound('only a sandbox has an inbox');
}

/**
 * Creates the inbox of the requesting member: an endpoint without a URL, for every event that they may
 * receive.
 * @throws Problem 404 in production, `console.formStale` if they already have one; otherwise as
 * `createOwnEndpoint`
 */
export async function openOwnInbox(change: Change<ConsolePrincipal>, sealer: EndpointSealer): Promise<void> {
  const { tx, principal } = change;
  const { companyUid, userUid, permissions } = principal;
  assertSandbox(principal);
  // Two concurrent forms would both find none.
  await lockMembersOf(tx, companyUid);
  const endpoints = await listEndpoints(tx, companyUid);
  if (endpoints.some(({ channel, ownerUserUid }) => channel === 'inbox' && ownerUserUid === userUid))
    throw new Problem('console.formStale');
  const form = {
    url: null,
    name: null,
    projectIds: [],
    isTrackedOnly: false,
    customHeaders: [],
    sendsStandardHeaders: true,
    events: eventTypes.filter(event => isPermitted(event, permissions)),
  };
  await createOwnEndpoint(change, sealer, form, change.newUid());
}

/**
 * Lists the deliveries to the requesting member's inbox, without content, newest first (CONSOLE-30).
 * @throws Problem 404 in production
 */
export async function inspectOwnInbox(
  executor: Executor,
  principal: ConsolePrincipal,
): Promise<InboxListing[]> {
  assertSandbox(principal);
  return listOwnInbox(executor, principal, inboxMax);
}

/** A delivery in the inbox as shown to its member. */
export interface OwnInboxEntry extends InboxEntry {
  /** Whether headers and body are shown, which contain patients' details; otherwise they are empty. */
  readonly isContentShown: boolean;
}

/**
 * Returns one delivery in the requesting member's inbox. Its content is shown while their role may see all
 * possible content, and each view is audited (CONSOLE-30).
 * @throws Problem 404 for one that they can't see
 */
export async function inspectOwnInboxEntry(
  change: Change<ConsolePrincipal>,
  deliveryUid: string,
): Promise<OwnInboxEntry> {
  const { tx, principal } = change;
  assertSandbox(principal);
  const row = await findOwnInboxRow(tx, principal, deliveryUid);
  if (row === undefined) throw notFound('no such delivery is in the inbox of the member');
  const { companyUid } = principal;
  await change.auditLook(resource('webhookEndpoint', { uid: row.endpointUid, companyUid }));
  // A test isn't in the log, and its content is made up.
  const delivery = await findLoggedDelivery(tx, companyUid, deliveryUid);
  const isContentShown =
    delivery === undefined ? seesContent(principal) : await seesDelivered(tx, principal, delivery);
  const entry = shown(row);
  return isContentShown ? { ...entry, isContentShown } : { ...entry, headers: {}, body: '', isContentShown };
}
