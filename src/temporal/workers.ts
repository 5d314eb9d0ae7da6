import {
  NativeConnection,
  Runtime,
  Worker,
  type WorkerOptions,
  type WorkflowBundleOption,
} from '@temporalio/worker';
import type { WorkflowQueue } from '../domain/workflows';
import type { Log } from '../platform/log';
import { connectConfig } from './connect-config';
import { createDataConverter } from './data-converter';
import { describeFailures } from './describe-failures';
import { keepAlive } from './keep-alive';
import { ensureNamespace, namespaceOf, type Namespaces } from './namespaces';
import type { PayloadKey } from './payload-codec';
import { taskQueues } from './task-queues';
import { workflowBundle } from './workflow-bundle';

/** Running workers. */
export interface RunningWorkers {
  /** Resolves when all have ended; rejects if one failed. */
  readonly finished: Promise<void>;
  readonly shutdown: () => void;
}

// Fixed numbers, since the limit isn't this machine: the webhook queue's activities are outgoing HTTP
// requests, the core queue's are database writes and partners' answers, and the documents queue's wait for a
// slot that takes a core.
const settings: Readonly<
  Record<
    WorkflowQueue,
    Pick<
      WorkerOptions,
      | 'maxCachedWorkflows'
      | 'maxConcurrentActivityTaskExecutions'
      | 'maxConcurrentLocalActivityExecutions'
      | 'maxConcurrentWorkflowTaskExecutions'
    >
  >
> = {
  core: {
    maxCachedWorkflows: 500,
    maxConcurrentActivityTaskExecutions: 20,
    maxConcurrentWorkflowTaskExecutions: 20,
  },
  webhooks: {
    maxCachedWorkflows: 700,
    // More than the places of some forty endpoints, and of six hundred known to hang.
    maxConcurrentActivityTaskExecutions: 600,
    // First attempts. Each holds its workflow's task while it waits for its receiver, so there are a few more
    // of these.
    maxConcurrentLocalActivityExecutions: 600,
    maxConcurrentWorkflowTaskExecutions: 650,
  },
  documents: {
    maxCachedWorkflows: 200,
    // More than can hold or await a slot for documents (`documentSlotLimits`): without one, an activity is
    // refused right away.
    maxConcurrentActivityTaskExecutions: 120,
    maxConcurrentWorkflowTaskExecutions: 10,
  },
  // One step of an import takes three database connections; the steps of several imports take turns.
  bulk: {
    maxCachedWorkflows: 50,
    maxConcurrentActivityTaskExecutions: 2,
    maxConcurrentWorkflowTaskExecutions: 4,
  },
};

const connectRetryMs = 1_000;

/** Sends the SDK's log through ours; messages of the native core may quote a failure, so they are dropped. */
export function installRuntime(log: Log, metricsAddress: string | undefined): void {
  Runtime.install({
    logger: {
      log: (level, message, meta) => {
        const text = meta?.['sdkComponent'] === 'core' ? 'The Temporal core reported something.' : message;
        const fields = {
          reason: String(meta?.['sdkComponent'] ?? 'sdk'),
          workflowId: String(meta?.['workflowId'] ?? ''),
          error: meta?.['error'] as unknown,
        };
        if (level === 'ERROR') log.error(text, fields);
        else if (level === 'WARN') log.warn(text, fields);
        else log.debug(text, fields);
      },
      trace: () => undefined,
      debug: () => undefined,
      info: message => log.debug(message),
      warn: message => log.warn(message),
      error: message => log.error(message),
    },
    telemetryOptions: {
      logging: { filter: { core: 'ERROR', other: 'ERROR' }, forward: {} },
      ...(metricsAddress === undefined
        ? {}
        : { metrics: { prometheus: { bindAddress: metricsAddress, countersTotalSuffix: true } } }),
    },
    // The process stops its parts itself, in order.
    shutdownSignals: [],
  });
}

/** The dependencies of workers. */
export interface WorkerParts {
  readonly config: {
    readonly WORKER_QUEUES: readonly WorkflowQueue[];
    readonly PAYLOAD_KEYS: readonly PayloadKey[];
    readonly SHUTDOWN_GRACE_MS: number;
    readonly TEMPORAL_DELIVERY_RETENTION_DAYS: number;
  };
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly activities: Readonly<Record<WorkflowQueue, object>>;
  readonly log: Log;
  readonly isStopping: () => boolean;
  /** Set by tests, so that parallel runs don't serve each other. */
  readonly queuePrefix?: string;
  /** Set by tests, which bundle once per run; otherwise the built bundle, or one made at start. */
  readonly bundle?: WorkflowBundleOption;
}

async function connect(
  parts: WorkerParts,
): Promise<{ connection: NativeConnection; namespaces: Namespaces }> {
  const { connectionOptions, namespaces } = connectConfig(parts.environment);
  for (;;) {
    try {
      return { connection: await NativeConnection.connect(connectionOptions), namespaces };
    } catch (error) {
      if (parts.isStopping()) throw error;
      parts.log.warn('Temporal cannot be reached yet; the worker will retry.', { error });
      await new Promise(resolve => setTimeout(resolve, connectRetryMs));
    }
  }
}

/** Starts a worker per selected queue, on one connection; waits for Temporal while it is down. */
export async function startWorkers(parts: WorkerParts): Promise<RunningWorkers> {
  const [{ connection, namespaces }, bundle] = await Promise.all([
    connect(parts),
    parts.bundle ?? workflowBundle(),
  ]);
  const { PAYLOAD_KEYS, SHUTDOWN_GRACE_MS, TEMPORAL_DELIVERY_RETENTION_DAYS, WORKER_QUEUES } = parts.config;
  // Before the first poll: a worker that polls a missing namespace ends.
  if (WORKER_QUEUES.includes('webhooks'))
    await ensureNamespace(connection, namespaces.deliveries, TEMPORAL_DELIVERY_RETENTION_DAYS).catch(
      (error: unknown) => {
        parts.log.warn(
          'Could not create the namespace of deliveries. On Temporal Cloud, create it in the console.',
          { error },
        );
      },
    );
  const workers = await Promise.all(
    WORKER_QUEUES.map(queue =>
      Worker.create({
        connection,
        namespace: namespaceOf(namespaces, queue),
        taskQueue: (parts.queuePrefix ?? '') + taskQueues[queue],
        workflowBundle: bundle,
        activities: { ...parts.activities[queue] },
        dataConverter: createDataConverter(PAYLOAD_KEYS),
        interceptors: { activity: [keepAlive, describeFailures(parts.log)] },
        ...settings[queue],
        workflowTaskPollerBehavior: { type: 'autoscaling', minimum: 1, initial: 4, maximum: 8 },
        activityTaskPollerBehavior: { type: 'autoscaling', minimum: 1, initial: 4, maximum: 8 },
        shutdownGraceTime: SHUTDOWN_GRACE_MS,
        // A canceled activity learns of it with its next heartbeat.
        maxHeartbeatThrottleInterval: '5s',
      }),
    ),
  );
  const finished = Promise.all(workers.map(worker => worker.run())).then(async () => connection.close());
  return {
    finished,
    shutdown: () => {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    },
  };
}
