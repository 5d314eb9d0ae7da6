/**
 * The signature of a webhook delivery. Every attempt is signed anew: the timestamp and the secrets in force
 * are those of the attempt, the body bytes are those that were stored once.
 */
import { createHmac } from 'node:crypto';
import { isUuid } from '../domain/text';
import { signingSecretsMax } from '../domain/webhooks/signing-secrets';

/** A signing secret of an endpoint. */
export interface SigningSecret {
  /** The secret itself: a UUID, in its text form. */
  readonly uuid: string;
  readonly createdAt: Date;
  /** From this instant on it signs nothing; absent while it is the newest. */
  readonly expiresAt?: Date | undefined;
}

/**
 * The secrets that sign at `at`, newest first. The boundary is exact: a secret signs at `createdAt`, and no
 * longer at `expiresAt`.
 */
export function secretsInForce(secrets: readonly SigningSecret[], at: Date): readonly SigningSecret[] {
  return secrets
    .filter(({ createdAt, expiresAt }) => createdAt <= at && (expiresAt === undefined || at < expiresAt))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, signingSecretsMax);
}

/** The HMAC key: the 16 raw bytes of the UUID, not its text. */
function keyOf(uuid: string): Buffer {
  if (!isUuid(uuid)) throw new TypeError('A signing secret must be a UUID in its text form with hyphens.');
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

/**
 * Hex HMAC-SHA256 over `<timestampSeconds>.<body>`.
 * @throws TypeError when the secret is not a UUID; the message does not hold it
 */
export function sign(uuid: string, timestampSeconds: number, body: Uint8Array): string {
  return createHmac('sha256', keyOf(uuid)).update(`${timestampSeconds}.`).update(body).digest('hex');
}

/**
 * The headers of Standard Webhooks 1.0 (standardwebhooks.com), which its libraries check: the id is signed
 * too, the signatures are base64 behind `v1,`, with spaces between them.
 */
export interface StandardHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** A signing secret as the libraries of Standard Webhooks take it. @throws TypeError as `sign` */
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

/** The headers that name and sign one attempt. */
export interface SignatureHeaders extends Partial<StandardHeaders> {
  /** Absent of what is sent once (HOOK-29). */
  readonly 'x-webhook-id'?: string;
  /** Unix seconds when this attempt was signed. */
  readonly 'x-webhook-timestamp': string;
  /** Hex signatures, comma-separated without spaces, the newest secret's first. */
  readonly 'x-webhook-signature': string;
}

/**
 * Signs one attempt at `at` with every secret in force then.
 * @param input.deliveryId the delivery's UUID, the same in every attempt; `null`: it goes under no id, and
 *   so without the headers of Standard Webhooks, which sign one
 * @throws RangeError when no secret is in force: an endpoint always has a current one, so this is a fault
 *   of ours
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
