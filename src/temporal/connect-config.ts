import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { Namespaces } from './namespaces';
import { deliveryNamespaceDefault } from './settings';

/**
 * Returns the address of the Temporal frontend, from `TEMPORAL_*` (a local server, mTLS, Temporal Cloud's API
 * keys), and the names of its namespaces, for clients and workers.
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
