/** The Temporal of the tests. */
import type { Client } from '@temporalio/client';
import { ensureNamespace } from '../../src/temporal/namespaces';
import { registerSearchAttributes } from '../../src/temporal/search-attributes';
import { openTemporal, type TemporalClient } from '../../src/temporal/client';

/** The key that seals what tests send to Temporal, the recorded histories included. */
export const testPayloadKeys = [{ id: 'test', key: Buffer.alloc(32, 9) }];

/** How many signals the server of the tests takes for one execution; other servers take ten times as many. */
export const signalsPerExecutionMax = 1_000;

/** How processes of the tests find Temporal. */
export function temporalEnvironment(): Readonly<Record<string, string | undefined>> {
  const address = process.env['TEST_TEMPORAL_ADDRESS'];
  if (address === undefined)
    throw new Error('TEST_TEMPORAL_ADDRESS is not set: the global set-up did not run');
  return { TEMPORAL_ADDRESS: address };
}

/** A client as the service has one. */
export function openTestTemporal(): TemporalClient {
  return openTemporal({ environment: temporalEnvironment(), payloadKeys: testPayloadKeys });
}

/** The client of the namespace in which a workflow of this id lives. */
export function clientFor({ client, deliveries }: TemporalClient, workflowId: string): Client {
  return workflowId.startsWith('webhook-') ? deliveries : client;
}

/** Makes the namespace of deliveries, and registers the search attributes; called once per run. */
export async function prepareTestNamespaces(): Promise<void> {
  const temporal = openTestTemporal();
  await ensureNamespace(temporal.connection, temporal.namespaces.deliveries, 1);
  await registerSearchAttributes(temporal.connection, temporal.namespaces);
  await temporal.close();
}
