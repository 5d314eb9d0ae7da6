import type { EndpointSecrets } from '../../domain/webhooks/signing-secrets';
import type { WebhookEndpointRow } from '../../store/webhooks/endpoints';
import type { EndpointSealer } from '../../webhooks/endpoint-sealer';

/** The secrets of an endpoint as its row has them. */
type StoredSecrets = Pick<WebhookEndpointRow, 'sealedSecret' | 'secret' | 'replacedSecrets' | 'createdAt'>;

/**
 * The secrets of an endpoint as they are stored: sealed, or in clear where the release before stored them and nothing has sealed
 * them since.
 * @throws Error when there is none: whatever signs has one, so this is a fault of ours
 */
export function storedSecretsOf({
  sealedSecret,
  secret,
  replacedSecrets,
  createdAt,
}: StoredSecrets): EndpointSecrets {
  const current = sealedSecret ?? secret;
  if (current === null) throw new Error('the endpoint has no signing secret');
  return { secret: current, replacedSecrets, createdAt };
}

/** The secrets of an endpoint, each sealed anew with the first key of the ring. @throws SealedCredentialError as `openSecret` */
export function resealedSecrets(
  sealer: EndpointSealer,
  uid: string,
  { secret, replacedSecrets, createdAt }: EndpointSecrets,
): EndpointSecrets {
  const anew = (stored: string): string => sealer.sealSecret(uid, sealer.openSecret(uid, stored));
  return {
    secret: anew(secret),
    replacedSecrets: replacedSecrets.map(replaced => ({ ...replaced, secret: anew(replaced.secret) })),
    createdAt,
  };
}
