/**
 * Registers a webhook endpoint of the demo company, or disables it. It stands where the web console will be: endpoints
 * are configured there and by no API (specification, Webhook endpoint), so this alone goes to the database.
 *
 *   endpoint.ts --state DIR --url URL       prints the endpoint's id and secret as one JSON line
 *   endpoint.ts --state DIR --disable ID
 */
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/platform/clock';
import { openDatabase } from '../../src/store/database';
import { runChange, type Change } from '../../src/usecases/change';
import { checkEndpointUrl, createEndpoint } from '../../src/usecases/webhooks/create-endpoint';
import { setEndpointEnabled } from '../../src/usecases/webhooks/set-endpoint-enabled';
import { createEgress } from '../../src/webhooks/egress/egress';
import { readStackFile } from './stack-file';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { state: { type: 'string' }, url: { type: 'string' }, disable: { type: 'string' } },
  });
  const { databaseUrl, companyId } = readStackFile(values.state ?? '.recordwell');
  const db = openDatabase({
    url: databaseUrl,
    poolMax: 1,
    statementTimeoutMs: 10_000,
    acquireTimeoutMs: 10_000,
    applicationName: 'recordwell demo endpoint',
  });
  const change = <T>(work: (change: Change) => Promise<T>): Promise<T> =>
    runChange(
      { db, clock: systemClock, nudgeOutbox: () => undefined },
      { principal: { kind: 'operator', name: 'demo' }, requestId: null },
      work,
    );
  // As the embedded stack's own worker: receivers on this machine are what one develops with.
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  try {
    if (values.disable !== undefined) {
      const form = { companyId, endpointUid: values.disable, isEnabled: false };
      await change(inner => setEndpointEnabled(inner, form));
      return;
    }
    const url = await checkEndpointUrl(egress, values.url ?? '');
    const endpoint = await change(inner =>
      createEndpoint(inner, {
        companyId,
        ownerEmail: 'demo@example.com',
        url,
        environment: 'sandbox',
        events: ['all'],
        projectIds: [],
        isTrackedOnly: false,
        customHeaders: {},
      }),
    );
    console.log(JSON.stringify({ id: endpoint.uid, secret: endpoint.secret }));
  } finally {
    await egress.close();
    await db.destroy();
  }
}

void main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
