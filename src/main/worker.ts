/** The worker process: workflows and activities of the selected queues, the outbox relay, the housekeeping. */
import { createRecordRequestActivities } from '../../activities/record-request-activities';
import { createSearchActivities } from '../../activities/search-activities';
import { createWebhookActivities } from '../../activities/webhook-activities';
import { startRelay } from '../outbox/relay';
import { createPartners } from '../partners/partners';
import { systemClock } from '../platform/clock';
import type { Config } from '../platform/config';
import { createLifecycle, stopOnSignals } from '../platform/lifecycle';
import { createLog, type Log } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { startOpsServer } from '../platform/ops-server';
import { openDatabase } from '../store/database';
import { isDatabaseReachable } from '../store/queries/health';
import { createWorkflowPort, openTemporal } from '../temporal/client';
import { registerSearchAttributes } from '../temporal/search-attributes';
import { installRuntime, startWorkers } from '../temporal/workers';
import { keepHouse } from '../usecases/housekeeping';
import { createEgress } from '../webhooks/egress/egress';
import { openFiles } from './open-files';
import { readConfig } from './read-config';

const housekeepingMs = 10 * 60 * 1000;

async function start(config: Config, log: Log): Promise<void> {
  const lifecycle = createLifecycle(log, { graceMs: config.SHUTDOWN_GRACE_MS + 10_000 });
  stopOnSignals(lifecycle, log);
  let isStopping = false;
  const metrics = createMetrics('worker');
  const clock = systemClock;
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolMax: config.DATABASE_POOL_MAX,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    acquireTimeoutMs: config.DATABASE_ACQUIRE_TIMEOUT_MS,
    applicationName: 'recordwell worker',
  });
  lifecycle.onStop('database', () => db.destroy());
  const ops = await startOpsServer({
    host: config.OPS_HOST,
    port: config.OPS_PORT,
    registry: metrics.registry,
    isReady: async () => lifecycle.isReady() && (await isDatabaseReachable(db)),
  });
  lifecycle.onStop('ops server', ops.close);

  installRuntime(log, config.TEMPORAL_METRICS_ADDRESS);
  const temporal = openTemporal({ environment: process.env, payloadKeys: config.PAYLOAD_KEYS });
  lifecycle.onStop('temporal client', temporal.close);
  const files = openFiles(config);
  lifecycle.onStop('object store', async () => files.close());
  const egress = createEgress({ allowCidrs: config.WEBHOOK_ALLOW_CIDRS });
  lifecycle.onStop('egress', egress.close);

  const relay = startRelay(
    { db, workflows: createWorkflowPort(temporal), clock, log, metrics },
    config.DATABASE_URL,
  );
  lifecycle.onStop('relay', relay.stop);
  const house = setInterval(() => {
    keepHouse(db, clock).catch((error: unknown) =>
      log.warn('The housekeeping failed; it is tried again.', { error }),
    );
  }, housekeepingMs);
  lifecycle.onStop('housekeeping', async () => clearInterval(house));

  const changeParts = { db, clock, nudgeOutbox: relay.nudge };
  const parts = { ...changeParts, log, files, partners: createPartners() };
  const workers = await startWorkers({
    config,
    environment: process.env,
    activities: {
      core: { ...createSearchActivities(parts), ...createRecordRequestActivities(parts) },
      webhooks: createWebhookActivities({ ...changeParts, egress, metrics }),
    },
    log,
    isStopping: () => isStopping,
  });
  lifecycle.onStop('workers', async () => {
    isStopping = true;
    workers.shutdown();
    await workers.finished.catch(() => undefined);
  });
  workers.finished.catch((error: unknown) => {
    log.error('A worker failed; the process stops.', { error });
    void lifecycle.stop('worker failure').finally(() => process.exit(1));
  });
  await registerSearchAttributes(temporal.connection, temporal.namespace).catch((error: unknown) => {
    log.warn(
      'The search attributes could not be registered; on Temporal Cloud they are made in its console.',
      { error },
    );
  });
  lifecycle.ready();
  log.info('The worker is ready.');
}

const config = readConfig('worker');
const log = createLog({ level: config.LOG_LEVEL, process: 'worker' });
start(config, log).catch((error: unknown) => {
  log.error('The worker could not start.', { error });
  process.exit(1);
});
