import type { ConsolePrincipal } from '../../access/principal';
import type { EventType } from '../../domain/events/event-types';
import { Problem } from '../../domain/problem';
import { isSentOnce, type ClassicSubscription, type DeliveredEvent } from '../../domain/webhooks/classic';
import { isAcknowledged } from '../../domain/webhooks/delivery-policy';
import { currentSecretSince, type EndpointSecrets } from '../../domain/webhooks/signing-secrets';
import type { Clock } from '../../platform/clock';
import { takeFromRollingMinute } from '../../store/access/rate-limit';
import type { Executor } from '../../store/database';
import { nilUid } from '../../store/page';
import { listPermissions } from '../../store/tenants/tenants';
import { readSubscriptions } from '../../store/webhooks/endpoints';
import type { Egress } from '../../webhooks/egress/egress';
import type { FailureReason } from '../../webhooks/egress/failure';
import { postWebhook, type WebhookResult } from '../../webhooks/egress/send';
import type { EndpointSealer } from '../../webhooks/endpoint-sealer';
import {
  buildClassicSample,
  buildSample,
  classicSampleEvents,
  sampleEvents,
  type SampleFacts,
} from '../../webhooks/sample';
import { signAttempt, type SigningSecret } from '../../webhooks/signature';
import { OperatorError } from '../operator-error';
import { lockNamedEndpoint, type EndpointChange, type EndpointRef } from './endpoint-access';
import { storedSecretsOf } from './endpoint-secrets';
import { deliverToInbox } from './inbox';

/** The dependencies of one POST to a receiver: attempts, replays, and test sends all use this path. */
export interface PostParts {
  readonly db: Executor;
  readonly clock: Clock;
  readonly egress: Egress;
  readonly endpointSealer: EndpointSealer;
}

/** The address, secrets, and headers of a POST. */
export interface PostTarget {
  readonly companyUid: string;
  readonly endpointUid: string;
  /** `null` for the inbox. */
  readonly url: string | null;
  /** As stored. */
  readonly secrets: EndpointSecrets;
  readonly sealedHeaders: string | null;
  readonly sendsStandardHeaders: boolean;
}

/** The result of one POST. */
export interface PostOutcome {
  readonly isSuccess: boolean;
  readonly httpStatus: number | null;
  /** The name of a failure without a response, from a fixed list. */
  readonly failure: FailureReason | null;
  /** Details of the failure. */
  readonly failureDetail: string | null;
  readonly durationMs: number;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** The start of the response body; `null` without one. */
  readonly responseBody: Buffer | null;
}

function openSecrets(
  sealer: EndpointSealer,
  endpointUid: string,
  { secret, replacedSecrets, createdAt }: EndpointSecrets,
): SigningSecret[] {
  const open = (stored: string): string => sealer.openSecret(endpointUid, stored);
  return [
    { uuid: open(secret), createdAt: currentSecretSince({ replacedSecrets, createdAt }) },
    ...replacedSecrets.map(({ secret: replaced, from, until }) => ({
      uuid: open(replaced),
      createdAt: new Date(from),
      expiresAt: new Date(until),
    })),
  ];
}

function outcomeOf(result: WebhookResult): PostOutcome {
  const durationMs = Math.round(result.durationMs);
  if (result.outcome === 'failed') {
    const { reason, detail = null } = result;
    return {
      isSuccess: false,
      httpStatus: null,
      failure: reason,
      failureDetail: detail,
      durationMs,
      responseHeaders: null,
      responseBody: null,
    };
  }
  const { status, headers, bodyStart } = result;
  return {
    isSuccess: isAcknowledged(status),
    httpStatus: status,
    failure: null,
    failureDetail: null,
    durationMs,
    responseHeaders: headers,
    responseBody: bodyStart.length === 0 ? null : Buffer.from(bodyStart),
  };
}

/** The message to send, and its names. */
export interface PostMessage {
  readonly deliveryUid: string;
  readonly eventType: DeliveredEvent;
  /** Whether the receiver gets the delivery's id. */
  readonly isNamed: boolean;
  readonly body: Uint8Array;
}

const keptInInbox: PostOutcome = {
  isSuccess: true,
  httpStatus: null,
  failure: null,
  failureDetail: null,
  durationMs: 0,
  responseHeaders: null,
  responseBody: null,
};

/**
 * Signs the bytes with the currently active secrets, and posts them through the guarded egress. For an
 * endpoint without a URL, stores them in the inbox.
 * @throws only for a fault of ours, as `postWebhook`, and if the secrets or the custom headers can't be
 * decrypted
 */
export async function postAttempt(
  { db, clock, egress, endpointSealer }: PostParts,
  target: PostTarget,
  { deliveryUid, eventType, isNamed, body }: PostMessage,
): Promise<PostOutcome> {
  const { companyUid, endpointUid, url } = target;
  const signature = signAttempt({
    deliveryId: isNamed ? deliveryUid : null,
    body,
    secrets: openSecrets(endpointSealer, endpointUid, target.secrets),
    at: clock.now(),
    withStandardHeaders: target.sendsStandardHeaders,
  });
  if (url === null) {
    await deliverToInbox({ db, clock }, { companyUid, endpointUid, deliveryUid, eventType, signature, body });
    return keptInInbox;
  }
  const customHeaders = endpointSealer.openHeaders(endpointUid, target.sealedHeaders);
  return outcomeOf(await postWebhook(egress, { url, body, signature, customHeaders }));
}

/** A sample that is ready to send. */
interface Sample {
  readonly eventType: DeliveredEvent;
  readonly deliveryUid: string;
  /** Whether it is sent with its id. */
  readonly isNamed: boolean;
  readonly body: Buffer;
}

/** The samples of an endpoint, and their target. */
export interface PreparedTest {
  readonly target: PostTarget;
  readonly samples: readonly Sample[];
}

/** A receiver's response to one sample. */
export interface TestOutcome extends PostOutcome {
  readonly eventType: DeliveredEvent;
  /** `null` for events that are sent without an id. */
  readonly deliveryId: string | null;
}

function sampleOf(facts: SampleFacts, eventType: EventType): Sample {
  const { deliveryUid } = facts;
  return { eventType, deliveryUid, isNamed: true, body: buildSample({ ...facts, eventType }) };
}

function classicSample(facts: SampleFacts, subscription: ClassicSubscription): Sample {
  const { event: eventType } = subscription;
  const { deliveryUid } = facts;
  const isNamed = !isSentOnce(eventType);
  return { eventType, deliveryUid, isNamed, body: buildClassicSample({ ...facts, subscription }) };
}

/**
 * How often per minute members can test an endpoint: each test is several POSTs to an address that they
 * chose.
 */
export const testsPerMinute = 6;

/** @throws Problem `rate.limited` for a member who tested the endpoint too often; operators have no limit */
async function assertPlaceForTest({ tx, principal }: EndpointChange, endpointUid: string): Promise<void> {
  if (principal.kind === 'operator') return;
  const retryAfterSeconds = await takeFromRollingMinute(tx, `test:${endpointUid}`, testsPerMinute);
  if (retryAfterSeconds !== undefined) throw new Problem('rate.limited', { retryAfterSeconds });
}

/**
 * Creates one sample for each group that an endpoint subscribes to (HOOK-24). A disabled endpoint can be
 * tested, to learn whether to enable it.
 * @throws OperatorError if the company has no such endpoint, or it only subscribes to what is never sent
 * alone
 * @throws Problem to a member: as `lockNamedEndpoint`, and `rate.limited` for the seventh test within a
 * minute
 */
export async function prepareTest(change: EndpointChange, ref: EndpointRef): Promise<PreparedTest> {
  const { endpoint, audited } = await lockNamedEndpoint(change, ref);
  await assertPlaceForTest(change, endpoint.uid);
  const ownerPermissions = await listPermissions(change.tx, endpoint.ownerMembershipUid);
  const factsOf = (): SampleFacts => ({
    deliveryUid: change.newUid(),
    at: change.now,
    companyId: ref.companyId,
    ownerPermissions,
  });
  const samples = endpoint.isClassic
    ? classicSampleEvents(await readSubscriptions(change.tx, endpoint.uid)).map(subscription =>
        classicSample(factsOf(), subscription),
      )
    : sampleEvents(endpoint.eventTypes).map(eventType => sampleOf(factsOf(), eventType));
  if (samples.length === 0)
    throw new OperatorError("The endpoint isn't subscribed to any event that is sent.");
  await change.audit(audited, 'webhookEndpoint.test', { samples: samples.length });
  const { uid: endpointUid, companyUid, url, sealedHeaders, sendsStandardHeaders } = endpoint;
  const secrets = storedSecretsOf(endpoint);
  const target = { companyUid, endpointUid, url, sealedHeaders, sendsStandardHeaders, secrets };
  return { target, samples };
}

/**
 * Sends the samples one after the other like deliveries, one attempt each, and returns the results. They
 * aren't deliveries and count neither as failures nor as successes of the endpoint (HOOK-24).
 */
export async function sendTest(parts: PostParts, { target, samples }: PreparedTest): Promise<TestOutcome[]> {
  const outcomes: TestOutcome[] = [];
  for (const sample of samples) {
    const { eventType, deliveryUid, isNamed } = sample;
    const deliveryId = isNamed ? deliveryUid : null;
    outcomes.push({ eventType, deliveryId, ...(await postAttempt(parts, target, sample)) });
  }
  return outcomes;
}

/** Returns the sample of each of these events, as it would be sent to this member now. */
export function sampleBodies(
  { companyId, permissions: ownerPermissions }: ConsolePrincipal,
  events: readonly EventType[],
  at: Date,
): ReadonlyMap<EventType, string> {
  const facts: SampleFacts = { deliveryUid: nilUid, at, companyId, ownerPermissions };
  return new Map(events.map(eventType => [eventType, buildSample({ ...facts, eventType }).toString('utf8')]));
}
