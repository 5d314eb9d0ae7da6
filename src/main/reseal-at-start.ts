import type { Log } from '../platform/log';
import { runOwnChange, type ChangeParts } from '../usecases/change';
import { resealEndpoints, type ResealedEndpoints } from '../usecases/webhooks/endpoint-secrets';
import type { EndpointSealer } from '../webhooks/endpoint-sealer';

/**
 * Encrypts whatever isn't encrypted with the first key of `WEBHOOK_KEYS`, before a worker takes its first
 * task: migrations have no keys, and manual steps are forgotten. A fault doesn't stop the worker, because
 * everything can still be decrypted as before.
 */
export async function resealAtStart(parts: ChangeParts, sealer: EndpointSealer, log: Log): Promise<void> {
  let seen: ResealedEndpoints = { sealed: 0, unopened: 0, problems: [] };
  try {
    for await (seen of resealEndpoints(
      work => runOwnChange(parts, 'webhook delivery', 'webhookEndpoint.reseal', work),
      sealer,
    ));
  } catch (error) {
    log.error('Could not re-encrypt the credentials of webhook endpoints. Run `webhook reseal`.', { error });
  }
  if (seen.sealed > 0)
    log.info('Encrypted the credentials of webhook endpoints with the first key of WEBHOOK_KEYS.', {
      count: seen.sealed,
    });
  if (seen.unopened > 0)
    log.error(
      'Could not decrypt credentials of webhook endpoints. Run `webhook reseal` to see which key is missing.',
      { count: seen.unopened },
    );
}
