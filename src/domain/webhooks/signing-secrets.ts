import { rotationWindowMs } from './delivery-policy';

/**
 * The most secrets that sign at once: the current one and the previous ones still in their rotation window.
 */
export const signingSecretsMax = 10;

/** A replaced secret that still signs along with its successors; instants in ISO 8601, as in JSON. */
export interface ReplacedSecret {
  /** As stored: encrypted. Nothing here decrypts it. */
  readonly secret: string;
  /** When it started to sign. */
  readonly from: string;
  /** When it stops signing. */
  readonly until: string;
}

/** The secrets of an endpoint; each previous one with its times, the latest first. */
export interface EndpointSecrets {
  /** As stored: encrypted. */
  readonly secret: string;
  readonly replacedSecrets: readonly ReplacedSecret[];
  readonly createdAt: Date;
}

/** Returns when a secret replaced at `at` stops signing. */
export function replacedSecretExpiresAt(at: Date): Date {
  return new Date(at.getTime() + rotationWindowMs);
}

/** Returns when the current secret started to sign. */
export function currentSecretSince({ replacedSecrets, createdAt }: Omit<EndpointSecrets, 'secret'>): Date {
  const [latest] = replacedSecrets;
  return latest === undefined ? createdAt : new Date(Date.parse(latest.until) - rotationWindowMs);
}

/** Returns the previous secrets that still sign at `at`. */
export function stillSigning(replaced: readonly ReplacedSecret[], at: Date): readonly ReplacedSecret[] {
  return replaced.filter(({ until }) => Date.parse(until) > at.getTime());
}

/**
 * Replaces the current secret at `at`. It keeps signing along with its successor for 24 hours, and earlier
 * secrets keep their own 24 hours, so that no rotation shortens another.
 * @returns the new secrets; `undefined` if the maximum number already signs
 */
export function rotate(
  secrets: EndpointSecrets,
  newSecret: string,
  at: Date,
): Omit<EndpointSecrets, 'createdAt'> | undefined {
  const before = stillSigning(secrets.replacedSecrets, at);
  if (before.length + 2 > signingSecretsMax) return undefined;
  const replaced = {
    secret: secrets.secret,
    from: currentSecretSince(secrets).toISOString(),
    until: replacedSecretExpiresAt(at).toISOString(),
  };
  return { secret: newSecret, replacedSecrets: [replaced, ...before] };
}
