import { isAcknowledged } from '../../domain/webhooks/delivery-policy';
import { currentSecretSince, type EndpointSecrets } from '../../domain/webhooks/signing-secrets';
import type { DeliveredEvent } from '../../domain/webhooks/classic';
import type { Clock } from '../../platform/clock';
import type { Executor } from '../../store/database';
import type { Egress } from '../../webhooks/egress/egress';
import type { FailureReason } from '../../webhooks/egress/failure';
import { postWebhook, type WebhookResult } from '../../webhooks/egress/send';
import type { EndpointSealer } from '../../webhooks/endpoint-sealer';
import { signAttempt, type SigningSecret } from '../../webhooks/signature';
import { deliverToInbox } from './inbox';

/** What one POST to a receiver needs: a delivery's attempt, a replay and a test send by the same way. */
export interface PostParts {
  readonly db: Executor;
  readonly clock: Clock;
  readonly egress: Egress;
  readonly endpointSealer: EndpointSealer;
}

/** Where it goes, and with which secrets and headers. */
export interface PostTarget {
  readonly companyUid: string;
  readonly endpointUid: string;
  /** Null: into the inbox. */
  readonly url: string | null;
  /** As they are stored. */
  readonly secrets: EndpointSecrets;
  readonly sealedHeaders: string | null;
  readonly sendsStandardHeaders: boolean;
}

/** How one POST ended. */
export interface PostOutcome {
  readonly isSuccess: boolean;
  readonly httpStatus: number | null;
  /** The name of a failure without an answer, from a fixed list. */
  readonly failure: FailureReason | null;
  /** What narrows it down. */
  readonly failureDetail: string | null;
  readonly durationMs: number;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** The start of the answer's body; null where it has none. */
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

/** What is sent, under which names. */
export interface PostMessage {
  readonly deliveryUid: string;
  readonly eventType: DeliveredEvent;
  /** Whether the receiver is told the delivery's id. */
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
 * Signs the bytes with the secrets that are in force now, and posts them through the guarded egress; where the endpoint has no
 * address, they are kept in the inbox.
 * @throws only for a fault of ours, as `postWebhook`, and when the secrets or the custom headers cannot be opened
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
