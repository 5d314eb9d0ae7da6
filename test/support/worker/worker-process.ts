/**
 * A test's worker process, to be killed: relay, workflows, and activities like the product's, on the test's
 * queues. Writes `ready` once it works.
 */
import { createActivities } from '../../../activities';
import { startRelay } from '../../../src/outbox/relay';
import { createHttpEhrChannel } from '../../../src/partners/ehr/http-ehr-channel';
import { createDocumentReaders } from '../../../src/reading/document-readers';
import { createDocumentSlots } from '../../../src/documents/document-slots';
import { createPartners } from '../../../src/partners/partners';
import { systemClock } from '../../../src/platform/clock';
import { createLog } from '../../../src/platform/log';
import { createMetrics } from '../../../src/platform/metrics';
import { createResearchSources } from '../../../src/partners/research/research-source';
import { sandboxResearchSource } from '../../../src/sandbox/research-source';
import { sandbox } from '../../../src/sandbox/sandbox';
import { openDatabase } from '../../../src/store/database';
import { createWorkflowPort } from '../../../src/temporal/client';
import { installRuntime, startWorkers } from '../../../src/temporal/workers';
import { createEgress } from '../../../src/webhooks/egress/egress';
import { anyPurpose } from '../any-purpose';
import { openTestFiles } from '../files';
import { testEndpointSealer } from '../endpoint-sealer';
import { testOutreach } from '../outreach';
import { openTestTemporal, temporalEnvironment, testPayloadKeys } from '../temporal';
import { testWorkflowBundle } from '../workflow-bundle';
import type { WorkerTask } from './worker-task';

async function main({ databaseUrl, queuePrefix, ehr }: WorkerTask): Promise<void> {
  const log = createLog({ level: 'fatal', process: 'worker' });
  installRuntime(log, undefined);
  const db = openDatabase({
    url: databaseUrl,
    poolMax: 10,
    statementTimeoutMs: 10_000,
    acquireTimeoutMs: 10_000,
    applicationName: 'killed worker',
  });
  const metrics = createMetrics('worker');
  const workflows = createWorkflowPort(openTestTemporal(), { queuePrefix });
  const relay = startRelay({ db, workflows, clock: systemClock, log, metrics }, databaseUrl);
  const channel = createHttpEhrChannel(
    { name: 'ehrnet', endpoint: ehr.endpoint, credentialsFile: '', daysMax: 365, ...anyPurpose },
    ehr.token,
  );
  const partners = createPartners(undefined, sandbox, {
    outreach: testOutreach,
    channels: [channel],
    // Facilities without a route get a packet.
    routes: [{ channel: 'ehrnet', company: 'acme' }],
  });
  const parts = { db, clock: systemClock, nudgeOutbox: relay.nudge, log, files: openTestFiles(), partners };
  await startWorkers({
    config: {
      WORKER_QUEUES: ['core', 'documents'],
      PAYLOAD_KEYS: testPayloadKeys,
      SHUTDOWN_GRACE_MS: 0,
      TEMPORAL_DELIVERY_RETENTION_DAYS: 1,
    },
    environment: temporalEnvironment(),
    activities: createActivities({
      ...parts,
      documentSlots: createDocumentSlots(),
      documentReaders: createDocumentReaders(0),
      fingerprintSecret: Buffer.alloc(32, 1),
      exchanges: new Map(),
      metrics,
      egress: createEgress({ allowCidrs: [] }),
      endpointSealer: testEndpointSealer,
      deliveryLogDays: 30,
      researchSources: createResearchSources(sandboxResearchSource),
      publicUrl: 'https://api.example.com',
      supportName: 'support',
      // No endpoint is disabled here, so no e-mail is sent.
      mailer: { send: async () => undefined, close: () => undefined },
    }),
    log,
    isStopping: () => false,
    queuePrefix,
    bundle: testWorkflowBundle(),
  });
  process.stdout.write('ready\n');
}

void main(JSON.parse(process.argv[2] ?? '') as WorkerTask);
