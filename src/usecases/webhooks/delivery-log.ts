import { uidOf } from '../../domain/changes';
import { projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import type { EndpointAccess } from '../../domain/webhooks/endpoint-access';
import type { Executor } from '../../store/database';
import { findDeliveredRecords, type DeliveredRecord } from '../../store/webhooks/delivered-records';
import { findEndpoint } from '../../store/webhooks/endpoints';
import {
  expungeDelivery as expunge,
  lockDelivery,
  readAttempts,
  readDeliveryBody,
  readDeliveryLog,
  type DeliveryFilter,
  type DeliveryLogEntry,
  type LoggedDelivery,
  type WebhookAttemptRow,
} from '../../store/webhooks/log';
import { failureReasons, isFailureReason } from '../../webhooks/egress/failure';
import { resource, type AuditedResource, type Change, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { getCompany } from '../operators';
import type { MemberReading } from '../reading';
import { accessOf, assertAccess, noSuchEndpoint, seesContent, type EndpointChange } from './endpoint-access';
import { countAttempts } from '../../store/webhooks/success-rates';

/** A delivery, as an operator names it. */
export interface DeliveryRef {
  readonly companyId: string;
  readonly deliveryUid: string;
}

/**
 * Lists the deliveries of a company that match a filter, newest event first: what was sent where with what
 * result, without payloads.
 * @throws OperatorError for an unknown company
 */
export async function inspectDeliveries(
  executor: Executor,
  companyId: string,
  filter: DeliveryFilter,
): Promise<DeliveryLogEntry[]> {
  const { uid } = await getCompany(executor, companyId);
  return readDeliveryLog(executor, uid, filter);
}

/**
 * Locks the named delivery. A member sees it if they see its endpoint.
 * @throws OperatorError if the company doesn't have it
 * @throws Problem to a member, as `lockNamedEndpoint`
 */
export async function lockNamedDelivery(
  { tx, principal }: EndpointChange,
  { companyId, deliveryUid }: DeliveryRef,
  wanted: 'look' | 'change',
): Promise<{ readonly delivery: LoggedDelivery; readonly audited: AuditedResource }> {
  const company = await getCompany(tx, companyId);
  const delivery = await lockDelivery(tx, company.uid, deliveryUid);
  if (principal.kind === 'console')
    assertAccess(principal, delivery && (await findEndpoint(tx, company.uid, delivery.endpointUid)), wanted);
  if (delivery === undefined)
    throw new OperatorError('The company has no such delivery.', {
      hint: 'Run `webhook deliveries` to see its deliveries.',
    });
  return { delivery, audited: resource('webhookDelivery', delivery) };
}

export type { DeliveredRecord } from '../../store/webhooks/delivered-records';

/** A line of the log as a member sees it. */
export interface OwnDeliveryLogEntry extends DeliveryLogEntry {
  /** `undefined` for a record that they don't see, or that belongs to no patient. */
  readonly record: DeliveredRecord | undefined;
}

/**
 * Lists the deliveries to an endpoint that a member may view, newest event first, without payloads. The
 * customer's ids of patients are shown with `ViewPatients`, so each view is audited.
 * @throws Problem 404 for an endpoint that they can't see
 */
export async function inspectOwnDeliveries(
  { db, principal, saw }: MemberReading,
  endpointUid: string,
  filter: Omit<DeliveryFilter, 'endpointUid'>,
): Promise<OwnDeliveryLogEntry[]> {
  const endpoint = await findEndpoint(db, principal.companyUid, endpointUid);
  assertAccess(principal, endpoint, 'look');
  saw(resource('webhookEndpoint', endpoint));
  const entries = await readDeliveryLog(db, principal.companyUid, { ...filter, endpointUid });
  const uids = entries.map(({ recordUid }) => recordUid);
  const records = principal.permissions.has('ViewPatients')
    ? await findDeliveredRecords(db, projectScopeOf(principal), uids)
    : [];
  return entries.map(entry => ({
    ...entry,
    record: records.find(({ recordUid }) => recordUid === entry.recordUid),
  }));
}

/** One attempt, with the receiver's response. */
export interface InspectedAttempt {
  readonly number: number;
  /** Whether it repeats an attempt whose worker stopped before it recorded the result. */
  readonly isRepeat: boolean;
  readonly startedAt: Date;
  /** `null` if the worker died, or the attempt is in progress. */
  readonly endedAt: Date | null;
  readonly httpStatus: number | null;
  readonly failure: string | null;
  readonly failureDetail: string | null;
  /** What the failure means; `null` if there was a response. */
  readonly explanation: string | null;
  readonly durationMs: number | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** The first 4 KiB, as text; invalid UTF-8 is replaced. */
  readonly response: string | null;
}

/**
 * Lists the attempts of a delivery in order. A response may contain patient data, so each view is audited.
 * @throws OperatorError if the company has no such delivery
 */
export async function inspectAttempts(change: OperatorChange, ref: DeliveryRef): Promise<InspectedAttempt[]> {
  const { delivery, audited } = await lockNamedDelivery(change, ref, 'look');
  const attempts = await readAttempts(change.tx, delivery.uid);
  await change.auditLook(audited);
  return attempts.map(shownAttempt);
}

function shownAttempt({ responseBody, ...attempt }: WebhookAttemptRow): InspectedAttempt {
  return {
    ...attempt,
    explanation:
      attempt.failure !== null && isFailureReason(attempt.failure) ? failureReasons[attempt.failure] : null,
    response: responseBody?.toString('utf8') ?? null,
  };
}

/** A delivery as a member sees it. */
export interface InspectedDelivery {
  readonly delivery: LoggedDelivery;
  readonly endpoint: { readonly name: string | null; readonly url: string | null };
  readonly access: EndpointAccess;
  /** Whether bytes and responses are shown, which contain patients' details. */
  readonly isContentShown: boolean;
  /** The posted body; `null` before the first attempt, if it was expunged, and if it isn't shown. */
  readonly body: string | null;
  /** In order; the receiver's response is `null` if it isn't shown. */
  readonly attempts: readonly InspectedAttempt[];
}

/**
 * Whether a member may see the content of a delivery to their endpoint: what a payload may contain, and the
 * record that this one is about (CONSOLE-18). A research run is about a site, which is in no project.
 */
export async function seesDelivered(
  executor: Executor,
  principal: ConsolePrincipal,
  { eventType, recordUid }: Pick<LoggedDelivery, 'eventType' | 'recordUid'>,
): Promise<boolean> {
  if (!seesContent(principal)) return false;
  if (principal.seesAllProjects || eventType === 'aiResearch.completed') return true;
  return (await findDeliveredRecords(executor, projectScopeOf(principal), [recordUid])).length > 0;
}

/**
 * Returns a delivery to an endpoint of a member's company, with its attempts. The posted content and the
 * responses are shown only to the owner, while they may still see all possible content and the record's
 * project; each such view is audited.
 * @throws Problem 404 for a delivery to an endpoint that they can't see
 */
export async function inspectOwnDelivery(
  change: Change<ConsolePrincipal>,
  { endpointUid, deliveryUid }: { readonly endpointUid: string; readonly deliveryUid: string },
): Promise<InspectedDelivery> {
  const { tx, principal } = change;
  const { companyId, companyUid } = principal;
  const { delivery, audited } = await lockNamedDelivery(change, { companyId, deliveryUid }, 'look');
  const endpoint = await findEndpoint(tx, companyUid, endpointUid);
  assertAccess(principal, endpoint, 'look');
  if (delivery.endpointUid !== endpoint.uid) throw noSuchEndpoint(principal);
  const access = accessOf(principal, endpoint);
  const isContentShown = access === 'change' && (await seesDelivered(tx, principal, delivery));
  const attempts = (await readAttempts(tx, delivery.uid)).map(shownAttempt);
  await change.auditLook(audited);
  const body = isContentShown ? await readDeliveryBody(tx, delivery.uid) : null;
  return {
    delivery,
    endpoint,
    access,
    isContentShown,
    body: body?.toString('utf8') ?? null,
    attempts: isContentShown
      ? attempts
      : attempts.map(attempt => ({ ...attempt, responseHeaders: null, response: null })),
  };
}

/**
 * Permanently removes the body of a delivery and all responses to it; the delivery itself stays on record. It
 * can't be resent.
 * @param reason kept in the audit log
 * @throws OperatorError if the company has no such delivery, or it is still pending
 */
export async function expungeDelivery(
  change: OperatorChange,
  ref: DeliveryRef,
  reason: string | undefined,
): Promise<void> {
  const { delivery, audited } = await lockNamedDelivery(change, ref, 'change');
  if (delivery.status === 'pending' || delivery.status === 'failed')
    throw new OperatorError(
      'This delivery can still be sent. Wait until it succeeds or is abandoned, or cancel its workflow.',
    );
  if (delivery.expungedAt !== null) throw new OperatorError('The delivery is already expunged.');
  await expunge(change.tx, delivery.uid, change.now);
  const changes = { delivery: uidOf(delivery.uid) };
  await change.audit(audited, 'webhookDelivery.expunge', changes, reason);
}

const dayMs = 24 * 60 * 60 * 1000;
/** The most deliveries of an endpoint that are counted, the latest ones. */
const countedDeliveriesMax = 1_000;

/** The attempts of an endpoint in the last 24 hours, at least one. */
export interface SuccessRate {
  readonly attempts: number;
  readonly successes: number;
  /** Whether there were more, and only those of the latest deliveries are counted. */
  readonly areLatest: boolean;
}

/**
 * Returns the success rates of endpoints that the member sees, for events of the last 24 hours (CONSOLE-120),
 * by the uid of the endpoint. One without attempts has none.
 */
export async function readSuccessRates(
  executor: Executor,
  { companyUid }: { readonly companyUid: string },
  endpointUids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, SuccessRate>> {
  const since = new Date(now.getTime() - dayMs);
  const limit = countedDeliveriesMax + 1;
  const found = await countAttempts(executor, companyUid, { endpointUids, since, limit });
  return new Map(
    found.map(({ endpointUid, attempts, successes, deliveries }) => [
      endpointUid,
      { attempts, successes, areLatest: deliveries >= limit },
    ]),
  );
}
