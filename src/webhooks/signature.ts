/**
 * The signature of a webhook delivery. Every attempt is signed again: with its own timestamp and the secrets
 * active at the time, over the body bytes that were stored once.
 */
import { createHmac } from 'node:crypto';
import { isUuid } from '../domain/text';
import { signingSecretsMax } from '../domain/webhooks/signing-secrets';

/** A signing secret of an endpoint. */
export interface SigningSecret {
  /** The secret itself: a UUID, in its text form. */
  readonly uuid: string;
  readonly createdAt: Date;
  /** When it stops signing; absent while it is the newest. */
  readonly expiresAt?: Date | undefined;
}

/**
 * Returns the secrets that sign at `at`, newest first. The boundary is exact: a secret signs at `createdAt`,
 * and no longer at `expiresAt`.
 */
export function secretsInForce(secrets: readonly SigningSecret[], at: Date): readonly SigningSecret[] {
  return secrets
    .filter(({ createdAt, expiresAt }) => createdAt <= at && (expiresAt === undefined || at < expiresAt))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, signingSecretsMax);
}

/** Returns the HMAC key: the 16 raw bytes of the UUID, not its text. */
function keyOf(uuid: string): Buffer {
  if (!isUuid(uuid)) throw new TypeError('A signing secret must be a UUID in its text form with hyphens.');
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

/**
 * Returns the hex HMAC-SHA256 over `<timestampSeconds>.<body>`.
 * @throws TypeError if the secret isn't a UUID; the message doesn't contain it
 */
export function sign(uuid: string, timestampSeconds: number, body: Uint8Array): string {
  return createHmac('sha256', keyOf(uuid)).update(`${timestampSeconds}.`).update(body).digest('hex');
}

/**
 * The headers of Standard Webhooks 1.0 (standardwebhooks.com), which its libraries verify: the id is signed
 * too, and the signatures are base64 after `v1,`, separated by spaces.
 */
export interface StandardHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** Returns a signing secret in the format of the Standard Webhooks libraries. @throws TypeError as `sign` */
export function standardSecretOf(uuid: string): string {
  return `whsec_${keyOf(uuid).toString('base64')}`;
}

function signStandard(uuid: string, deliveryId: string, timestampSeconds: number, body: Uint8Array): string {
  const signed = createHmac('sha256', keyOf(uuid)).update(`${deliveryId}.${timestampSeconds}.`).update(body);
  return `v1,${signed.digest('base64')}`;
}

function standardHeaders(
  inForce: readonly SigningSecret[],
  deliveryId: string,
  timestampSeconds: number,
  body: Uint8Array,
): StandardHeaders {
  return {
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': inForce
      .map(({ uuid }) => signStandard(uuid, deliveryId, timestampSeconds, body))
      .join(' '),
  };
}

/** The headers that identify and sign one attempt. */
export interface SignatureHeaders extends Partial<StandardHeaders> {
  /** Absent for events that are sent once (HOOK-29). */
  readonly 'x-webhook-id'?: string;
  /** Unix seconds when this attempt was signed. */
  readonly 'x-webhook-timestamp': string;
  /** Hex signatures, comma-separated without spaces, the newest secret's first. */
  readonly 'x-webhook-signature': string;
}

/**
 * Signs one attempt at `at` with every secret active at that time.
 * @param input.deliveryId the delivery's UUID, the same in every attempt; `null` to send it without an id,
 * and so without the Standard Webhooks headers, which sign one
 * @throws RangeError if no secret is active: an endpoint always has a current one, so this is a fault of ours
 */
export function signAttempt(input: {
  readonly deliveryId: string | null;
  readonly body: Uint8Array;
  readonly secrets: readonly SigningSecret[];
  readonly at: Date;
  readonly withStandardHeaders: boolean;
}): SignatureHeaders {
  const inForce = secretsInForce(input.secrets, input.at);
  if (inForce.length === 0)
    throw new RangeError(`No signing secret is in force for ${input.deliveryId ?? 'a delivery'}.`);
  const timestampSeconds = Math.floor(input.at.getTime() / 1000);
  const { deliveryId, body } = input;
  return {
    ...(deliveryId !== null &&
      input.withStandardHeaders &&
      standardHeaders(inForce, deliveryId, timestampSeconds, body)),
    ...(deliveryId !== null && { 'x-webhook-id': deliveryId }),
    'x-webhook-timestamp': String(timestampSeconds),
    'x-webhook-signature': inForce.map(({ uuid }) => sign(uuid, timestampSeconds, body)).join(','),
  };
}
