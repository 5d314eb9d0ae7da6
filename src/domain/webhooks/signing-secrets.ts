import { rotationWindowMs } from './delivery-policy';

/** The most secrets that sign at once: the current one, and those before it whose time is not over. */
export const signingSecretsMax = 10;

/** A secret that was replaced and signs beside its successors; instants in ISO 8601, as JSON holds them. */
export interface ReplacedSecret {
  /** As it is stored: sealed. Nothing here looks into it. */
  readonly secret: string;
  /** Since when it signs. */
  readonly from: string;
  /** From then on it signs no more. */
  readonly until: string;
}

/** The secrets of an endpoint, each before the current one with its time, the latest first. */
export interface EndpointSecrets {
  /** As it is stored: sealed. */
  readonly secret: string;
  readonly replacedSecrets: readonly ReplacedSecret[];
  readonly createdAt: Date;
}

/** When a secret that was replaced at `at` stops signing. */
export function replacedSecretExpiresAt(at: Date): Date {
  return new Date(at.getTime() + rotationWindowMs);
}

/** Since when the current secret signs. */
export function currentSecretSince({ replacedSecrets, createdAt }: Omit<EndpointSecrets, 'secret'>): Date {
  const [latest] = replacedSecrets;
  return latest === undefined ? createdAt : new Date(Date.parse(latest.until) - rotationWindowMs);
}

/** The secrets before the current one that still sign at `at`. */
export function stillSigning(replaced: readonly ReplacedSecret[], at: Date): readonly ReplacedSecret[] {
  return replaced.filter(({ until }) => Date.parse(until) > at.getTime());
}

/**
 * Replaces the current secret at `at`: it signs beside its successor for 24 hours, and a secret before it
 * keeps its own 24 hours, so that no rotation cuts the promise to another short.
 * @returns the secrets after it; `undefined` when as many as there may be sign already
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
