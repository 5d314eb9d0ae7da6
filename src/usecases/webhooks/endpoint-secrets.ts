import { randomUUID } from 'node:crypto';
import { rotate, signingSecretsMax, stillSigning } from '../../domain/webhooks/signing-secrets';
import { setSecrets } from '../../store/webhooks/endpoints';
import type { EndpointSealer } from '../../webhooks/endpoint-sealer';
import { standardSecretOf } from '../../webhooks/signature';
import { OperatorError } from '../operator-error';
import type { EndpointChange } from './endpoint-actors';
import { lockNamedEndpoint, type EndpointRef } from './endpoints';
import { resealedSecrets, storedSecretsOf } from './sealed-secrets';

/**
 * Gives an endpoint another signing secret. Each secret that is replaced signs on for its 24 hours (HOOK-22), so that
 * the receiver can change over without losing a delivery; which of them sign is asked anew at each attempt.
 * @returns the new secret, and until when the one before signs beside it
 * @throws OperatorError when the company has no such endpoint, or ten secrets sign already
 */
export async function rotateEndpointSecret(
  change: EndpointChange,
  sealer: EndpointSealer,
  ref: EndpointRef,
): Promise<{ readonly secret: string; readonly previousUntil: Date }> {
  const { endpoint, audited } = await lockNamedEndpoint(change, ref);
  const { uid } = endpoint;
  const secret = randomUUID();
  const before = resealedSecrets(sealer, uid, storedSecretsOf(endpoint));
  const rotated = rotate(before, sealer.sealSecret(uid, secret), change.now);
  const [replaced] = rotated?.replacedSecrets ?? [];
  if (rotated === undefined || replaced === undefined)
    throw new OperatorError(
      `${signingSecretsMax} secrets sign already: end those before the current one first.`,
      { hint: '`webhook expire-old-secret` does that' },
    );
  await setSecrets(change.tx, uid, rotated, change.now);
  await change.audit(audited);
  return { secret, previousUntil: new Date(replaced.until) };
}

/**
 * Ends the time of every secret before the current one, for one that has leaked: the next attempt is signed with the
 * current secret alone.
 * @returns how many were ended
 * @throws OperatorError when the company has no such endpoint, or none but the current one signs
 */
export async function expireOldSecrets(
  change: EndpointChange,
  sealer: EndpointSealer,
  ref: EndpointRef,
): Promise<number> {
  const { endpoint, audited } = await lockNamedEndpoint(change, ref);
  const ended = stillSigning(endpoint.replacedSecrets, change.now).length;
  if (ended === 0) throw new OperatorError('No secret before the current one signs.');
  const { uid } = endpoint;
  const { secret } = resealedSecrets(sealer, uid, { ...storedSecretsOf(endpoint), replacedSecrets: [] });
  await setSecrets(change.tx, uid, { secret, replacedSecrets: [] }, change.now);
  await change.audit(audited);
  return ended;
}

/**
 * The current signing secret, shown to whoever sets up the receiver, also as the libraries of Standard Webhooks take it;
 * each look leaves an audit row.
 */
export async function revealSecret(
  change: EndpointChange,
  sealer: EndpointSealer,
  ref: EndpointRef,
): Promise<{ readonly secret: string; readonly standardSecret: string }> {
  const { endpoint, audited } = await lockNamedEndpoint(change, ref);
  const secret = sealer.openSecret(endpoint.uid, storedSecretsOf(endpoint).secret);
  await change.audit(audited);
  return { secret, standardSecret: standardSecretOf(secret) };
}
