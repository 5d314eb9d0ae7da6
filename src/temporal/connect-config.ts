import { loadClientConnectConfig } from '@temporalio/envconfig';

/**
 * Where the Temporal frontend is, from `TEMPORAL_*` (a local server, mTLS, Temporal Cloud's API keys), for clients and
 * workers alike.
 */
export function connectConfig(environment: Readonly<Record<string, string | undefined>>) {
  const overrideEnvVars = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const { connectionOptions, namespace = 'default' } = loadClientConnectConfig({ overrideEnvVars });
  return { connectionOptions, namespace };
}
