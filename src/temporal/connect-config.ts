import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { Namespaces } from './namespaces';
import { deliveryNamespaceDefault } from './settings';

/**
 * Where the Temporal frontend is, from `TEMPORAL_*` (a local server, mTLS, Temporal Cloud's API keys), and
 * what its namespaces are called, for clients and workers alike.
 */
export function connectConfig(environment: Readonly<Record<string, string | undefined>>) {
  const overrideEnvVars = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const { connectionOptions, namespace = 'default' } = loadClientConnectConfig({ overrideEnvVars });
  const namespaces: Namespaces = {
    retrievals: namespace,
    deliveries: overrideEnvVars['TEMPORAL_DELIVERY_NAMESPACE'] ?? deliveryNamespaceDefault,
  };
  return { connectionOptions, namespaces };
}
