import type { ConsolePrincipal } from '../../access/principal';
import type { EventType } from '../../domain/events/event-types';
import { Problem } from '../../domain/problem';
import { isSentOnce, type ClassicSubscription, type DeliveredEvent } from '../../domain/webhooks/classic';
import { takeFromRollingMinute } from '../../store/access/rate-limit';
import { nilUid } from '../../store/page';
import { listPermissions } from '../../store/tenants/tenants';
import { readSubscriptions } from '../../store/webhooks/endpoints';
import {
  buildClassicSample,
  buildSample,
  classicSampleEvents,
  sampleEvents,
  type SampleFacts,
} from '../../webhooks/sample';
import { OperatorError } from '../operator-error';
import type { EndpointChange } from './endpoint-actors';
import { lockNamedEndpoint, type EndpointRef } from './endpoints';
import { postAttempt, type PostOutcome, type PostParts, type PostTarget } from './post-attempt';
import { storedSecretsOf } from './sealed-secrets';

/** A sample that is ready to be sent. */
interface Sample {
  readonly eventType: DeliveredEvent;
  readonly deliveryUid: string;
  /** Whether it goes under its id. */
  readonly isNamed: boolean;
  readonly body: Buffer;
}

/** The samples of an endpoint, and where they go. */
export interface PreparedTest {
  readonly target: PostTarget;
  readonly samples: readonly Sample[];
}

/** How the receiver took one sample. */
export interface TestOutcome extends PostOutcome {
  readonly eventType: DeliveredEvent;
  /** Null of what is sent under no id. */
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

/** How often a minute members have an endpoint tested: each test is several POSTs to an address that they chose. */
export const testsPerMinute = 6;

/** @throws Problem `rate.limited` for a member who had the endpoint tested too often; operators know what they do */
async function assertPlaceForTest({ tx, principal }: EndpointChange, endpointUid: string): Promise<void> {
  if (principal.kind === 'operator') return;
  const retryAfterSeconds = await takeFromRollingMinute(tx, `test:${endpointUid}`, testsPerMinute);
  if (retryAfterSeconds !== undefined) throw new Problem('rate.limited', { retryAfterSeconds });
}

/**
 * Makes one sample for each group that an endpoint is subscribed to (HOOK-24). An endpoint that is disabled can be
 * tested: that is how one learns whether to enable it.
 * @throws OperatorError when the company has no such endpoint, or it is subscribed to what is never sent alone
 * @throws Problem to a member: as `lockNamedEndpoint`, and `rate.limited` for the seventh test of a minute
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
    throw new OperatorError('Nothing that the endpoint is subscribed to is ever sent.');
  await change.audit(audited);
  const { uid: endpointUid, companyUid, url, sealedHeaders, sendsStandardHeaders } = endpoint;
  const secrets = storedSecretsOf(endpoint);
  const target = { companyUid, endpointUid, url, sealedHeaders, sendsStandardHeaders, secrets };
  return { target, samples };
}

/**
 * Sends the samples one after the other by the way of every delivery, one attempt each, and tells what came of them. It
 * counts for nothing: no delivery, no failure, no success of the endpoint (HOOK-24).
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

/** The sample of each of these events, as it would be sent to this member now. */
export function sampleBodies(
  { companyId, permissions: ownerPermissions }: ConsolePrincipal,
  events: readonly EventType[],
  at: Date,
): ReadonlyMap<EventType, string> {
  const facts: SampleFacts = { deliveryUid: nilUid, at, companyId, ownerPermissions };
  return new Map(events.map(eventType => [eventType, buildSample({ ...facts, eventType }).toString('utf8')]));
}
