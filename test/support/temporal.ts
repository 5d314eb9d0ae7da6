/** The tests' Temporal. */
import type { Client } from '@temporalio/client';
import { ensureNamespace } from '../../src/temporal/namespaces';
import { registerSearchAttributes } from '../../src/temporal/search-attributes';
import { openTemporal, type TemporalClient } from '../../src/temporal/client';

/** The key that encrypts what tests send to Temporal, recorded histories included. */
export const testPayloadKeys = [{ id: 'test', key: Buffer.alloc(32, 9) }];

/** How many signals the tests' server accepts per execution; other servers accept ten times as many. */
export const signalsPerExecutionMax = 1_000;

/** Returns how test processes find Temporal. */
export function temporalEnvironment(): Readonly<Record<string, string | undefined>> {
  const address = process.env['TEST_TEMPORAL_ADDRESS'];
  if (address === undefined)
    throw new Error('TEST_TEMPORAL_ADDRESS is not set: the global set-up did not run');
  return { TEMPORAL_ADDRESS: address };
}

/** Returns a client like the service's. */
export function openTestTemporal(): TemporalClient {
  return openTemporal({ environment: temporalEnvironment(), payloadKeys: testPayloadKeys });
}

/** Returns the client for the namespace of a workflow id. */
export function clientFor({ client, deliveries }: TemporalClient, workflowId: string): Client {
  return workflowId.startsWith('webhook-') ? deliveries : client;
}

/** Creates the namespace of deliveries, and registers the search attributes; called once per run. */
export async function prepareTestNamespaces(): Promise<void> {
  const temporal = openTestTemporal();
  await ensureNamespace(temporal.connection, temporal.namespaces.deliveries, 1);
  await registerSearchAttributes(temporal.connection, temporal.namespaces);
  await temporal.close();
}
