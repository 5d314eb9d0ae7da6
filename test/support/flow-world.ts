/**
 * The whole service in one process: the API over a database of its own, a dispatcher as the API process has it, a
 * relay and workers as the worker process has them, on real Temporal, PostgreSQL and S3; and a customer's receiver.
 */
import { randomBytes } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { createActivities } from '../../activities';
import { createDispatcher } from '../../src/outbox/dispatcher';
import { startRelay } from '../../src/outbox/relay';
import { createPartners, type Partners } from '../../src/partners/partners';
import { sandbox } from '../../src/sandbox/sandbox';
import { systemClock } from '../../src/platform/clock';
import { workflowQueues } from '../../src/domain/workflows';
import { createLog } from '../../src/platform/log';
import { createMetrics, type Metrics } from '../../src/platform/metrics';
import { createWorkflowPort, type TemporalClient } from '../../src/temporal/client';
import { installRuntime, startWorkers } from '../../src/temporal/workers';
import { checkEndpointUrl, createEndpoint, type EndpointForm } from '../../src/usecases/webhooks/endpoints';
import type { RosterSettings } from '../../src/usecases/rosters/exchange-parts';
import type { WebhookEndpoint } from '../../src/store/webhook-endpoints';
import { createEgress } from '../../src/webhooks/egress/egress';
import { startApiWorld, type ApiWorld, type TestCompany } from './api-world';
import { createTestDatabase } from './database';
import { openTestFiles } from './files';
import { openTestTemporal, temporalEnvironment, testPayloadKeys } from './temporal';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver';
import { testWorkflowBundle } from './workflow-bundle';

/** The world of a test of whole flows. */
export interface FlowWorld extends ApiWorld {
  readonly queuePrefix: string;
  readonly receiver: WebhookReceiver;
  readonly temporal: TemporalClient;
  readonly workerLogLines: readonly string[];
  readonly workerMetrics: Metrics;
  /** Registers an endpoint of the company's administrator at a path of the receiver. */
  readonly endpoint: (
    company: TestCompany,
    path: string,
    form?: Partial<EndpointForm>,
  ) => Promise<WebhookEndpoint>;
  readonly workflow: (workflowId: string) => WorkflowHandle;
  /** The workflow's details, as an operator reads them in the Temporal UI. */
  readonly details: (workflowId: string) => Promise<string>;
  /** Waits until all that is in the outbox has been sent. */
  readonly sent: () => Promise<void>;
  /**
   * Waits until every workflow that was called for has ended, and every one that its end called for. For flows that
   * come to an end: one that waits for somebody is waited for.
   */
  readonly ended: () => Promise<void>;
}

interface FlowOptions {
  readonly partners?: Partners;
  /** Partners whose files go through the store of the tests. */
  readonly rosters?: readonly RosterSettings[];
  /** Another world: this one is a second copy of its processes, over its database and queues. Close it first. */
  readonly beside?: FlowWorld;
}

let runtimeLines: string[] | undefined;

/** Starts a world; close it when the tests of the file are over. */
export async function startFlowWorld(options: FlowOptions = {}): Promise<FlowWorld> {
  const { beside } = options;
  const queuePrefix = beside?.queuePrefix ?? `${randomBytes(6).toString('hex')}-`;
  const database = beside?.database ?? (await createTestDatabase({ poolMax: 20 }));
  const { db } = database;
  const clock = systemClock;
  const workerLogLines: string[] = [];
  const log = createLog({ level: 'debug', process: 'worker' }, { write: line => workerLogLines.push(line) });
  // The SDK has one runtime in a process, and so one log.
  if (runtimeLines === undefined) installRuntime(log, undefined);
  runtimeLines ??= workerLogLines;

  const temporal = openTestTemporal();
  const workflows = createWorkflowPort(temporal, queuePrefix);
  const dispatcherMetrics = createMetrics('api');
  const dispatcher = createDispatcher({
    db,
    workflows,
    clock,
    log,
    metrics: dispatcherMetrics,
    path: 'commit',
  });
  const api = await startApiWorld({ database, nudgeOutbox: dispatcher.nudge });

  const workerMetrics = createMetrics('worker');
  const files = openTestFiles();
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  const relay = startRelay({ db, workflows, clock, log, metrics: workerMetrics }, database.url);
  const changeParts = { db, clock, nudgeOutbox: relay.nudge };
  const partners = options.partners ?? createPartners(undefined, sandbox);
  const { fingerprintSecret } = api.services;
  const rosters = options.rosters ?? [];
  const exchanges = new Map(rosters.map(settings => [settings.name, { settings, files }]));
  const parts = { ...changeParts, log, files, partners, fingerprintSecret, exchanges };
  const workers = await startWorkers({
    config: { WORKER_QUEUES: [...workflowQueues], PAYLOAD_KEYS: testPayloadKeys, SHUTDOWN_GRACE_MS: 0 },
    environment: temporalEnvironment(),
    activities: createActivities({ ...parts, egress, metrics: workerMetrics }),
    log,
    isStopping: () => false,
    queuePrefix,
    bundle: testWorkflowBundle(),
  });
  const receiver = beside?.receiver ?? (await startWebhookReceiver());

  const workflow = (workflowId: string): WorkflowHandle => temporal.client.workflow.getHandle(workflowId);

  async function sent(): Promise<void> {
    for (;;) {
      await dispatcher.drain();
      await relay.drain();
      const { rows } = (await db.raw(
        `select (select count(*) from outbox_command where sent_at is null)
          + (select count(*) from outbox_event where fanned_out_at is null) as waiting`,
      )) as { rows: Array<{ waiting: number }> };
      if (Number(rows[0]?.waiting) === 0) return;
    }
  }

  return {
    ...api,
    queuePrefix,
    receiver,
    temporal,
    workerLogLines,
    workerMetrics,
    workflow,
    sent,
    endpoint: async (company, path, form = {}) => {
      const url = await checkEndpointUrl(egress, receiver.url(path));
      return api.change(inner =>
        createEndpoint(inner, {
          companyId: company.id,
          ownerEmail: company.email,
          url,
          environment: 'sandbox',
          events: ['all'],
          projectIds: [],
          isTrackedOnly: false,
          customHeaders: {},
          ...form,
        }),
      );
    },
    details: async workflowId => {
      const metadata = await workflow(workflowId).query<{ currentDetails?: string }>(
        '__temporal_workflow_metadata',
      );
      return metadata.currentDetails ?? '';
    },
    ended: async () => {
      const ended: number[] = [];
      for (;;) {
        await sent();
        const { rows } = (await db.raw(
          `select id::int, workflow_id as "workflowId" from outbox_command
           where sent_at is not null and not id = any(?)`,
          [ended],
        )) as { rows: Array<{ id: number; workflowId: string }> };
        if (rows.length === 0) return;
        const ids = new Set(rows.map(({ workflowId }) => workflowId));
        await Promise.all([...ids].map(id => workflow(id).result()));
        ended.push(...rows.map(({ id }) => id));
      }
    },
    close: async () => {
      await relay.stop();
      await dispatcher.stop();
      workers.shutdown();
      await workers.finished;
      if (beside === undefined) await receiver.close();
      await egress.close();
      files.close();
      await temporal.close();
      await api.close();
      if (beside === undefined) await database.drop();
    },
  };
}
