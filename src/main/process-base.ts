import { createLifecycle, stopOnSignals, type Lifecycle } from '../platform/lifecycle';
import type { Config } from './config';
import type { Log } from '../platform/log';
import { collectProcessMetrics, createMetrics, type Metrics } from '../platform/metrics';
import { startOpsServer } from '../platform/ops-server';
import { openDatabase, type Executor } from '../store/database';
import { isDatabaseReachable } from '../store/health';

/** The foundation of every long-running process. */
export interface ProcessBase {
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  readonly db: Executor;
}

/** The time that a process has to end after its parts' grace period. */
const endMarginMs = 10_000;

/**
 * Opens what every long-running process has: signals that stop it in order, metrics, a connection pool, and
 * the operators' listener, which reports ready while the process is ready and the database responds.
 * @param name the process's name in metrics, the log, and `pg_stat_activity`
 */
export async function openProcessBase(name: string, config: Config, log: Log): Promise<ProcessBase> {
  const graceMs = config.SHUTDOWN_DRAIN_MS + config.SHUTDOWN_GRACE_MS + endMarginMs;
  const lifecycle = createLifecycle(log, { graceMs });
  stopOnSignals(lifecycle, log);
  const metrics = createMetrics(name);
  collectProcessMetrics(metrics);
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolMax: config.DATABASE_POOL_MAX,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    acquireTimeoutMs: config.DATABASE_ACQUIRE_TIMEOUT_MS,
    applicationName: `recordwell ${name}`,
  });
  lifecycle.onStop('database', () => db.destroy());
  const ops = await startOpsServer({
    host: config.OPS_HOST,
    port: config.OPS_PORT,
    registry: metrics.registry,
    isReady: async () => lifecycle.isReady() && (await isDatabaseReachable(db)),
  });
  lifecycle.onStop('ops server', ops.close);
  return { lifecycle, metrics, db };
}
